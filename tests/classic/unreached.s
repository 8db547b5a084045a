# Phase 1 is never reached, so that it calls what is not there does not matter; time below 0 is over at once.
BEGINSCRIPT unreached(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(2).after(time -1);
ENDPHASE
PHASE 1
    > missing.t(void);
    TRANSITION to(2).after(complete);
ENDPHASE
PHASE 2
    ACTIONS
        # a comment alone is enough
    ENDACTIONS
    TRANSITION to(-1).after(time .01);
ENDPHASE
ENDSCRIPT
