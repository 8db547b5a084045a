# Goes down to a squat in dt seconds and balances until nothing moves, or the trunk falls over; then returns.
BEGINSCRIPT squatVFFB(dt)

PHASE 0                # down
    ACTIONS
        LIPOSE waist(.1, 600, 60).time(dt);
        LIPOSE lTorso2uTorso(.1, 600, 60).time(dt);
        LIPOSE lHip(-1.57, 300, 30).time(dt);
        LIPOSE rHip(-1.57, 300, 30).time(dt);
        LIPOSE lKnee(1.8).time(dt);
        LIPOSE rKnee(1.8).time(dt);
        LIPOSE lAnkle(-.6, 300, 30).time(dt);
        LIPOSE rAnkle(-.6, 300, 30).time(dt);
        POSE neck2head(0), uTorso2neck(0), lWrist(0, 5, 3), rWrist(0, 5, 3);
        POSE lShoulder(-1.2, 100, 30), rShoulder(-1.2, 100, 30), lElbow(-.1, 100, 30), rElbow(-.1, 100, 30);
        VFFB uTorso(2000, 250).by(lAnkle).over(cop);
        VFFB uTorso(2000, 250).by(rAnkle).over(cop);
    ENDACTIONS
    TRANSITION to(-1).after(fallen x 1.2);
    TRANSITION to(1).after(time dt);
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
