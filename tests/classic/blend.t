BEGINSCRIPT blend(g, dt)
PHASE 0
    ACTIONS
        POSE lKnee(linterp(g, 0., 1., 0., .6 ), linterp(g, 0, 1, 100, 300), 30);
        LIPOSE rKnee(linterp(g, 0, 1, 0, .6)).time(linterp(g, 0, 1, .02, .06));
    ENDACTIONS
    TRANSITION to(-1).after(time dt);
ENDPHASE
ENDSCRIPT
