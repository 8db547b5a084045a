# Virtual forces, balance, speed, reach, gravity compensation, and a real push.
BEGINSCRIPT forces(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1), lHip(0), rHip(0), lAnkle(0), rAnkle(0), waist(0), lTorso2uTorso(0);
        VF (20, 50, 0).on(uTorso).by(rAnkle);
        VFFB uTorso(2000, 250).by(lAnkle).over(cop);
        VFFB uTorso(1000, 100).by(rAnkle).over(rFoot);
        VFSFB uTorso(50).by(lAnkle).speed(.1);
        IK rHand.targetlocal(.3, -.3, 0).base(rShoulder).tolerance(.02);
        GC lHand.by(lShoulder);
        EF head(5.0, .0, .0);
    ENDACTIONS
    TRANSITION to(-1).after(time .1);
ENDPHASE
ENDSCRIPT
