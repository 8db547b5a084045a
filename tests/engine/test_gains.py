"""Gains that a statement gives, leaves out, or works out to something that no gain can be."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.control.columns import SERVO_KD, SERVO_KP, SERVO_ON
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.world import World

pytestmark = pytest.mark.sim


def knee(statement: str, **values: float) -> tuple[float, float]:
    """The gains that the left knee's servo has after a tick."""
    program = compile_text(f"SKILL a(kp = 100, kd = 10)\nPHASE x\n  {statement}\n")
    sim = Sim(program, body="planar7", world=World(gravity=(0.0, 0.0, 0.0)), set=values)
    sim.step(1)
    row = sim.actors[0].state.servo[sim.actors[0].anatomy.dof_names.index("lKnee.pitch")]
    assert row[SERVO_ON] != 0
    return float(row[SERVO_KP]), float(row[SERVO_KD])


@pytest.mark.parametrize(
    "statement",
    ["POSE lKnee(.2, kp, kd);", "HOLD lKnee.gains(kp, kd);", "MATCH lKnee.to(rKnee, kp, kd);"],
)
def test_a_gain_below_zero_is_zero_and_not_the_bodys_own(statement: str) -> None:
    assert knee(statement, kp=-300.0, kd=-30.0) == (0.0, 0.0)
    assert knee(statement, kp=50.0, kd=5.0) == pytest.approx((50.0, 5.0))
    assert knee(statement, kp=0.0, kd=5.0) == pytest.approx((0.0, 5.0))


def test_gains_that_are_left_out_are_the_bodys_own() -> None:
    body = Sim(compile_text("SKILL a()\nPHASE x\n"), body="planar7").bodies[0]
    axis = next(a for a in body.axes if a.name == "lKnee.pitch")
    assert knee("POSE lKnee(.2);") == pytest.approx((axis.kp, axis.kd))


@pytest.mark.parametrize("gains", ["0, 50", "0", "300, 0", "0, 0"])
@pytest.mark.parametrize("yaw", ["", ".yaw(0, 100)", ".yaw(0, 0)"])
def test_a_root_servo_without_stiffness_or_damping_stays_finite(gains: str, yaw: str) -> None:
    text = f"SKILL a()\nPHASE x\n  VPD pelvis(0, {gains}){yaw}.close(stHip, shared);\n"
    sim = Sim(compile_text(text), body="human")
    sim.step(20)
    assert np.all(np.isfinite(sim.data.qfrc_applied)) and np.all(np.isfinite(sim.data.qvel))
