# No transition is true when the callee returns the first time, so it runs again.
SCRIPTS bend.t;
BEGINSCRIPT again(void)
PHASE 0
    > bend.t(.2, .02);
    TRANSITION to(-1).after(fallen > 1.5);
    TRANSITION to(-1).after(iterations 3);
ENDPHASE
ENDSCRIPT
