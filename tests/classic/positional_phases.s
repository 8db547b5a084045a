# Targets count positions: the phase labelled 3 is at position 2.
BEGINSCRIPT positional(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(1).after(time .05);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.2), rKnee(.2);
    ENDACTIONS
    TRANSITION to(2).after(time .05);
ENDPHASE
PHASE 3
    ACTIONS
        POSE lKnee(.3), rKnee(.3);
    ENDACTIONS
    TRANSITION to(-1).after(time .05);
ENDPHASE
ENDSCRIPT
