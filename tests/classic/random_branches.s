# Equal chances of three, drawn in order; then a chance at each return of a call.
SCRIPTS bend.t;
BEGINSCRIPT branches(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(1).after(random .3333);
    TRANSITION to(2).after(random .5);
    TRANSITION to(3).after(random 1);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.2), rKnee(.2);
    ENDACTIONS
    TRANSITION to(0).after(time .002);
ENDPHASE
PHASE 2
    ACTIONS
        POSE lKnee(.3), rKnee(.3);
    ENDACTIONS
    TRANSITION to(0).after(time .003);
ENDPHASE
PHASE 3
    > bend.t(.1, .004);
    TRANSITION to(0).after(random .4);
ENDPHASE
ENDSCRIPT
