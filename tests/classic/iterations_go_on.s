# The counter of 'iterations' on a call is not set back when the phase is left another way.
SCRIPTS bend.t;
BEGINSCRIPT goon(void)
PHASE 0
    > bend.t(.1, .01);
    TRANSITION to(-1).after(iterations 2);
    TRANSITION to(1).after(fallen < 1);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lElbow(-.1, 100, 30);
    ENDACTIONS
    TRANSITION to(0).after(time .01);
ENDPHASE
ENDSCRIPT
