SCRIPTS simbicon.t;

BEGINSCRIPT walk(void)
PHASE 0
#           (dt, cde, cdo, cve, cvo, tor, swhe,
#           swho, swke, swko, stke, stko, ankle)
> simbicon.t(.3, 0.0, -2.2, -.2, 0.0, 0.0, -.4,
            .7, 1.1, .05, 0.05, 0.1, -.2 );
TRANSITION to(0).after(complete);
ENDPHASE
ENDSCRIPT
