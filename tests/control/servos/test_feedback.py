"""Foot-placement feedback: perturb where the body is and how fast it goes, and read the hip's torque."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
import pytest

from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

CD, CV, LATERAL_CD, LATERAL_CV = 0.7, 0.4, 0.5, 0.3
SIDES = {"l": ("r", 1.0), "r": ("l", -1.0)}  # swing side -> stance side, and which way is outwards in y


def text(swing: str, extra: str = "") -> str:
    side = f".feedback({CD}, {CV}).lateral({LATERAL_CD}, {LATERAL_CV}){extra}"
    return f"VPD {swing}Thigh(0).by({swing}Hip){side};"


def hip_torque(sim: Sim, axis: str, dof: Callable[[Sim, str], int]) -> float:
    """Torque of the next tick, which is not kept."""
    before = sim.state()
    sim.step(1)
    torque = float(sim.actors[0].state.tau[dof(sim, axis)])
    sim.restore(before)
    return torque


def offset(sim: Sim, ankle: str) -> np.ndarray:
    """From an ankle to the hip midpoint, world."""
    mujoco.mj_kinematics(sim.model, sim.data)
    first = {a.joint: a for j in sim.bodies[0].joints for a in reversed(j.axes)}
    at = {
        name: sim.data.xanchor[sim.model.joint(first[name].model_name).id] for name in ("lHip", "rHip", ankle)
    }
    return 0.5 * (at["lHip"] + at["rHip"]) - at[ankle]


@pytest.mark.parametrize("swing", ["l", "r"])
@pytest.mark.parametrize("body", ["planar7", "human"])
def test_a_body_ahead_of_its_stance_ankle_swings_the_thigh_forward(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int], body: str, swing: str
) -> None:
    sim = floating(text(swing), body, start="rest")
    stance, _ = SIDES[swing]
    kp = sim.bodies[0].joint(swing + "Hip").axes[-1].kp
    before, d_before = hip_torque(sim, f"{swing}Hip.pitch", dof), offset(sim, stance + "Ankle")
    hip = dof(sim, f"{stance}Hip.pitch") + (0 if body == "planar7" else 1)
    sim.data.qpos[hip] += 0.2  # the stance leg goes back: the body is further ahead of its ankle
    d = offset(sim, stance + "Ankle") - d_before
    assert d[0] > 0.05
    change = hip_torque(sim, f"{swing}Hip.pitch", dof) - before
    assert change < 0  # forward is negative pitch
    assert change == pytest.approx(-kp * CD * d[0], rel=0.02)


@pytest.mark.parametrize("swing", ["l", "r"])
@pytest.mark.parametrize("body", ["planar7", "human"])
def test_a_faster_body_swings_the_thigh_forward(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int], body: str, swing: str
) -> None:
    sim = floating(text(swing), body, start="rest")
    kp = sim.bodies[0].joint(swing + "Hip").axes[-1].kp
    before = hip_torque(sim, f"{swing}Hip.pitch", dof)
    sim.data.qvel[0] = 0.5
    assert hip_torque(sim, f"{swing}Hip.pitch", dof) - before == pytest.approx(-kp * CV * 0.5, rel=0.02)


@pytest.mark.parametrize("swing", ["l", "r"])
@pytest.mark.parametrize("left", [0.4, -0.4])
def test_a_body_that_drifts_sideways_steps_to_that_side(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int], swing: str, left: float
) -> None:
    sim = floating(text(swing), "human", start="rest")
    kp = sim.bodies[0].joint(swing + "Hip").axes[1].kp
    before = hip_torque(sim, f"{swing}Hip.roll", dof)
    sim.data.qvel[1] = left
    outwards = SIDES[swing][1] * left
    change = hip_torque(sim, f"{swing}Hip.roll", dof) - before
    assert change == pytest.approx(kp * LATERAL_CV * outwards, rel=0.05)


@pytest.mark.parametrize("swing", ["l", "r"])
def test_a_body_beside_its_stance_ankle_steps_to_that_side(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int], swing: str
) -> None:
    sim = floating(text(swing), "human", start="rest")
    stance, sign = SIDES[swing]
    kp = sim.bodies[0].joint(swing + "Hip").axes[1].kp
    before, d_before = hip_torque(sim, f"{swing}Hip.roll", dof), offset(sim, stance + "Ankle")
    sim.data.qpos[dof(sim, f"{stance}Hip.roll") + 1] += (
        0.2  # the stance leg goes out: the body is over the swing side
    )
    d = sign * (offset(sim, stance + "Ankle") - d_before)[1]
    assert d > 0.05
    change = hip_torque(sim, f"{swing}Hip.roll", dof) - before
    assert change == pytest.approx(kp * LATERAL_CD * d, rel=0.05)


@pytest.mark.parametrize("yaw", [0.0, 1.0, 2.5, -1.6])
def test_feedback_turns_with_the_heading(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int], yaw: float
) -> None:
    sim = floating(text("l"), "human", start="rest")
    sim.data.qpos[3:7] = np.cos(yaw / 2), 0.0, 0.0, np.sin(yaw / 2)
    still = hip_torque(sim, "lHip.pitch", dof), hip_torque(sim, "lHip.roll", dof)
    kp_roll, kp_pitch = (a.kp for a in sim.bodies[0].joint("lHip").axes[1:])
    forward, left = 0.3, 0.2
    sim.data.qvel[:2] = forward * np.cos(yaw) - left * np.sin(yaw), forward * np.sin(yaw) + left * np.cos(yaw)
    moved = hip_torque(sim, "lHip.pitch", dof), hip_torque(sim, "lHip.roll", dof)
    assert moved[0] - still[0] == pytest.approx(-kp_pitch * CV * forward, rel=0.05)
    assert moved[1] - still[1] == pytest.approx(kp_roll * LATERAL_CV * left, rel=0.05)


def test_limits_bound_the_target_after_feedback(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int]
) -> None:
    free, bounded = (
        floating(text("l", extra), "planar7", start="rest") for extra in ("", ".limits(-.3, .1)")
    )
    for speed, target in ((50.0, -0.3), (-50.0, 0.1)):
        for sim in (free, bounded):
            sim.data.qvel[0] = speed
        kp = bounded.bodies[0].joint("lHip").axes[0].kp
        thigh = bounded.data.qpos[2] + bounded.data.qpos[dof(bounded, "lHip.pitch")]
        torque = hip_torque(bounded, "lHip.pitch", dof)
        assert torque == pytest.approx(kp * (target - thigh), rel=1e-6)
        assert abs(hip_torque(free, "lHip.pitch", dof)) > abs(torque)


def test_a_sagittal_law_alone_takes_the_bodys_lateral_gains(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int]
) -> None:
    own = floating("VPD lThigh(0).by(lHip).feedback(.5, .2);", "human", start="rest")
    cd, cv = own.bodies[0].lateral
    told = floating(f"VPD lThigh(0).by(lHip).feedback(.5, .2).lateral({cd}, {cv});", "human", start="rest")
    for sim in (own, told):
        sim.data.qvel[1] = 0.3
    assert cv > 0
    assert hip_torque(own, "lHip.roll", dof) == hip_torque(told, "lHip.roll", dof) != 0.0
