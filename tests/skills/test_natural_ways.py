"""The natural walk starts, stops and turns: from a weight shift, within few steps, head and chest first."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import natural_ways_seen as seen
from benchmarks.natural_ways import asked
from footfall.engine.sim import Sim
from footfall.world import parse_push

pytestmark = pytest.mark.sim

BODY, WALK = "human-spine", "genbicon/walk"
PRESETS = ("natural", "balanced")


@pytest.mark.parametrize("preset", PRESETS)
def test_at_speed_0_it_stands(preset: str) -> None:
    rec = Sim(WALK, body=BODY, preset=preset, set={"speed": 0.0}).run(5.0)
    assert rec.end == "time" and not seen.seen_in(rec).steps
    assert float(np.abs(rec.com[:, :2]).max()) < 0.1


def test_the_robust_walk_steps_in_place() -> None:
    rec = Sim(WALK, body=BODY, preset="robust", set={"speed": 0.0}).run(4.0)
    assert len(seen.seen_in(rec).steps) > 4


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("speed", [0.75, 1.05])  # m/s
def test_it_sets_off_from_a_weight_shift_and_does_not_march(preset: str, speed: float) -> None:
    rec = asked(preset, {"speed": 0.0}, 1.3, {"speed": speed})
    motion = seen.seen_in(rec)
    first = motion.steps[0]
    assert rec.end == "time" and first.leaves > 1.3
    assert motion.shift(first) > 0.4 and first.length > 0.3
    assert max(step.speed for step in motion.steps[:4]) >= 0.85 * speed


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("speed", [0.75, 1.05])  # m/s
def test_it_stops_and_stands(preset: str, speed: float) -> None:
    counts = []
    for wait in (7.1, 7.4, 7.7):
        rec = asked(preset, {"speed": speed}, wait, {"speed": 0.0})
        after = [step for step in seen.seen_in(rec).steps if step.lands > wait]
        assert rec.end == "time" and after[-1].lands - wait < 8.0
        counts.append(len(after))
    assert min(counts) <= 3  # one that is asked for late in a swing may take more


@pytest.mark.parametrize("preset", PRESETS)
def test_head_and_chest_lead_a_turn(preset: str) -> None:
    rec = asked(preset, {"speed": 0.9}, 7.3, {"heading": seen.QUARTER})
    motion = seen.seen_in(rec)
    head, chest, pelvis = (motion.turned(part, 7.3, 0.2) for part in seen.PARTS)
    assert rec.end == "time" and head < chest < pelvis < 2.0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("push", ["2:0.4:100,0", "2:0.4:-100,0", "2:0.4:0,100", "2.3:0.4:0,-100"])
def test_a_push_makes_it_step_and_it_stands_again(preset: str, push: str) -> None:
    sim = Sim(WALK, body=BODY, preset=preset, set={"speed": 0.0})
    sim.set_pushes([parse_push(push)])
    rec = sim.run(12.0)
    assert rec.end == "time"
    assert all(step.lands < 9.0 for step in seen.seen_in(rec).steps)
