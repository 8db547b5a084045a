# COMFB2 acts on the next VPD of the file, wherever that stands; on a part (p) and between the feet (c).
BEGINSCRIPT feedback(void)
PHASE 0
    ACTIONS
        COMFB2 -.5 -.2 p lFoot
        VPD rThigh(-.3, -300, -30).joint(rHip);
        COMFB2 .4 .1 c lFoot
    ENDACTIONS
    TRANSITION to(1).after(time .04);
ENDPHASE
PHASE 1
    ACTIONS
        VPD uTorso(.1).joint(lHip);
    ENDACTIONS
    TRANSITION to(-1).after(time .04);
ENDPHASE
ENDSCRIPT
