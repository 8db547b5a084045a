# A POSE behind a VPD of the same joint switches its pose on again: both act.
BEGINSCRIPT bothact(void)
PHASE 0
    ACTIONS
        VPD uTorso(.1, 300, 30).joint(lHip);
        POSE lHip(-.3), rHip(.1);
    ENDACTIONS
    TRANSITION to(1).after(time .03);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lElbow(-.2, 100, 30);
    ENDACTIONS
    TRANSITION to(-1).after(time .03);
ENDPHASE
ENDSCRIPT
