"""Golden gaits: every skill of the library does what `expected.toml` says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.sim import Sim
from footfall.script import skill_names

pytestmark = pytest.mark.sim

EXPECTED: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("expected.toml").read_text())
STARTS = [(skill, start) for skill, row in EXPECTED.items() for start in row["starts"]]
PUSHES = [(skill, push) for skill, row in EXPECTED.items() for push in row["pushes"]]
BOUNDS = ("heading_error", "foot_slide", "knee_over", "shake")


def test_every_skill_of_the_library_is_in_the_table() -> None:
    assert set(EXPECTED) == set(skill_names())


@pytest.mark.parametrize(("skill", "start"), STARTS)
def test_a_gait_keeps_its_speed_and_stays_up(skill: str, start: str) -> None:
    row = EXPECTED[skill]
    facts = Sim(skill, start=start).run(row["seconds"]).report()
    assert facts["end"] == "time", facts["because"]
    assert facts["speed"] == pytest.approx(row["speed"], rel=0.05)
    assert abs(facts["speed_side"]) < 0.1
    assert facts["steps"] > row["seconds"]
    for bound in BOUNDS:
        assert facts[bound] < row.get(bound, float("inf")), bound


@pytest.mark.parametrize(("skill", "newtons"), PUSHES)
def test_a_gait_survives_its_pushes(skill: str, newtons: float) -> None:
    sim = Sim(skill)
    for time in (5.0, 10.0):
        sim.push(forward=newtons, seconds=0.1, time=time)
    facts = sim.run(16).report()
    assert facts["end"] == "time", facts["because"]
    assert facts["speed"] == pytest.approx(EXPECTED[skill]["speed"], rel=0.25)


def test_a_push_too_far_is_a_fall() -> None:
    sim = Sim("simbicon/walk")
    sim.push(forward=5000, seconds=0.1, time=1.0)
    assert sim.run(5).end == "fell"


@pytest.mark.parametrize("skill", EXPECTED)
def test_a_gait_alternates_its_feet(skill: str) -> None:
    rec = Sim(skill).run(6)
    steps = [int(s) for s in rec.side[1:][rec.side[1:] != rec.side[:-1]]]
    assert len(steps) >= 8
    assert all(a != b for a, b in zip(steps, steps[1:], strict=False))
