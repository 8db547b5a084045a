# Comes to a stand in dt seconds and balances until nothing moves, for dtt seconds at least, or the trunk falls
# over; then returns.
BEGINSCRIPT standVFFB(dt, dtt)

PHASE 0                # straighten
    ACTIONS
        LIPOSE waist(0, 600, 60).time(dt);
        LIPOSE lTorso2uTorso(0, 600, 60).time(dt);
        LIPOSE lHip(0, 300, 30).time(dt);
        LIPOSE rHip(0, 300, 30).time(dt);
        LIPOSE lKnee(.05, 300, 30).time(dt);
        LIPOSE rKnee(.05, 300, 30).time(dt);
        LIPOSE lAnkle(-.05, 300, 30).time(dt);
        LIPOSE rAnkle(-.05, 300, 30).time(dt);
        POSE neck2head(0), uTorso2neck(0), lWrist(0, 5, 3), rWrist(0, 5, 3);
        POSE lShoulder(0, 100, 30), rShoulder(0, 100, 30), lElbow(-.1, 100, 30), rElbow(-.1, 100, 30);
        VFFB uTorso(2000, 250).by(lAnkle).over(cop);
        VFFB uTorso(2000, 250).by(rAnkle).over(cop);
    ENDACTIONS
    TRANSITION to(1).after(time dtt);
ENDPHASE

PHASE 1                # balance; the poses of phase 0 go on
    ACTIONS
        VFFB uTorso(2000, 250).by(lAnkle).over(cop);
        VFFB uTorso(2000, 250).by(rAnkle).over(cop);
    ENDACTIONS
    TRANSITION to(-1).after(fallen x 1.2);
    TRANSITION to(-1).after(stable .01);
ENDPHASE

ENDSCRIPT
