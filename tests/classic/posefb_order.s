# A POSE switches the feedback of its joint off: lAnkle has none, rAnkle has.
BEGINSCRIPT order(void)
PHASE 0
    ACTIONS
        POSEFB lAnkle(2, 1).on(part lFoot);
        POSE lAnkle(.1), rAnkle(.1);
        POSEFB rAnkle(2, 1).on(part rFoot);
    ENDACTIONS
    TRANSITION to(-1).after(time .05);
ENDPHASE
ENDSCRIPT
