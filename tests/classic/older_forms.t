Text before the script is ignored.
BEGINSCRIPT older
PHASE 0
    ACTIONS
        VPD uTorso(0, 300, 30).parent(lThigh);
        VPD rThigh(-.2, 300, 30).parent(lThigh);
        VPD rFoot(0, 50, 5).parent(rShin);
        VFFB uTorso(500, 50).by(lAnkle);
        SVF(0, 10, 0).on(lHand).by(lShoulder);
        POSE lKnee(.1).time(.05);
        IK rHand.targetlocal(.3, -.3, 0)
            .base(rShoulder)
            .tolerance(.05);
    ENDACTIONS
    TRANSITION to(1).after(time .05);
ENDPHASE
PHASE 1
    ACTIONS POSE lHip(0), rHip(0), lAnkle(0), rAnkle(0), lKnee(.05), rKnee(.05); ENDACTIONS
    TRANSITION to(-1).after(stable);
ENDPHASE
ENDSCRIPT
and so is text behind it
