# The trunk's lean: a range, and its outside when the first number is the larger; on entry all wait a tick.
BEGINSCRIPT leans(low, high)
PHASE 0
    ACTIONS
        POSE lHip(0), rHip(0), lKnee(.05), rKnee(.05), lAnkle(0), rAnkle(0), waist(0), lTorso2uTorso(0);
    ENDACTIONS
    TRANSITION to(-1).after(anglerange 1 2);
    TRANSITION to(1).after(anglerange -1 1);
ENDPHASE
PHASE 1
    ACTIONS
        EF head(900.0, .0, .0);
    ENDACTIONS
    TRANSITION to(2).after(anglerange .15 -.2);
ENDPHASE
PHASE 2
    ACTIONS
        EF head(900.0, .0, .0);
    ENDACTIONS
    TRANSITION to(-1).after(anglerange low high);
    TRANSITION to(3).after(fallen x .25);
ENDPHASE
PHASE 3
    ACTIONS
        EF head(.0, .0, .0);
    ENDACTIONS
    TRANSITION to(-1).after(fallen > .1);
ENDPHASE
ENDSCRIPT
