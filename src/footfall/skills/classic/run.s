# Runs for ever.
SCRIPTS simbiconrun.t;
SET TORQUELIMIT = 370

BEGINSCRIPT run(void)

PHASE 0
    > simbiconrun.t(.2, 0, 0, -.2, -.2, .14, -1.08, 2.18, .05, -.2, -.27);
    TRANSITION to(0).after(complete);
ENDPHASE

ENDSCRIPT
