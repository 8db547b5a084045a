# The caller's torque limit is set again when the called script, which has its own, returns.
SCRIPTS limited.t;
SET TORQUELIMIT = 500.
BEGINSCRIPT caller(void)
PHASE 0
    > limited.t(void);
    TRANSITION to(1).after(complete);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(-1).after(time .02);
ENDPHASE
ENDSCRIPT
