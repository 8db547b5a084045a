# 'pass' fires when a part has been near the box and is away again.
BEGINSCRIPT passing(void)
PHASE 0
    ACTIONS
        EF pelvis(3000.0, .0, .0);
    ENDACTIONS
    TRANSITION to(1).after(pass POST .12);
ENDPHASE
PHASE 1
    ACTIONS
        POSE lKnee(.1), rKnee(.1);
    ENDACTIONS
    TRANSITION to(-1).after(time .01);
ENDPHASE
ENDSCRIPT
