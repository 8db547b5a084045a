# The paper's call of the stand, with one argument.
SCRIPTS standVFFB.t;
BEGINSCRIPT stand(void)
PHASE 0
    > standVFFB.t(.1);
    TRANSITION to(0).after(complete);
ENDPHASE
ENDSCRIPT
