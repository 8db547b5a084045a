# Two scripts return in the same tick, and a phase without actions is passed on the way.
SCRIPTS middle.t;
BEGINSCRIPT nested(void)
PHASE 0
    > middle.t(.02);
    TRANSITION to(1).after(complete);
ENDPHASE
PHASE 1
    TRANSITION to(2).after(contact lFoot);
    TRANSITION to(-1).after(complete);
ENDPHASE
PHASE 2
    > middle.t(.01);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
