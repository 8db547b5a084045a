# 101 ticks of 0.1 ms: a leaf phase counts ticks.
BEGINSCRIPT ticks(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(1).after(iterations 100.);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.2), rKnee(.2);
    ENDACTIONS
    TRANSITION to(-1).after(time .02);
ENDPHASE
ENDSCRIPT
