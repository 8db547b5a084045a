"""Hinge angles in closed form against MuJoCo's own kinematics."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control.columns import SERVO_KD, SERVO_KP, SERVO_ON, SERVO_TARGET
from footfall.control.steps import hinged
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim
SIDES = ("l", "r")
AXES = ("Hip.yaw", "Hip.roll", "Hip.pitch", "Knee.pitch", "Ankle.roll", "Ankle.pitch")


@pytest.fixture(scope="module")
def sim() -> Sim:
    made = Sim(compile_text("SKILL test()\nBODY human\nPHASE only\n  POSE waist(0);\n"))
    made.advance(1)
    return made


def place(sim: Sim, axis: str) -> np.ndarray:
    """World place of a hinge."""
    return np.array(sim.data.xanchor[sim.model.joint(axis).id])


def matrix(quat: Any) -> np.ndarray:
    out = np.zeros(9)
    mujoco.mju_quat2Mat(out, np.array(quat, float))
    return out.reshape(3, 3)


@pytest.mark.parametrize("angles", [(0.3, -0.2, 0.5), (-0.6, 0.1, -0.4), (0.0, 0.7, 0.0)])
def test_angles_of_a_rotation_turn_back_into_it(plain: Any, angles: tuple[float, float, float]) -> None:
    turns = []
    for angle, axis in zip(angles, ([0, 0, 1], [1, 0, 0], [0, 1, 0]), strict=True):
        quat = np.zeros(4)
        mujoco.mju_axisAngle2Quat(quat, np.array(axis, float), angle)
        turns.append(matrix(quat))
    quat = np.zeros(4)
    mujoco.mju_mat2Quat(quat, (turns[0] @ turns[1] @ turns[2]).ravel())
    assert plain(hinged.zxy_angles)(tuple(quat)) == pytest.approx(angles, abs=1e-9)


@pytest.mark.parametrize("goal", [(0.1, 0.05, -0.8), (-0.25, -0.1, -0.75), (0.3, 0.2, -0.6)])
@pytest.mark.parametrize("leg", [0, 1])
def test_the_ankle_goes_there_and_the_sole_is_level(
    plain: Any, sim: Sim, leg: int, goal: tuple[float, float, float]
) -> None:
    data, model = sim.data, sim.model
    pelvis = np.array([np.cos(0.1), 0.3 * np.sin(0.1), 0.4 * np.sin(0.1), np.sqrt(0.75) * np.sin(0.1)])
    data.qpos[3:7] = pelvis
    mujoco.mj_kinematics(model, data)
    hip = place(sim, f"{SIDES[leg]}Hip.pitch")
    target = hip + goal
    angles = plain(hinged.leg_angles)(
        sim.actors[0].context, leg, tuple(pelvis), tuple(hip), tuple(target), 0.2
    )
    out = 1.0 if leg == 0 else -1.0
    for axis, angle, sign in zip(AXES, angles, (out, out, 1.0, 1.0, out, 1.0), strict=True):
        data.qpos[model.joint(SIDES[leg] + axis).qposadr[0]] = sign * angle
    mujoco.mj_kinematics(model, data)
    assert place(sim, f"{SIDES[leg]}Ankle.pitch") == pytest.approx(target, abs=0.002)
    foot = data.xmat[model.body(f"{SIDES[leg]}Foot").id].reshape(3, 3)
    assert foot[2, 2] == pytest.approx(1.0, abs=1e-6)


def test_targets_move_and_rates_become_torques(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    dof = sim.actors[0].anatomy.dof_names.index("rHip.roll")
    c.servo[dof, SERVO_ON], c.servo[dof, SERVO_KD] = 1.0, 50.0
    before, torque = float(c.servo[dof, SERVO_TARGET]), float(c.tau[dof])
    plain(hinged.turn_hinges)(c, 1, (0.0, 0.1, 0.0, 0.0, 0.0, 0.0), (0.0, 2.0, 0.0, 0.0, 0.0, 0.0))
    assert c.servo[dof, SERVO_TARGET] - before == pytest.approx(-0.1)  # the right leg's roll is outwards
    assert c.tau[dof] - torque == pytest.approx(-100.0)


def test_targets_go_over_to_others_and_keep_what_is_small(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    dof = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
    was, to = (0.0, 0.0, 0.0, 0.4, 0.0, 0.0), (0.0, 0.0, 0.0, 0.9, 0.0, 0.0)
    send = plain(hinged.send_hinges)
    c.servo[dof, SERVO_ON], c.servo[dof, SERVO_TARGET] = 1.0, 0.5
    send(c, 0, was, to, 1.0, 0.3)
    assert c.servo[dof, SERVO_TARGET] == pytest.approx(1.0)
    c.servo[dof, SERVO_TARGET] = 1.4  # a rad away from the closed form
    send(c, 0, was, to, 1.0, 0.3)
    assert c.servo[dof, SERVO_TARGET] == pytest.approx(1.2)
    c.servo[dof, SERVO_TARGET] = 0.5
    send(c, 0, was, to, 0.5, 0.0)
    assert c.servo[dof, SERVO_TARGET] == pytest.approx(0.7)


def test_a_leg_becomes_stiffer(plain: Any, sim: Sim) -> None:
    c = sim.actors[0].context
    names = sim.actors[0].anatomy.dof_names
    hip, ankle, other = (names.index(name) for name in ("lHip.pitch", "lAnkle.pitch", "rHip.pitch"))
    for dof in (hip, ankle, other):
        c.servo[dof, SERVO_ON], c.servo[dof, SERVO_KP], c.servo[dof, SERVO_KD] = 1.0, 100.0, 10.0
    plain(hinged.stiffen)(c, 0, 2.0, 0.5)
    assert (c.servo[hip, SERVO_KP], c.servo[hip, SERVO_KD]) == (200.0, 5.0)
    assert (c.servo[ankle, SERVO_KP], c.servo[other, SERVO_KP]) == (100.0, 100.0)
