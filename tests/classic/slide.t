BEGINSCRIPT slide(D, end)
PHASE 0
    ACTIONS
        LIPOSE lKnee(.4).time(D);
        LIPOSE rKnee(.2, 500, 50).time(D);
    ENDACTIONS
    TRANSITION to(-1).after(time end);
ENDPHASE
ENDSCRIPT
