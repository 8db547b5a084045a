"""The stance-hip identity: the joints on the root together give exactly what its servo asks for."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim

LEAN, FACING = 0.1, 0.3
WALK = """
  POSE swKnee(.8), stKnee(.2), lAnkle(.1);
  VPD  swThigh(-.3).by(swHip).feedback(.5, .2);
"""


def shaken(sim: Sim, seed: int) -> None:
    """A random state near the start, small enough that no torque limit is reached."""
    draw = np.random.default_rng(seed)
    noise = np.zeros(sim.model.nv)
    noise[:] = draw.normal(0.0, 0.06, sim.model.nv)
    mujoco.mj_integratePos(sim.model, sim.data.qpos, noise, 1.0)
    sim.data.qvel[:] = draw.normal(0.0, 0.3, sim.model.nv)


def torque_on_child(sim: Sim, joint: str) -> np.ndarray:
    """World torque of a joint on its child: the vector whose parts along the hinges are the hinge torques."""
    names = sim.actors[0].anatomy.dof_names
    dofs = [d for d, name in enumerate(names) if name.split(".")[0] == joint]
    axes = sim.data.xaxis[sim.model.dof_jntid[dofs]]
    return np.linalg.lstsq(axes, sim.actors[0].state.clipped[dofs], rcond=None)[0]


def asked(sim: Sim, quat: np.ndarray, spin: np.ndarray) -> np.ndarray:
    """The pelvis servo by hand, from its orientation (world) and angular velocity (world)."""
    servo = sim.bodies[0].root_servo
    if sim.bodies[0].planar:
        pitch = 2.0 * np.arctan2(quat[2], quat[0])
        return np.array([0.0, servo.kp * (LEAN - pitch) - servo.kd * spin[1], 0.0])
    want, part, error = np.zeros(4), np.zeros(4), np.zeros(3)
    mujoco.mju_euler2Quat(want, np.array([FACING, 0.0, LEAN]), "zxy")
    mujoco.mju_negQuat(part, quat)
    mujoco.mju_mulQuat(part, want, part)
    mujoco.mju_quat2Vel(error, part, 1.0)
    m = np.zeros(9)
    mujoco.mju_quat2Mat(m, quat)
    yaw = np.arctan2(-m[1], m[4])
    turn = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    kp, kd = np.diag([servo.kp, servo.kp, servo.yaw_kp]), np.diag([servo.kd, servo.kd, servo.yaw_kd])
    return turn @ (kp @ turn.T @ error - kd @ turn.T @ spin)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("clause", ["close(stHip)", "close(stHip, shared)", "close(lHip)", "close(rHip)"])
@pytest.mark.parametrize("body", ["planar7", "human"])
def test_root_joints_sum_to_minus_what_the_pelvis_asks(
    floating: Callable[..., Sim], body: str, clause: str, seed: int
) -> None:
    yaw = "" if body == "planar7" else f".yaw({FACING})"
    swing = WALK if "(r" not in clause else WALK.replace("sw", "l").replace("stKnee", "rKnee")
    sim = floating(f"{swing}  VPD pelvis({LEAN}){yaw}.{clause};", body)
    shaken(sim, seed)
    sim.actors[0].state.foot_load[:] = 500.0, 200.0
    mujoco.mj_forward(sim.model, sim.data)
    root = sim.actors[0].arrays["root_body"][0]
    spin = np.zeros(6)
    mujoco.mj_objectVelocity(sim.model, sim.data, mujoco.mjtObj.mjOBJ_XBODY, root, spin, 0)
    wanted = asked(sim, sim.data.xquat[root].copy(), spin[:3])
    sim.step(1)
    state, limits = sim.actors[0].state, sim.actors[0].arrays["limit"]
    assert np.all(np.abs(state.clipped) < limits), "a torque limit: the identity cannot hold"
    joints = [j.name for j in sim.bodies[0].joints if j.parent == sim.bodies[0].root.name]
    given = sum(torque_on_child(sim, name) for name in joints)
    scale = np.abs(wanted).max()
    assert scale > 5.0
    np.testing.assert_allclose(given[1], -wanted[1], atol=1e-9 * scale)
    if body == "human":
        np.testing.assert_allclose(given, -wanted, atol=1e-7 * scale)


@pytest.mark.parametrize("word", ["shared", "grounded"])
@pytest.mark.parametrize("loads", [(600.0, 200.0), (200.0, 600.0), (400.0, 0.0), (0.0, 0.0)])
def test_splits_by_foot_load(floating: Callable[..., Sim], loads: tuple[float, float], word: str) -> None:
    def stance_hip(clause: str, loads: tuple[float, float]) -> np.ndarray:
        sim = floating(f"{WALK} VPD pelvis(.2).{clause};", "human")
        sim.actors[0].state.foot_load[:] = loads
        sim.step(1)
        return torque_on_child(sim, "lHip")

    alone = stance_hip("close(stHip)", loads)
    in_flight = 1.0 if word == "shared" else 0.0  # the stance hip does it alone, or nothing does
    share = loads[0] / sum(loads) if sum(loads) > 0 else in_flight
    np.testing.assert_allclose(stance_hip(f"close(stHip, {word})", loads), share * alone, atol=1e-9)


def test_the_stance_hip_has_no_damping_of_its_own(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int]
) -> None:
    sim = floating(f"{WALK} VPD pelvis(.1).close(stHip);", "planar7")
    sim.step(1)
    assert sim.model.dof_damping[dof(sim, "lHip.pitch")] == 0.0
    assert sim.model.dof_damping[dof(sim, "rHip.pitch")] == sim.bodies[0].joint("rHip").axes[0].kd


@pytest.mark.parametrize("loads", [(600.0, 0.0), (90.0, 30.0), (0.0, 0.0)])
def test_the_torque_fades_on_feet_that_hardly_stand(loads: tuple[float, float]) -> None:
    def hip(clause: str) -> np.ndarray:
        sim = Sim(compile_text(f"SKILL test()\nPHASE only\n{WALK} VPD pelvis(.2).{clause};\n"), body="human")
        sim.data.qpos[2] += 5.0
        sim.actors[0].state.foot_load[:] = loads
        sim.step(1)
        return torque_on_child(sim, "lHip")

    weight = 9.81 * load_body("human").mass
    firm = min(1.0, sum(loads) / (0.3 * weight))
    np.testing.assert_allclose(hip("close(stHip, shared, .3)"), firm * hip("close(stHip, shared)"), atol=1e-6)


@pytest.mark.long
def test_a_grip_bounds_the_turn_about_the_vertical() -> None:
    """Far off its heading, a body turns its pelvis no harder than its feet can answer."""

    def turn(grip: str) -> float:
        text = f"SKILL turn()\nBODY human\nPHASE go\n  VPD pelvis(0).yaw(1).close(lHip, shared){grip};\n"
        sim = Sim(compile_text(text, name="turn"))
        sim.advance(20)  # feet carry by now
        return abs(float(torque_on_child(sim, "lHip")[2]) + float(torque_on_child(sim, "rHip")[2]))

    free, held = turn(""), turn(".grip(.05)")
    assert held < 0.5 * free
