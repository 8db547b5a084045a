BEGINSCRIPT twophases(dt)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(1).after(time dt);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.3), rKnee(.3);
    ENDACTIONS
    TRANSITION to(-1).after(time dt);
ENDPHASE
ENDSCRIPT
