# press and release ask whether a key is down now; on a call, when the script has returned.
SCRIPTS bend.t;
BEGINSCRIPT keys(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(1).after(press A);
ENDPHASE
PHASE 1
    > bend.t(.2, .02);
    TRANSITION to(2).after(release A);
ENDPHASE
PHASE 2
    > bend.t(.1, .02);
    TRANSITION to(-1).after(press A);
ENDPHASE
ENDSCRIPT
