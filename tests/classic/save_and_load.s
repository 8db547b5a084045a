# Writes the state, moves on, and goes back to it; each takes a tick.
BEGINSCRIPT saveload(void)
PHASE 0
    ACTIONS
        POSE lKnee(.3), rKnee(.3);
    ENDACTIONS
    TRANSITION to(1).after(time .05);
ENDPHASE
PHASE 1
    SAVE bent.sav;
    TRANSITION to(2).after(complete);
ENDPHASE
PHASE 2
    ACTIONS
        POSE lKnee(0), rKnee(.6);
    ENDACTIONS
    TRANSITION to(3).after(time .05);
ENDPHASE
PHASE 3
    LOAD bent.sav ;
    TRANSITION to(4).after(complete);
ENDPHASE
PHASE 4
    ACTIONS
        POSE lElbow(-.1, 100, 30);
    ENDACTIONS
    TRANSITION to(-1).after(time .01);
ENDPHASE
ENDSCRIPT
