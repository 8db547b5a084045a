# Bends both knees for a while and returns: what the other files call.
BEGINSCRIPT bend(angle, dt)
PHASE 0
    ACTIONS
        POSE lKnee(angle), rKnee(angle), lHip(0), rHip(0), lAnkle(0), rAnkle(0);
        POSE waist(0, 600, 60), lTorso2uTorso(0, 600, 60);
    ENDACTIONS
    TRANSITION to(-1).after(time dt);
ENDPHASE
ENDSCRIPT
