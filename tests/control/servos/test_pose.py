"""POSE against closed forms: one hinge of a body whose other links are too heavy to move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from footfall.body import Body, load_body
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

KP, KD, TARGET = 1.2, 0.06, 0.5


def heavy_but_left_foot(limit: float = 1e6) -> Body:
    """planar7 with a left foot that swings on an immovable rest."""
    body = load_body("planar7")
    links = tuple(
        link if link.name == "lFoot" else replace(link, mass=1e9, inertia=(1e9, 1e9, 1e9))
        for link in body.links
    )
    joints = tuple(
        replace(joint, axes=tuple(replace(axis, limit=limit) for axis in joint.axes)) for joint in body.joints
    )
    return replace(body, links=links, joints=joints)


def foot_inertia(body: Body) -> float:
    foot = body.link("lFoot")
    return foot.inertia[1] + foot.mass * (foot.com[0] ** 2 + foot.com[2] ** 2)


@pytest.fixture
def pendulum(floating: Callable[..., Sim], dof: Callable[[Sim, str], int]) -> Callable[..., tuple[Sim, int]]:
    def make(dt: float, q: float, rate: float, limit: float = 1e6) -> tuple[Sim, int]:
        sim = floating(f"POSE lAnkle({TARGET}, {KP}, {KD});", heavy_but_left_foot(limit), start="rest", dt=dt)
        ankle = dof(sim, "lAnkle.pitch")
        sim.data.qpos[ankle], sim.data.qvel[:] = q, 0.0
        sim.data.qvel[ankle] = rate
        return sim, ankle

    return make


def damped(t: np.ndarray, inertia: float, q0: float, v0: float) -> np.ndarray:
    """Angle of I q'' = kp (target - q) - kd q' at times t."""
    decay = KD / (2 * inertia)
    omega = np.sqrt(KP / inertia - decay**2)
    a, b = q0 - TARGET, (v0 + decay * (q0 - TARGET)) / omega
    return TARGET + np.exp(-decay * t) * (a * np.cos(omega * t) + b * np.sin(omega * t))


def test_a_servoed_foot_swings_as_the_closed_form_says(pendulum: Callable[..., tuple[Sim, int]]) -> None:
    errors = []
    for dt in (1e-3, 5e-4):
        sim, ankle = pendulum(dt, -0.2, 1.0)
        angles = []
        for _ in range(int(0.6 / dt)):
            sim.step(1)
            angles.append(sim.data.qpos[ankle])
        exact = damped(dt * np.arange(1, len(angles) + 1), foot_inertia(sim.bodies[0]), -0.2, 1.0)
        errors.append(np.abs(np.array(angles) - exact).max())
    assert errors[0] < 0.01
    assert errors[1] == pytest.approx(errors[0] / 2, rel=0.1)  # first order, and towards the closed form


def test_damping_is_implicit_from_the_first_tick_on(pendulum: Callable[..., tuple[Sim, int]]) -> None:
    dt = 1e-3
    sim, ankle = pendulum(dt, -0.2, 1.0)
    inertia = foot_inertia(sim.bodies[0])
    for _ in range(3):
        q, v = sim.data.qpos[ankle], sim.data.qvel[ankle]
        sim.step(1)
        expected = (inertia * v + dt * KP * (TARGET - q)) / (inertia + dt * KD)
        assert sim.data.qvel[ankle] == pytest.approx(expected, rel=1e-9)
        assert sim.model.dof_damping[ankle] == pytest.approx(KD)


def test_huge_damping_does_not_blow_up(floating: Callable[..., Sim], dof: Callable[[Sim, str], int]) -> None:
    sim = floating("POSE lAnkle(.5, 1, 500);", heavy_but_left_foot(), start="rest")  # kd dt / I = 40
    ankle = dof(sim, "lAnkle.pitch")
    sim.data.qvel[ankle] = 5.0
    sim.step(50)
    assert abs(sim.data.qvel[ankle]) < 0.01


def test_the_limit_bounds_the_whole_torque(pendulum: Callable[..., tuple[Sim, int]]) -> None:
    dt, limit = 1e-3, 0.3
    sim, ankle = pendulum(dt, -0.2, 0.0, limit)
    inertia, at_limit, seen = foot_inertia(sim.bodies[0]), 0, 0.0
    for _ in range(400):
        q, v = sim.data.qpos[ankle], sim.data.qvel[ankle]
        sim.step(1)
        whole = KP * (TARGET - q) - KD * v
        torque = float(np.clip(whole, -limit, limit))
        at_limit += abs(whole) >= limit
        seen = max(seen, abs(torque))
        assert sim.actors[0].state.clipped[ankle] == pytest.approx(torque, abs=1e-12)
        # the implicit step adds damping against the change of rate only
        assert sim.data.qvel[ankle] - v == pytest.approx(
            dt * torque / (inertia + dt * KD), rel=1e-6, abs=1e-9
        )
    peak, seconds = sim.actors[0].state.extremes[ankle, :2]
    assert 20 < at_limit < 390
    assert seconds == pytest.approx(at_limit * dt)
    assert peak == pytest.approx(seen) == pytest.approx(limit)


@pytest.mark.long
def test_axes_go_where_they_are_told_and_unnamed_ones_to_zero(
    floating: Callable[..., Sim], dof: Callable[[Sim, str], int]
) -> None:
    sim = floating("POSE lHip(-.4).roll(.2), rHip(.1).yaw(.3), rShoulder(-.5).roll(.4).yaw(-.2);", "human")
    sim.step(2500)
    wanted = {
        "lHip.pitch": -0.4, "lHip.roll": 0.2, "lHip.yaw": 0.0, "rHip.pitch": 0.1, "rHip.roll": 0.0,
        "rHip.yaw": 0.3, "rShoulder.pitch": -0.5, "rShoulder.roll": 0.4, "rShoulder.yaw": -0.2,
        "lElbow.pitch": -0.3,
    }  # fmt: skip
    for axis, angle in wanted.items():
        assert sim.data.qpos[dof(sim, axis) + 1] == pytest.approx(angle, abs=0.01), axis
