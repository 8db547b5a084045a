# A VPD switches the pose of its joint off for good: in phase 2 lHip hangs loose.
BEGINSCRIPT letsgo(void)
PHASE 0
    ACTIONS
        POSE lHip(-.3), rHip(.1), lKnee(.2), rKnee(.2);
    ENDACTIONS
    TRANSITION to(1).after(time .03);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lHip(-.3);        # no effect: the VPD comes later
        VPD uTorso(.1, 300, 30).joint(lHip);
    ENDACTIONS
    TRANSITION to(2).after(time .03);
ENDPHASE
PHASE 2
    ACTIONS
        POSE lElbow(-.2, 100, 30);
    ENDACTIONS
    TRANSITION to(-1).after(time .03);
ENDPHASE
ENDSCRIPT
