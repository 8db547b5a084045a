# Phase 1 names no knee: the knees keep the pose, gains and feedback of phase 0.
BEGINSCRIPT persist(void)
PHASE 0
    ACTIONS
        POSE lKnee(.3), rKnee(.3), lAnkle(-.1), rAnkle(-.1);
        POSEFB lAnkle(.2, .1).on(part lFoot), rAnkle(.2, .1).on(joint rAnkle);
    ENDACTIONS
    TRANSITION to(1).after(time .05);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lElbow(-.4, 100, 30), rElbow(-.4, 100, 30);
    ENDACTIONS
    TRANSITION to(-1).after(time .05);
ENDPHASE
ENDSCRIPT
