SCRIPTS standVFFB.t;

BEGINSCRIPT step_up(x, y)
PHASE 0
  > standVFFB.t(.1);
  TRANSITION to(1).after(complete);
ENDPHASE
PHASE 1
  ACTIONS
    IK rFoot.targetlocal(0.1, -.6, 0).base(rHip);
    VFFB uTorso(3000., 250.).by(lAnkle).over(cop);
  ENDACTIONS
  TRANSITION to(2).after(time .2);
ENDPHASE
PHASE 2
  ACTIONS
    IK rFoot.targetglobal(x,y,-10)
      .base(rHip)
      .tolerance(0.001);
    VPD rFoot(0.0,-300,-30).joint(rAnkle);
    VFFB uTorso(3000, 250).by(lAnkle).over(lFoot);
  ENDACTIONS
  TRANSITION to(3).after(time .3);
ENDPHASE
PHASE 3
  ACTIONS
    POSE rHip(0.0).time(5);
    VPD rFoot(0.0,-1000,-100).joint(rAnkle);
    VFFB uTorso(3000, 250.).by(lAnkle).over(lFoot);
  ENDACTIONS
  TRANSITION to(4).after(contact rFoot);
ENDPHASE
PHASE 4
  ACTIONS
    HOLD rHip;
    HOLD rKnee;
    HOLD rAnkle;
    VFFB uTorso(3000, 250.).by(lAnkle).over(lFoot);
  ENDACTIONS
  TRANSITION to(-1).after(time .3);
ENDPHASE
ENDSCRIPT
