# POSE with gains 0 switches a joint off; a target beyond the stop pushes against it.
BEGINSCRIPT off(void)
PHASE 0
    ACTIONS
        POSE lKnee(.3), rKnee(.3), waist(-2.0, 100, 10);
    ENDACTIONS
    TRANSITION to(1).after(time .03);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(0, 0, 0);
    ENDACTIONS
    TRANSITION to(-1).after(time .03);
ENDPHASE
ENDSCRIPT
