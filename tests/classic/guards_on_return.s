# 'fallen' is tested when the callee returns, not before; 'time' there never fires.
SCRIPTS bend.t;
BEGINSCRIPT guards(void)
PHASE 0
    > bend.t(.4, .1);
    TRANSITION to(-1).after(time .01);
    TRANSITION to(1).after(fallen < 1.5);
ENDPHASE
PHASE 1
    > bend.t(.1, .05);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
