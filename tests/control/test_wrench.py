"""Forces through both legs: what the ground gives, and that soles stay flat."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control import wrench
from footfall.control.columns import (
    LEG_BACK,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_TARGET,
)
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
    plain(wrench.give_wrench)(c, True, True, (0.0, 0.0, WEIGHT), (0.0, 0.0, 0.0), WEIGHT, 0.0, 0.0)
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
    plain(wrench.give_wrench)(c, True, True, (0.0, 0.0, WEIGHT), (0.0, 0.0, 0.0), WEIGHT, 0.06, 0.0)
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


def test_a_torque_is_cut_to_what_a_load_on_the_sole_can_answer(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    front, back, half = (float(c.legs[0, k]) for k in (LEG_FRONT, LEG_BACK, LEG_HALF_WIDTH))
    cut = plain(wrench.within_sole)
    assert cut(c, 0, (500.0, 700.0, 9.0), 300.0, 0.0) == (500.0, 700.0, 9.0)  # feet may tip
    for m, ahead, aside in (
        ((0.0, -700.0), front, 0.0),
        ((0.0, 700.0), -back, 0.0),
        ((500.0, 0.0), 0.0, half),
    ):
        x, y, z = cut(c, 0, (*m, 9.0), 300.0, 1.0)
        assert (x, y, z) == pytest.approx((300.0 * aside, -300.0 * ahead, 9.0))
    assert cut(c, 0, (1.0, -2.0, 0.0), 300.0, 1.0) == pytest.approx((1.0, -2.0, 0.0))
    assert cut(c, 0, (1.0, -2.0, 0.0), -5.0, 1.0) == pytest.approx((0.0, 0.0, 0.0))


def test_the_force_of_one_leg_comes_from_within_its_sole(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context

    def given(t: tuple[float, float, float], soles: float, rest: float = 0.0) -> float:
        c.tau[:] = 0.0
        plain(wrench.give_wrench)(c, True, False, (0.0, 0.0, WEIGHT), t, WEIGHT, 0.0, soles, rest)
        return torque(sim, "lAnkle.pitch")

    small, large = (0.0, 5.0, 0.0), (0.0, 5000.0, 0.0)
    assert given(small, 0.0) != given((0.0, 0.0, 0.0), 0.0)  # what a sole can give is given
    assert given(large, 0.0) == given((0.0, 9000.0, 0.0), 0.0) == given(large, wrench.KEPT)
    assert abs(given(large, 0.0, rest=WEIGHT)) > abs(given(large, 0.0))  # what servos carry loads it too


def test_a_share_of_a_sole_is_about_its_middle(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    front, back = float(c.legs[0, LEG_FRONT]), float(c.legs[0, LEG_BACK])
    _, y, _ = plain(wrench.within_sole)(c, 0, (0.0, -700.0, 0.0), 300.0, 0.5)
    assert y == pytest.approx(-300.0 * (0.5 * (front - back) + 0.25 * (front + back)))


@pytest.mark.parametrize("servo", [0.0, 40.0])
def test_an_ankle_gives_no_more_with_its_servo_than_the_sole_answers(
    plain: Any, sim: Sim, servo: float
) -> None:
    actor = sim.actors[0]
    c, dof = actor.context, actor.anatomy.dof_names.index("lAnkle.pitch")
    for name in ("lAnkle.pitch", "lAnkle.roll"):
        c.servo[actor.anatomy.dof_names.index(name), SERVO_ON] = 0.0
    c.foot_load[0] = 300.0
    c.tau[dof] = 200.0 - servo
    if servo:
        at = c.qpos[c.dof_qpos[dof]]
        c.servo[dof, SERVO_ON], c.servo[dof, SERVO_KP], c.servo[dof, SERVO_KD] = 1.0, servo, 0.0
        c.servo[dof, SERVO_TARGET] = at + 1.0
    plain(wrench.keep_flat)(c, 0, 1.0)
    assert c.tau[dof] + servo == pytest.approx(300.0 * float(c.legs[0, LEG_FRONT]), rel=1e-3)
    c.tau[dof] = 200.0
    plain(wrench.keep_flat)(c, 0, 0.0)
    assert c.tau[dof] == 200.0
