# LIPOSE with time 0 never moves: it only damps.
BEGINSCRIPT damped(void)
PHASE 0
    ACTIONS
        LIPOSE lKnee(1).time(0);
        LIPOSE rKnee(.5, 500, 50).time(.1);
    ENDACTIONS
    TRANSITION to(-1).after(time .15);
ENDPHASE
ENDSCRIPT
