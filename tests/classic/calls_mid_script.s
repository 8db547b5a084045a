# .atPhase starts the callee at a position.
SCRIPTS twophases.t;
BEGINSCRIPT midway(void)
PHASE 0
    > twophases.t(.05).atPhase(1);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
