# Phase 1 is entered with the foot on the ground: a phase with actions runs a tick before it asks.
BEGINSCRIPT touching(void)
PHASE 0
    ACTIONS
        POSE lKnee(.05), rKnee(.05), lHip(0), rHip(0), lAnkle(0), rAnkle(0), waist(0), lTorso2uTorso(0);
    ENDACTIONS
    TRANSITION to(1).after(contact lFoot);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(-1).after(nocontact lFoot);
    TRANSITION to(2).after(contact lFoot);
ENDPHASE
PHASE 2
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(-1).after(time 0);
ENDPHASE
ENDSCRIPT
