BEGINSCRIPT matching(void)
PHASE 0
    ACTIONS
        POSE rKnee(.4);
        MATCH lKnee.to(rKnee);
        MATCH lHip.to(rHip, 500, 50).time(.05);
        HOLD waist;
    ENDACTIONS
    TRANSITION to(-1).after(time .1);
ENDPHASE
ENDSCRIPT
