# The joints of a reach are limp when its phase is over.
BEGINSCRIPT reach(void)
PHASE 0
    ACTIONS
        POSE rShoulder(.3, 100, 30), rElbow(-.5, 100, 30), rWrist(0, 5, 3);
    ENDACTIONS
    TRANSITION to(1).after(time .02);
ENDPHASE
PHASE 1
    ACTIONS
        IK rHand.targetglobal(.4, 1.2, -10).base(rShoulder);
    ENDACTIONS
    TRANSITION to(2).after(time .05);
ENDPHASE
PHASE 2
    ACTIONS
        POSE lElbow(-.2, 100, 30);
    ENDACTIONS
    TRANSITION to(-1).after(time .02);
ENDPHASE
ENDSCRIPT
