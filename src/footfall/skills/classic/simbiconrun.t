# One full cycle of a run, two phases, both ended by time; returns after it.
# The numbers are those of simbicon.t; swa and sta are the swing and the stance ankle. cdo and cvo are unused.
BEGINSCRIPT simbiconrun(dt, cde, cdo, cve, cvo, tor, swh, swk, stk, swa, sta)

PHASE 0                # left stance, right leg swings
    ACTIONS
        POSE waist(0), lTorso2uTorso(0), uTorso2neck(0), neck2head(0);
        POSE rShoulder(.1, 100, 30), lShoulder(-.1, 100, 30), rElbow(-1.7, 100, 30), lElbow(-1.7, 100, 30);
        POSE lWrist(0, 5, 3), rWrist(0, 5, 3);
        POSE rKnee(swk), lKnee(stk), rAnkle(swa), lAnkle(sta);
        VPD uTorso(tor, 300, 30).joint(lHip);
        COMFB2 cde cve j rAnkle
        VPD rThigh(swh, -300, -30).joint(rHip).flags(s);
    ENDACTIONS
    TRANSITION to(1).after(time dt);
ENDPHASE

PHASE 1                # right stance, left leg swings
    ACTIONS
        POSE waist(0), lTorso2uTorso(0), uTorso2neck(0), neck2head(0);
        POSE lShoulder(.1, 100, 30), rShoulder(-.1, 100, 30), lElbow(-1.7, 100, 30), rElbow(-1.7, 100, 30);
        POSE lWrist(0, 5, 3), rWrist(0, 5, 3);
        POSE lKnee(swk), rKnee(stk), lAnkle(swa), rAnkle(sta);
        VPD uTorso(tor, 300, 30).joint(rHip);
        COMFB2 cde cve j lAnkle
        VPD lThigh(swh, -300, -30).joint(lHip).flags(s);
    ENDACTIONS
    TRANSITION to(-1).after(time dt);
ENDPHASE

ENDSCRIPT
