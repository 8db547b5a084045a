"""World-frame servos turn parts the way the script's signs say, whatever way the body faces."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
import pytest

from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

ANGLE = 0.3
# part -> (its joint, roll axis in the heading frame, yaw axis) for a positive angle
LIMBS = {
    "lThigh": ("lHip", (1, 0, 0), (0, 0, 1)),
    "rThigh": ("rHip", (-1, 0, 0), (0, 0, -1)),
    "lArm": ("lShoulder", (1, 0, 0), (0, 0, 1)),
    "rArm": ("rShoulder", (-1, 0, 0), (0, 0, -1)),
    "trunk": ("waist", (-1, 0, 0), (0, 0, 1)),
    "head": ("neck2head", (-1, 0, 0), (0, 0, 1)),
}


def upright(sim: Sim, yaw: float) -> None:
    sim.data.qpos[3:7] = np.cos(yaw / 2), 0.0, 0.0, np.sin(yaw / 2)
    sim.data.qpos[7:] = 0.0
    sim.data.qvel[:] = 0.0


def joint_torque(sim: Sim, joint: str) -> np.ndarray:
    """World torque on the joint's child."""
    dofs = [d for d, n in enumerate(sim.actors[0].anatomy.dof_names) if n.split(".")[0] == joint]
    axes = sim.data.xaxis[sim.model.dof_jntid[dofs]]
    return np.linalg.lstsq(axes, sim.actors[0].state.tau[dofs], rcond=None)[0]


def turned(vector: tuple[float, float, float], yaw: float) -> np.ndarray:
    x, y, z = vector
    return np.array([np.cos(yaw) * x - np.sin(yaw) * y, np.sin(yaw) * x + np.cos(yaw) * y, z])


@pytest.mark.parametrize("yaw", [0.0, 2.0])
@pytest.mark.parametrize("part", LIMBS)
def test_limbs_and_trunk_turn_about_the_right_axis(
    floating: Callable[..., Sim], part: str, yaw: float
) -> None:
    joint, roll_axis, yaw_axis = LIMBS[part]
    limb = part[0] in "lr" and part[1].isupper()
    for clause, angle, axis, column in (
        ("", ANGLE, (0, 1, 0), 2),
        (f".roll({ANGLE})", 0.0, roll_axis, 1),
        (f".yaw({ANGLE if limb else ANGLE + yaw})", 0.0, yaw_axis, 0),
    ):
        sim = floating(f"VPD {part}({angle}){clause}.by({joint});", "human", start="rest")
        upright(sim, yaw)
        sim.step(1)
        gains = sim.bodies[0].joint(joint).axes
        np.testing.assert_allclose(
            joint_torque(sim, joint), gains[column].kp * ANGLE * turned(axis, yaw), atol=1e-9, err_msg=clause
        )


@pytest.mark.parametrize("yaw", [0.0, -2.0])
def test_the_pelvis_turns_about_the_right_axis(floating: Callable[..., Sim], yaw: float) -> None:
    for clause, angle, axis in (
        ("", ANGLE, (0, 1, 0)),
        (f".roll({ANGLE})", 0.0, (-1, 0, 0)),
        (f".yaw({ANGLE + yaw})", 0.0, (0, 0, 1)),
    ):
        sim = floating(f"VPD pelvis({angle}){clause}.close(lHip);", "human", start="rest")
        upright(sim, yaw)
        sim.step(1)
        servo = sim.bodies[0].root_servo
        kp = servo.yaw_kp if axis[2] else servo.kp
        asked = sim.actors[0].state.closing[3:6]
        np.testing.assert_allclose(asked, kp * ANGLE * turned(axis, yaw), atol=1e-9, err_msg=clause)


@pytest.mark.long
@pytest.mark.parametrize(("part", "joint"), [("lThigh", "lHip"), ("rFoot", "rAnkle"), ("trunk", "waist")])
def test_a_world_servo_holds_its_part_while_the_root_tumbles(
    floating: Callable[..., Sim], part: str, joint: str
) -> None:
    sim = floating(f"VPD {part}(.2).by({joint});", "human", start="rest")
    sim.data.qvel[4] = 0.3  # the root pitches forward by 0.12 rad
    sim.step(400)
    body = sim.model.body(sim.bodies[0].part(part).model_name).id
    mujoco.mj_kinematics(sim.model, sim.data)
    m = sim.data.xmat[body]
    loose = floating(f"POSE {joint}(.2);", "human", start="rest")
    loose.data.qvel[4] = 0.3
    loose.step(400)
    mujoco.mj_kinematics(loose.model, loose.data)
    pitches = [np.arctan2(-mat[6], mat[8]) for mat in (m, loose.data.xmat[body])]
    assert abs(pitches[0] - 0.2) < 0.5 * abs(pitches[1] - 0.2)


def test_damping_of_a_world_servo_acts_on_the_parts_own_rate(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int]
) -> None:
    sim = floating("VPD lThigh(0).by(lHip);", "planar7", start="rest")
    axis = sim.bodies[0].joint("lHip").axes[0]
    hip = dof(sim, "lHip.pitch")
    for root_rate, hip_rate in ((0.5, 0.0), (0.0, 0.5), (0.5, -0.5)):
        sim.data.qvel[:] = 0.0
        sim.data.qvel[2], sim.data.qvel[hip] = root_rate, hip_rate
        error = -(sim.data.qpos[2] + sim.data.qpos[hip])
        before = sim.state()
        sim.step(1)
        expected = axis.kp * error - axis.kd * (root_rate + hip_rate)
        assert sim.actors[0].state.tau[hip] == pytest.approx(expected, rel=1e-9)
        assert sim.model.dof_damping[hip] == pytest.approx(axis.kd)  # the joint's share is implicit
        sim.restore(before)


def test_a_part_on_the_parents_side_is_moved_by_the_reaction(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int]
) -> None:
    sim = floating("VPD trunk(.2).by(lHip);", "planar7", start="rest")
    sim.step(1)
    assert (
        sim.actors[0].state.tau[dof(sim, "lHip.pitch")] < 0.0
    )  # the thigh is pushed back, the trunk forward
