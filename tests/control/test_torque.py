"""From asked torques to applied ones."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from footfall.body import load_body
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.world import World

pytestmark = pytest.mark.sim


def torques(delay: float, ticks: int) -> np.ndarray:
    """(ticks, dofs) what is applied, tick by tick, from the planar walk's start."""
    body = load_body("planar7")
    sim = Sim("simbicon/walk", body=replace(body, physics=replace(body.physics, delay=delay)))
    rows = []
    for _ in range(ticks):
        sim.step(1)
        rows.append(sim.actors[0].state.clipped.copy())
    return np.array(rows)


def test_a_delay_holds_torques_back() -> None:
    late, prompt = torques(0.005, 8), torques(0.0, 8)
    ticks = round(0.005 / load_body("planar7").physics.timestep)
    assert ticks > 1 and not np.any(late[:ticks])
    np.testing.assert_array_equal(late[ticks], prompt[0])  # what the first tick asked for
    assert np.any(prompt[0])


def test_what_is_on_its_way_is_saved() -> None:
    body = load_body("planar7")
    sim = Sim("simbicon/walk", body=replace(body, physics=replace(body.physics, delay=0.003)))
    sim.step(50)
    here = sim.state()
    sim.step(20)
    expected = sim.data.qpos.copy()
    sim.restore(here)
    sim.step(20)
    np.testing.assert_array_equal(sim.data.qpos, expected)


def pendulum(kp: float, kd: float) -> Sim:
    """A foot on a leg that cannot be moved, weightless; the damping explicit, a step of 0.1 ms."""
    body = load_body("planar17-classic")
    body = replace(body, physics=replace(body.physics, timestep=1e-4))
    heavy = tuple(
        link if link.name == "lFoot" else replace(link, mass=1e6, inertia=(1e6, 1e6, 1e6))
        for link in body.links
    )
    program = compile_text(f"SKILL swing()\nPHASE only\n  POSE lAnkle(0.2, {kp:g}, {kd:g});\n")
    sim = Sim(program, body=replace(body, links=heavy), world=World(gravity=(0.0, 0.0, 0.0)), start="rest")
    sim.data.qpos[1] += 5.0
    return sim


def swung(t: float, inertia: float, kp: float, kd: float, begin: float) -> float:
    """Angle of a damped oscillator that is let go at rest, `begin` away from where it wants to be."""
    decay, natural = kd / (2 * inertia), kp / inertia
    rate = math.sqrt(natural - decay**2)
    return begin * math.exp(-decay * t) * (math.cos(rate * t) + decay / rate * math.sin(rate * t))


@pytest.mark.parametrize(("kp", "kd"), [(40.0, 0.2), (40.0, 0.02), (8.0, 0.1)])
def test_explicit_damping_is_that_of_a_damped_pendulum(kp: float, kd: float) -> None:
    sim = pendulum(kp, kd)
    at = sim.model.joint("lAnkle.pitch").qposadr[0]
    dof = sim.model.joint("lAnkle.pitch").dofadr[0]
    begin = sim.data.qpos[at] - 0.2
    foot = load_body("planar17-classic").link("lFoot")
    inertia = foot.inertia[1] + foot.mass * (foot.com[0] ** 2 + foot.com[2] ** 2)
    for _ in range(20):
        sim.step(100)
        exact = 0.2 + swung(sim.time, inertia, kp, kd, begin)
        assert sim.data.qpos[at] == pytest.approx(exact, abs=0.02 * abs(begin))
    assert sim.model.dof_damping[dof] == 0.0


def test_damping_is_implicit_unless_a_body_says_otherwise() -> None:
    program = compile_text("SKILL still()\nPHASE only\n")
    for name, implicit in (("planar17", True), ("planar17-classic", False)):
        sim = Sim(program, body=name)
        sim.step(3)
        assert bool(np.any(sim.model.dof_damping)) == implicit
