"""Forces through both legs: what the ground gives, and that soles stay flat."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control import wrench
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim
WEIGHT = 690.0


@pytest.fixture
def sim() -> Sim:
    made = Sim(compile_text("SKILL test()\nBODY human\nPHASE only\n  POSE waist(0);\n"))
    made.advance(1)
    made.actors[0].context.tau[:] = 0.0
    return made


def torque(sim: Sim, name: str) -> float:
    return float(sim.actors[0].context.tau[sim.actors[0].anatomy.dof_names.index(name)])


def test_weight_goes_to_the_nearer_foot_and_ankles_do_not_roll(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    feet = [np.array(plain(wrench.below_ankle)(c, leg)) for leg in range(2)]
    c.com[:2] = (0.75 * feet[0] + 0.25 * feet[1])[:2]
    plain(wrench.give_wrench)(c, True, True, (0.0, 0.0, WEIGHT), (0.0, 0.0, 0.0), WEIGHT, 0.0)
    assert abs(torque(sim, "lAnkle.roll")) < 1.0
    assert abs(torque(sim, "rAnkle.roll")) < 1.0
    for leg, share in ((0, 0.75), (1, 0.25)):
        knee = sim.data.joint("lr"[leg] + "Knee.pitch")
        expected = -knee.xaxis @ np.cross(feet[leg] - knee.xanchor, [0.0, 0.0, share * WEIGHT])
        assert torque(sim, "lr"[leg] + "Knee.pitch") == pytest.approx(expected, abs=0.5)


def test_each_foot_keeps_the_least(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    left, right = (np.array(plain(wrench.below_ankle)(c, leg)) for leg in range(2))
    c.com[:2] = (1.2 * left - 0.2 * right)[:2]
    plain(wrench.give_wrench)(c, True, True, (0.0, 0.0, WEIGHT), (0.0, 0.0, 0.0), WEIGHT, 0.06)
    knee = sim.data.joint("rKnee.pitch")
    expected = -knee.xaxis @ np.cross(right - knee.xanchor, [0.0, 0.0, 0.06 * WEIGHT])
    assert torque(sim, "rKnee.pitch") == pytest.approx(expected, abs=1.5)


def test_parts_are_carried_as_gravity_pulls_them(plain: Any, sim: Sim) -> None:
    plain(wrench.carry_parts)(sim.actors[0].context, 1.0)
    sim.data.qvel[:] = 0.0
    mujoco.mj_forward(sim.model, sim.data)
    for axis in sim.bodies[0].axes:
        dof = sim.model.joint(axis.model_name).dofadr[0]
        assert torque(sim, axis.name) == pytest.approx(sim.data.qfrc_bias[dof], abs=0.05)


def test_the_force_of_one_leg_comes_from_within_its_sole(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    held = plain(wrench.within_sole)(c, 0, WEIGHT, (5.0, -5.0, 7.0))
    assert held == pytest.approx((5.0, -5.0, 7.0))
    x, y, z = plain(wrench.within_sole)(c, 0, WEIGHT, (500.0, -500.0, 7.0))
    wide = wrench.KEPT * c.legs[0, wrench.LEG_HALF_WIDTH] * WEIGHT
    front = wrench.KEPT * c.legs[0, wrench.LEG_FRONT] * WEIGHT
    assert np.hypot(x, y) == pytest.approx(np.hypot(wide, front))
    assert z == 7.0
