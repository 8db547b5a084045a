"""Golden numbers: every skill of the library does what `expected.toml` says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.body import Body
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script import skill_names
from footfall.script.source import classic_names

pytestmark = pytest.mark.sim

EXPECTED: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("expected.toml").read_text())
STARTS = [(skill, start) for skill, row in EXPECTED.items() for start in row.get("starts", [None])]
SEEDS = [(skill, seed) for skill, row in EXPECTED.items() for seed in range(1, row.get("seeds", 0) + 1)]
SEEDS = SEEDS[::2]  # every second one; `benchmarks/must_show.py` has ten and more starts of each
BOUNDS = ("heading_error", "foot_slide", "knee_over", "shake")
SECONDS = 10.0


def pushes(key: str) -> list[tuple[str, float]]:
    """(skill, newtons) of every push under a key of the table."""
    return [(skill, newtons) for skill, row in EXPECTED.items() for newtons in row.get(key, [])]


def strikes(rec: Recording, foot: int) -> list[float]:
    """Times at which a foot (0 left, 1 right) takes load after 0.1 s in the air, s."""
    loaded = rec.loads[:, foot] > 20.0
    found: list[float] = []
    in_air_since = 0.0
    for now, down, was_down in zip(rec.time[1:], loaded[1:], loaded[:-1], strict=True):
        if was_down and not down:
            in_air_since = now
        elif down and not was_down and now - in_air_since > 0.1:
            found.append(float(now))
    return found


def test_every_skill_of_the_library_is_in_the_table() -> None:
    classic = {name for name in classic_names() if name.endswith(".s")}  # a .t is a part of others
    assert set(EXPECTED) == set(skill_names()) | classic


def check_steps(rec: Recording, row: dict[str, Any]) -> None:
    """A gait puts one foot down after the other, and keeps its stride."""
    if row.get("alternates", True):
        order = sorted((time, foot) for foot in (0, 1) for time in strikes(rec, foot))
        feet = [foot for time, foot in order if time > 2.0]  # the first steps may shuffle
        assert len(feet) >= 8
        assert all(a != b for a, b in zip(feet, feet[1:], strict=False))
    if "stride" in row:
        landed = strikes(rec, 1)
        stride = float(np.median(np.diff(landed[len(landed) // 2 :])))
        assert stride == pytest.approx(row["stride"], rel=0.05)


def check_run(skill: str, start: str | None, seed: int, body: Body | None = None) -> None:
    row = EXPECTED[skill]
    sim = Sim(skill, body=body, start=start, seed=seed)
    if body is None and len(sim.actors) == 1 and not skill.startswith("classic/"):  # they tell dialects
        assert sim.notes == ()  # it misses nothing on its own body
    rec = sim.run(row.get("seconds", SECONDS))
    facts = rec.report()
    assert facts["success"], facts["because"]
    if "speed" not in row:
        return
    if seed == 0 and body is None and start == row.get("starts", [None])[0]:
        check_steps(rec, row)
    assert facts["end"] == "time"
    assert facts["speed"] == pytest.approx(row["speed"], abs=row.get("within", 0.05 * abs(row["speed"])))
    assert abs(facts["speed_side"]) < row.get("speed_side", 0.1)
    assert facts["steps"] > facts["seconds"]
    for bound in BOUNDS:
        assert facts[bound] < row.get(bound, float("inf")), bound


@pytest.mark.parametrize(("skill", "start"), STARTS)
def test_a_skill_does_what_the_table_says(skill: str, start: str | None) -> None:
    check_run(skill, start, 0)


@pytest.mark.parametrize(("skill", "seed"), SEEDS)
def test_it_does_so_from_drawn_starts(skill: str, seed: int) -> None:
    check_run(skill, None, seed)


def check_push(skill: str, newtons: float, body: Body | None = None) -> None:
    sim = Sim(skill, body=body)
    for time in (5.0, 10.0):
        sim.push(forward=newtons, seconds=0.1, time=time)
    facts = sim.run(16).report()
    assert facts["end"] == "time", facts["because"]
    assert facts["speed"] == pytest.approx(EXPECTED[skill]["speed"], rel=0.25)


@pytest.mark.parametrize(("skill", "newtons"), pushes("pushes"))
def test_a_gait_survives_its_pushes(skill: str, newtons: float) -> None:
    check_push(skill, newtons)


@pytest.mark.parametrize(("skill", "newtons"), pushes("in_place"))
def test_a_pose_is_kept_in_place_under_a_light_push(skill: str, newtons: float) -> None:
    sim = Sim(skill)
    sim.push(forward=newtons, seconds=0.1, time=5.0)
    facts = sim.run(12).report()
    assert facts["success"], facts["because"]
    assert facts["steps"] == 0
    assert abs(facts["distance"][0]) < 0.1


@pytest.mark.parametrize(("skill", "newtons"), pushes("with_steps"))
def test_a_hard_push_is_answered_with_steps(skill: str, newtons: float) -> None:
    sim = Sim(skill)
    sim.push(forward=newtons, seconds=0.1, time=5.0)
    facts = sim.run(20).report()
    assert facts["success"], facts["because"]
    assert facts["steps"] > 0


def test_a_push_too_far_is_a_fall() -> None:
    sim = Sim("simbicon/walk")
    sim.push(forward=5000, seconds=0.1, time=1.0)
    assert sim.run(5).end == "fell"


@pytest.mark.parametrize("at", [1.0, 4.0])  # on its way down, and down
def test_a_squat_rises_when_it_is_told_to(at: float) -> None:
    for seed in (1, 2, 3):
        sim = Sim("moves/squat", seed=seed)
        sim.then("rise", at=at)
        facts = sim.run(10).report()
        assert facts["end"] == "done" and facts["success"], facts["because"]
