"""From asked torques to applied ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall.body import load_body
from footfall.engine.sim import Sim

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
