"""The numbers of a report, on made-up recordings whose answers are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.recording.report import heading_error, report, shake
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.script import compile_text

STEP = 0.005


def made_up(n: int = 2000, **changes: Any) -> Recording:
    """A body with two knees that glides along x at 1 m/s."""
    time = STEP * np.arange(n)
    arrays = {
        "time": time, "qpos": np.zeros((n, 5)), "qvel": np.zeros((n, 5)), "tau": np.zeros((n, 5)),
        "phase": np.zeros(n, np.int64), "side": np.zeros(n, np.int64),
        "com": np.stack([time, 0 * time, 0 * time + 1], axis=1), "loads": np.full((n, 2), 400.0),
        "heading": np.zeros(n), "ground": np.zeros(n), "slip": np.zeros((n, 4)), "trace": np.zeros((0, 6)),
    }  # fmt: skip
    header = {
        "skill": "made/up", "body": "figure", "dt": 0.001, "ticks": 5 * n, "wall_seconds": 2.0,
        "verdict": "running", "verdict_tick": 0, "planar": False, "inputs": {}, "events": [],
        "goal": False, "has_goal": False,
        "dof_names": ["", "", "", "lKnee.pitch", "rKnee.pitch"], "axes": ["lKnee.pitch", "rKnee.pitch"],
        "extremes": [[10.0, 0.0, 0.1, 1.0], [20.0, 0.5, 0.0, 1.2]],
        "knees": {"lKnee.pitch": 1, "rKnee.pitch": 1},
        "foot_track": [[0, 0, 0.004, 0, 9], [0, 0, 0.011, 0, 8]], "phase_names": ["glide"], "seed": 3,
        "state_hash": "0" * 16,
    }  # fmt: skip
    arrays |= {k: v for k, v in changes.items() if k in arrays}
    header |= {k: v for k, v in changes.items() if k not in arrays}
    return Recording(header, arrays, Snapshot({}), "")


def test_plain_facts() -> None:
    facts = report(made_up())
    assert facts["speed"] == pytest.approx(1.0) and facts["speed_side"] == 0.0
    assert facts["distance"] == pytest.approx([9.995, 0.0])
    assert (facts["steps"], facts["foot_slide"], facts["knee_over"], facts["shake"]) == (17, 0.011, 0.0, 0.0)
    assert facts["peak_torque"] == {"lKnee.pitch": 10.0, "rKnee.pitch": 20.0}
    assert facts["seconds_at_limit"] == {"lKnee.pitch": 0.0, "rKnee.pitch": 0.5}
    assert facts["x_realtime"] == 5.0 and facts["seconds"] == 10.0
    assert facts["end"] == "time" and facts["success"] and facts["fell_at"] is None


def test_speed_counts_the_second_half_only() -> None:
    time = STEP * np.arange(2000)
    x = np.where(time < 5, 0.0, -0.5 * (time - 5))
    rec = made_up(com=np.stack([x, 0 * x, 0 * x + 1], axis=1))
    assert report(rec)["speed"] == pytest.approx(-0.5, rel=1e-3)


def test_speed_is_along_the_commanded_heading() -> None:
    time = STEP * np.arange(2000)
    com = np.stack([0 * time, time, 0 * time + 1], axis=1)
    north = report(made_up(com=com, inputs={"heading": np.pi / 2}))
    assert (north["speed"], north["speed_side"]) == (pytest.approx(1.0), pytest.approx(0.0, abs=1e-9))
    east = report(made_up(com=com))
    assert (east["speed"], east["speed_side"]) == (pytest.approx(0.0), pytest.approx(1.0))


def test_heading_error_is_the_largest_in_degrees_and_wraps() -> None:
    assert report(made_up(heading=np.linspace(0, -0.2, 2000)))["heading_error"] == pytest.approx(
        np.degrees(0.2), abs=1e-3
    )
    around = made_up(heading=np.full(2000, -np.pi + 0.1), inputs={"heading": np.pi - 0.1})
    assert report(around)["heading_error"] == pytest.approx(np.degrees(0.2), abs=1e-3)


def test_a_changed_heading_gets_time_to_be_followed() -> None:
    time = STEP * np.arange(2000)
    event = {"tick": 2000, "kind": "set", "what": {"actor": 0, "name": "heading", "value": 0.5}}
    slow = made_up(heading=np.clip(0.25 * (time - 2), 0, 0.5), events=[event])
    assert report(slow)["heading_error"] == pytest.approx(0.0, abs=1e-6)
    never = made_up(events=[event])
    assert report(never)["heading_error"] == pytest.approx(np.degrees(0.5), abs=1e-3)
    assert heading_error(made_up(heading=np.ones(2000), planar=True), np.zeros(2000)) == 0.0


def test_a_knee_past_straight_is_seen_whichever_way_it_bends() -> None:
    over = [[0, 0, -0.05, 1.0], [0, 0, 0.0, 1.0]]
    assert report(made_up(extremes=over))["knee_over"] == pytest.approx(np.degrees(0.05), abs=1e-3)
    bird = [[0, 0, -1.0, 0.1], [0, 0, -1.0, 0.0]]
    backwards = {"lKnee.pitch": -1, "rKnee.pitch": -1}
    assert report(made_up(extremes=bird, knees=backwards))["knee_over"] == pytest.approx(
        np.degrees(0.1), abs=1e-3
    )


def rates(*parts: tuple[float, float]) -> np.ndarray:
    """Joint rates that are a sum of (amplitude, Hz); the root's columns shake wildly and do not count."""
    time = STEP * np.arange(2000)
    wave = sum(a * np.sin(2 * np.pi * hz * time) for a, hz in parts)
    out = np.tile(np.sin(2 * np.pi * 50 * time)[:, None] * 100, (1, 5))
    out[:, 3:] = np.asarray(wave)[:, None]
    return out


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (((1.0, 2.0),), 0.0),
        (((1.0, 20.0),), 1.0),
        (((1.0, 2.0), (1.0, 30.0)), 0.5),
        (((2.0, 1.0), (1.0, 40.0)), 0.2),
    ],
)
def test_shake_is_the_share_of_power_above_12_hz(
    parts: tuple[tuple[float, float], ...], expected: float
) -> None:
    assert shake(made_up(qvel=rates(*parts))) == pytest.approx(expected, abs=0.05)


