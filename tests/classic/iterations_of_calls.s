# The callee runs three times: 'iterations 2' counts one more.
SCRIPTS bend.t;
BEGINSCRIPT iterations(void)
PHASE 0
    > bend.t(.1, .02);
    TRANSITION to(-1).after(iterations 2);
ENDPHASE
ENDSCRIPT
