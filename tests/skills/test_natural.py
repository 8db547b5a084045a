"""Walks with a parameter `natural`: like people's when it is 1, and as sure as ever when they are pushed."""

from __future__ import annotations

import pytest

from footfall.control.columns import CYCLE_COUNT
from footfall.engine.recording.gait import gait_of
from footfall.engine.sim import Sim
from footfall.natural.curves import likeness
from footfall.natural.people import bands, cadence, double_support
from footfall.world import parse_push

pytestmark = pytest.mark.sim

BODY = "human-spine"
SECONDS = 12.0
PUSH = "6.4:0.4:0,150"  # s, s, N: fells the natural walk unless it gives way


def walk(skill: str, speed: float, natural: float, push: str | None = None) -> Sim:
    """A simulation that has not begun."""
    pushes = [parse_push(push)] if push else []
    sim = Sim(skill, body=BODY, set={"speed": speed, "natural": natural})
    sim.set_pushes(pushes)
    return sim


@pytest.mark.parametrize(
    ("skill", "speed"),
    [("genbicon/walk", 0.8), ("genbicon/walk", 1.1), ("genbicon/walk", 1.4), ("pivot/walk", 0.8)],
)
def test_a_natural_walk_is_like_a_persons(skill: str, speed: float) -> None:
    rec = walk(skill, speed, 1.0).run(SECONDS)
    gait = gait_of(rec)
    assert rec.end == "time" and gait is not None and gait.score is not None
    figures = gait.figures
    assert gait.score > 85.0
    assert figures["speed"] == pytest.approx(speed, abs=0.1)
    assert figures["cadence"] == pytest.approx(cadence(figures["speed"]), rel=0.12)
    assert figures["double_support"] == pytest.approx(double_support(figures["speed"]), abs=0.06)
    for joint, alike in {"hip": 0.9, "knee": 0.9, "ankle": 0.75}.items():
        found, rms = likeness(gait.curves[joint], bands()[joint].middle)
        assert found >= alike and rms <= 8.0, joint
    assert rec.report()["foot_slide"] < 0.015


@pytest.mark.parametrize("skill", ["genbicon/walk", "pivot/walk"])
def test_between_robust_and_natural_it_walks_too(skill: str) -> None:
    steps = []
    for natural in (0.0, 0.5, 1.0):
        rec = walk(skill, 0.8, natural).run(SECONDS)
        assert rec.end == "time"
        steps.append(rec.report()["cadence"])
    assert steps[0] > steps[1] > steps[2]


def test_it_gives_way_when_it_is_pushed_and_comes_back() -> None:
    rec = walk("genbicon/walk", 1.1, 1.0, PUSH).run(22.0)
    assert rec.end == "time"
    before = gait_of(walk("genbicon/walk", 1.1, 1.0).run(SECONDS))
    after = gait_of(rec, 15.0)
    assert before is not None and after is not None
    assert after.figures["cadence"] == pytest.approx(before.figures["cadence"], rel=0.05)


@pytest.mark.parametrize(("body", "slide"), [("human", 0.02), ("human-spine", 0.02)])
def test_a_fast_balanced_walk_holds(body: str, slide: float) -> None:
    rec = Sim("genbicon/walk", body=body, preset="balanced", set={"speed": 1.7}).run(SECONDS)
    report = rec.report()
    assert rec.end == "time"
    assert report["speed"] == pytest.approx(1.7, abs=0.15)
    assert report["foot_slide"] < slide


def test_a_heavy_body_that_is_not_built_like_people_walks_as_ever() -> None:
    reports = [
        Sim("genbicon/walk", body="beast-heavy", preset=preset).run(4.0).report()
        for preset in ("robust", "natural")
    ]
    for name in ("distance", "cadence", "foot_slide"):
        assert reports[0][name] == reports[1][name]


@pytest.mark.parametrize("preset", ["robust", "balanced", "natural"])
def test_cycles_are_counted_at_every_other_step(preset: str) -> None:
    """Pushes by phase wait for them."""
    sim = Sim("genbicon/walk", body=BODY, preset=preset, set={"speed": 0.8})
    sim.advance(round(4.0 / sim.dt))
    before = int(sim.actors[0].state.cycle[CYCLE_COUNT])
    rec = sim.run(8.0)
    counted = int(sim.actors[0].state.cycle[CYCLE_COUNT]) - before
    assert counted == pytest.approx(rec.report()["cadence"] / 60.0 * 8.0 / 2.0, abs=1.0)
