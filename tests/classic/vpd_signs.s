# A part on the parent side takes positive gains, one on the child side negative ones.
BEGINSCRIPT signs(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.4), lAnkle(0), rAnkle(0), waist(0, 600, 60), lTorso2uTorso(0, 600, 60);
        VPD uTorso(.05, 300, 30).joint(lHip);
        COMFB2 0 -.2 j rAnkle

        VPD rThigh(-.3, -300, -30).joint(rHip).flags(s);
    ENDACTIONS
    TRANSITION to(-1).after(time .1);
ENDPHASE
ENDSCRIPT