def test_foot_strikes_are_no_shaking() -> None:
    qvel, loads = rates((1.0, 1.5)), np.full((2000, 2), 400.0)
    draw = np.random.default_rng(1)
    for row in range(100, 1900, 100):
        loads[row - 40 : row, 0] = 0.0  # lifted, and struck at `row`
        qvel[row : row + 10, 3:] += draw.normal(0.0, 5.0, (10, 1))
    assert shake(made_up(qvel=qvel, loads=loads)) < 0.02
    assert shake(made_up(qvel=qvel)) > 0.2  # the same without strikes to excuse it


@pytest.mark.parametrize(
    ("verdict", "goal", "success"),
    [("running", None, True), ("done", None, True), ("fell", None, False), ("stuck", None, False),
     ("diverged", None, False), ("running", False, False), ("running", True, True), ("fell", True, False)],
)  # fmt: skip
def test_success_and_its_reason(verdict: str, goal: bool | None, success: bool) -> None:
    rec = made_up(verdict=verdict, verdict_tick=1234, goal=bool(goal), has_goal=goal is not None)
    facts = report(rec)
    assert facts["success"] is success
    assert facts["end"] == ("time" if verdict == "running" else verdict)
    assert facts["because"] and "\n" not in facts["because"]
    assert facts["fell_at"] == (1.234 if verdict == "fell" else None)


def test_a_run_that_never_began_has_a_report_too() -> None:
    empty = {k: v[:0] for k, v in made_up().arrays.items()}
    facts = report(made_up(ticks=0, **empty))
    assert facts["speed"] == 0.0 and facts["distance"] == [0.0, 0.0]


def test_apex_and_air_time_of_a_throw() -> None:
    """A body thrown straight up rises by v²/2g and is back after 2 v/g."""
    sim = Sim(compile_text("SKILL test()\nFALL time < 0\nPHASE only\n  POSE lKnee(0);\n"), body="planar7")
    sim.step(1)
    height, v, g = float(sim.actors[0].state.com[2]), 3.0, 9.81
    sim.data.qvel[1] += v
    facts = sim.run(1.0).report()
    assert facts["apex"] == pytest.approx(height + v * v / (2 * g), abs=0.01)
    assert facts["air_time"] == pytest.approx(2 * v / g, abs=0.03)
    assert Sim("simbicon/walk").run(2.0).report()["air_time"] < 0.02
