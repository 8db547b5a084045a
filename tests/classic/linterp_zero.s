# linterp works in the angle; in the gain it reads 0, so lKnee is only damped.
SCRIPTS blend.t;
BEGINSCRIPT linterpzero(void)
PHASE 0
    > blend.t(linterp(.5, 0, 1, .2, .4), .05);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
