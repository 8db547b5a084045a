# Phase 1 has no actions: it takes no time.
BEGINSCRIPT empty(void)
PHASE 0
    ACTIONS
        POSE lKnee(.2), rKnee(.2);
    ENDACTIONS
    TRANSITION to(1).after(time .02);
ENDPHASE
PHASE 1
    TRANSITION to(2).after(complete);
ENDPHASE
PHASE 2
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(-1).after(time .02);
ENDPHASE
ENDSCRIPT
