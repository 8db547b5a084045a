# The same LIPOSE with a time and without: then it only damps.
SCRIPTS slide.t;
BEGINSCRIPT times(void)
PHASE 0
    > slide.t(.05, .06);
    TRANSITION to(1).after(complete);
ENDPHASE
PHASE 1
    > slide.t(0, .03);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
