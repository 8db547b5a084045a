# The body is pushed against a wall; when that does not collide any more, it goes through.
BEGINSCRIPT switches(void)
PHASE 0
    ACTIONS
        EF pelvis(1000.0, .0, .0);
    ENDACTIONS
    TRANSITION to(1).after(time .3);
ENDPHASE
PHASE 1
    ENVACTIONS
        toggleCollidable(WALL);
        toggleVisible(WALL);
    ENDACTIONS
    TRANSITION to(2).after(complete);
ENDPHASE
PHASE 2
    ACTIONS
        EF pelvis(1000.0, .0, .0);
    ENDACTIONS
    TRANSITION to(-1).after(time .2);
ENDPHASE
ENDSCRIPT
