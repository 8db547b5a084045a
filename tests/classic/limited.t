# Sets a torque limit, which stays when it returns.
SET TORQUELIMIT = 170
BEGINSCRIPT limited(void)
PHASE 0
    ACTIONS
        POSE lKnee(.2), rKnee(.2);
    ENDACTIONS
    TRANSITION to(-1).after(time .03);
ENDPHASE
ENDSCRIPT
