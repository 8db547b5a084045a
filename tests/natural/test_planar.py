"""The natural walk in the plane: within people's bars, and robust again when something pushes it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.natural import misses
from footfall.engine.recording.gait import gait_of
from footfall.engine.sim import Sim
from footfall.world import parse_push

pytestmark = pytest.mark.sim
WALK = "moves/walk"


@pytest.mark.parametrize("preset", ["balanced", "natural"])
@pytest.mark.parametrize("seed", [0, 21])
def test_it_walks_as_people_do(preset: str, seed: int) -> None:
    rec = Sim(WALK, preset=preset, seed=seed).run(20.0)
    gait = gait_of(rec)
    assert rec.end == "time" and gait is not None and gait.score is not None
    assert gait.score > 90.0
    assert misses(gait, rec.report()["foot_slide"]) == []


def test_the_stroll_alone_walks_as_people_do() -> None:
    rec = Sim("moves/stroll").run(20.0)
    assert rec.end == "time"
    assert misses(gait_of(rec), rec.report()["foot_slide"]) == []


def test_it_is_robust_unless_told_otherwise() -> None:
    default, named = Sim(WALK).run(4.0), Sim(WALK, preset="robust").run(4.0)
    assert np.array_equal(default.arrays["qpos"], named.arrays["qpos"])


@pytest.mark.parametrize("preset", ["balanced", "natural"])
@pytest.mark.parametrize("push", ["7.3:0.2:200,0", "7.6:0.2:-200,0"])
def test_it_gives_way_to_the_robust_walk_and_comes_back(preset: str, push: str) -> None:
    sim = Sim(WALK, preset=preset)
    sim.reset(pushes=[parse_push(push)])
    rec = sim.run(18.0)
    assert rec.end == "time"
    quick = np.array([not path.startswith("people") for path in rec.phase_paths])
    assert not quick[(rec.time > 6.0) & (rec.time < 7.2)].any()
    assert quick[(rec.time > 7.6) & (rec.time < 9.0)].any()
    assert not quick[rec.time > 15.0].any()


def test_it_becomes_natural_and_robust_while_it_walks() -> None:
    sim = Sim(WALK)
    for value in (1.0, 0.0, 1.0):
        sim.set(natural=value)
        assert sim.advance(int(6.0 / sim.dt)) == int(6.0 / sim.dt)
