SCRIPTS bend.t;
BEGINSCRIPT middle(dt)
PHASE 0
    > bend.t(.1, dt);
    TRANSITION to(-1).after(iterations 1);
ENDPHASE
ENDSCRIPT
