BEGINSCRIPT conditions(void)
PHASE 0
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(-1).after(fallen > 1.5);
    TRANSITION to(-1).after(fallen < -1.5);
    TRANSITION to(-1).after(fallen x 1.5);
    TRANSITION to(-1).after(anglerange 2 -2);
    TRANSITION to(-1).after(contact head);
    TRANSITION to(-1).after(press A);
    TRANSITION to(-1).after(pass BOX .1);
    TRANSITION to(-1).after(random 0);
    TRANSITION to(-1).after(stable 1e-9);
    TRANSITION to(1).after(time .03);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.2), rKnee(.2);
    ENDACTIONS
    TRANSITION to(-1).after(nocontact rFoot);
    TRANSITION to(-1).after(release A);
ENDPHASE
ENDSCRIPT
