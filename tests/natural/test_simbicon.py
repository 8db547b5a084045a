"""Natural walks of walk3d and stroll3d: within people's bars, and robust again when something pushes them."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.natural import misses
from footfall.engine.recording.gait import gait_of
from footfall.engine.sim import Sim
from footfall.world import parse_push

pytestmark = pytest.mark.sim
WALKS = ("simbicon/walk3d", "simbicon/stroll3d")


@pytest.mark.parametrize("skill", WALKS)
@pytest.mark.parametrize("preset", ["balanced", "natural"])
def test_it_walks_as_people_do(skill: str, preset: str) -> None:
    rec = Sim(skill, preset=preset).run(20.0)
    assert rec.end == "time"
    assert misses(gait_of(rec), rec.report()["foot_slide"]) == []


@pytest.mark.parametrize(
    ("skill", "preset"),
    [("simbicon/walk3d", "balanced"), ("genbicon/walk", "balanced"), ("simbicon/stroll3d", "robust")],
)
def test_its_default_is_a_preset(skill: str, preset: str) -> None:
    default, named = Sim(skill).run(4.0), Sim(skill, preset=preset).run(4.0)
    assert np.array_equal(default.arrays["qpos"], named.arrays["qpos"])


@pytest.mark.parametrize("push", ["8:0.4:0,150", "8:0.4:0,-150", "8:0.4:150,0", "8:0.4:-150,0"])
def test_a_balanced_walk_stands_pushes(push: str) -> None:
    sim = Sim("simbicon/walk3d", preset="balanced")
    sim.reset(pushes=[parse_push(push)])
    assert sim.run(16.0).end == "time"


@pytest.mark.parametrize("skill", WALKS)
def test_it_becomes_natural_and_robust_while_it_walks(skill: str) -> None:
    sim = Sim(skill)
    for value in (1.0, 0.0, 1.0):
        sim.set(natural=value)
        assert sim.advance(int(6.0 / sim.dt)) == int(6.0 / sim.dt)
