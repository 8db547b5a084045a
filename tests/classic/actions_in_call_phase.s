SCRIPTS bend.t;
BEGINSCRIPT passedover(void)
PHASE 0
    ACTIONS
        POSE lElbow(-1);
    ENDACTIONS
    > bend.t(.1, .03);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
