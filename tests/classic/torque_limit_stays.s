SCRIPTS limited.t, bend.t;
BEGINSCRIPT leak(void)
PHASE 0
    > limited.t(void);
    TRANSITION to(1).after(complete);
ENDPHASE
PHASE 1
    > bend.t(.3, .05);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
