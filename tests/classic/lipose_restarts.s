# LIPOSE begins anew at each entry, from where the joint is; the timed MATCH too.
BEGINSCRIPT restarts(void)
PHASE 0
    ACTIONS
        LIPOSE rKnee(.8).time(.04);
        MATCH lKnee.to(rKnee).time(.04);
    ENDACTIONS
    TRANSITION to(-1).after(iterations 2000);
    TRANSITION to(1).after(time .02);
ENDPHASE
PHASE 1
    ACTIONS
        HOLD rHip;
    ENDACTIONS
    TRANSITION to(0).after(time .01);
ENDPHASE
ENDSCRIPT
