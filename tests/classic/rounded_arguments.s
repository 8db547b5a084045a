# Arguments are latched at the call and rounded to 6 decimals.
SCRIPTS bend.t;
BEGINSCRIPT rounded(void)
PHASE 0
    > bend.t(.1234567891, .0300000001);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
