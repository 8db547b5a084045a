# One full cycle, two steps, of a walk in the style of SIMBICON; returns after it.
# "e": even phases, timed: the swing leg goes forward. "o": odd phases, until the swing foot lands.
#   dt            seconds of an even phase
#   cde cdo       feedback on the distance of the centre of mass from the swing ankle
#   cve cvo       feedback on its speed
#   tor           lean of the trunk
#   swhe swho     swing thigh      swke swko  swing knee      stke stko  stance knee      ankle  both ankles
BEGINSCRIPT simbicon(dt, cde, cdo, cve, cvo, tor, swhe, swho, swke, swko, stke, stko, ankle)

PHASE 0                # left stance, right leg swings
    ACTIONS
        POSE waist(0, 600, 60), lTorso2uTorso(0, 600, 60), uTorso2neck(0), neck2head(0);
        POSE rShoulder(.3, 100, 30), lShoulder(-.3, 100, 30), rElbow(0, 100, 30), lElbow(-.4, 100, 30);
        POSE lWrist(0, 5, 3), rWrist(0, 5, 3);
        POSE rKnee(swke), lKnee(stke), lAnkle(ankle), rAnkle(ankle);
        VPD uTorso(tor, 300, 30).joint(lHip);
        COMFB2 cde cve j rAnkle
        VPD rThigh(swhe, -300, -30).joint(rHip).flags(s);
    ENDACTIONS
    TRANSITION to(1).after(time dt);
ENDPHASE

PHASE 1                # until the right foot lands
    ACTIONS
        POSE rKnee(swko), lKnee(stko);
        VPD uTorso(tor, 300, 30).joint(lHip);
        COMFB2 cdo cvo j rAnkle
        VPD rThigh(swho, -300, -30).joint(rHip).flags(s);
    ENDACTIONS
    TRANSITION to(-1).after(fallen x 1.2);
    TRANSITION to(2).after(contact rFoot);
ENDPHASE

PHASE 2                # right stance, left leg swings
    ACTIONS
        POSE waist(0, 600, 60), lTorso2uTorso(0, 600, 60), uTorso2neck(0), neck2head(0);
        POSE lShoulder(.3, 100, 30), rShoulder(-.3, 100, 30), lElbow(0, 100, 30), rElbow(-.4, 100, 30);
        POSE lWrist(0, 5, 3), rWrist(0, 5, 3);
        POSE lKnee(swke), rKnee(stke), lAnkle(ankle), rAnkle(ankle);
        VPD uTorso(tor, 300, 30).joint(rHip);
        COMFB2 cde cve j lAnkle
        VPD lThigh(swhe, -300, -30).joint(lHip).flags(s);
    ENDACTIONS
    TRANSITION to(3).after(time dt);
ENDPHASE

PHASE 3                # until the left foot lands
    ACTIONS
        POSE lKnee(swko), rKnee(stko);
        VPD uTorso(tor, 300, 30).joint(rHip);
        COMFB2 cdo cvo j lAnkle
        VPD lThigh(swho, -300, -30).joint(lHip).flags(s);
    ENDACTIONS
    TRANSITION to(-1).after(fallen x 1.2);
    TRANSITION to(-1).after(contact lFoot);
ENDPHASE

ENDSCRIPT
