"""`run` and `replay` on the simulator itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.sim

KEYS = {
    "cadence",
    "step_length",
    "double_support",
    "cost_of_transport",
    "natural",
    "skill",
    "body",
    "seconds",
    "end",
    "success",
    "because",
    "switches",
    "fell_at",
    "distance",
    "speed",
    "speed_side",
    "steps",
    "heading_error",
    "foot_slide",
    "knee_over",
    "shake",
    "peak_torque",
    "seconds_at_limit",
    "x_realtime",
    "wall_seconds",
    "seed",
    "state_hash",
    "goal_missed",
    "apex",
    "air_time",
    "posture",
}


def one_object(text: str) -> dict[str, Any]:
    assert text.count("\n") == 1
    value: dict[str, Any] = json.loads(text)
    return value


def test_json_has_exactly_the_promised_keys(footfall: Callable[..., Any]) -> None:
    answer = footfall("run", "simbicon/walk", "--seconds", "1", "--json")
    assert answer.code == 0
    report = one_object(answer.out)
    assert set(report) == KEYS
    assert (report["skill"], report["body"], report["end"], report["seed"]) == (
        "simbicon/walk",
        "planar7",
        "time",
        0,
    )
    assert report["seconds"] == pytest.approx(1.0)
    assert len(report["distance"]) == 2


def test_seeds_are_runs_and_a_count(footfall: Callable[..., Any]) -> None:
    result = one_object(footfall("run", "simbicon/walk", "--seconds", "1", "--seeds", "3", "--json").out)
    assert [run["seed"] for run in result["runs"]] == [1, 2, 3]
    assert result["ok"] == sum(run["success"] for run in result["runs"])
    assert all(set(run) == KEYS for run in result["runs"])
    assert len({run["state_hash"] for run in result["runs"]}) == 3


def test_a_seed_gives_the_same_run_alone_as_among_others(footfall: Callable[..., Any]) -> None:
    many = one_object(footfall("run", "simbicon/walk", "--seconds", "0.5", "--seeds", "2", "--json").out)
    alone = one_object(footfall("run", "simbicon/walk", "--seconds", "0.5", "--seed", "2", "--json").out)
    assert alone["state_hash"] == many["runs"][1]["state_hash"]


def test_a_fall_is_a_result_not_a_failure(footfall: Callable[..., Any]) -> None:
    answer = footfall("run", "simbicon/walk", "--seconds", "4", "--json", "--push", "0.5:0.5:5000")
    report = one_object(answer.out)
    assert answer.code == 0
    assert report["end"] == "fell"
    assert report["success"] is False
    assert 0.5 < report["fell_at"] < 4


def test_the_report_for_people_says_how_it_went(footfall: Callable[..., Any]) -> None:
    out = footfall("run", "simbicon/walk", "--seconds", "1").out
    assert all(word in out for word in ("simbicon/walk", "planar7", "m/s", "steps", "state"))


def test_a_saved_run_replays_to_the_same_state(footfall: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "walk.npz"
    saved = one_object(
        footfall(
            *("run", "simbicon/walk", "--seconds", "1", "--seed", "4", "--push", "0.3:0.1:100"),
            *("--json", "--save", str(path)),
        ).out
    )
    answer = footfall("replay", str(path), "--json")
    replayed = one_object(answer.out)
    assert answer.code == 0
    assert replayed["same"] is True
    assert replayed["state_hash"] == saved["state_hash"]


def test_a_file_that_is_no_recording_is_bad_input(footfall: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "walk.npz"
    path.write_bytes(b"not a recording")
    answer = footfall("replay", str(path))
    assert answer.code == 2
    assert "walk.npz" in answer.err
    assert "Traceback" not in answer.err


def test_set_reaches_the_skill(footfall: Callable[..., Any]) -> None:
    plain = one_object(footfall("run", "simbicon/walk3d", "--seconds", "0.5", "--json").out)
    turned = one_object(
        footfall("run", "simbicon/walk3d", "--seconds", "0.5", "--json", "--set", "heading=20deg").out
    )
    assert plain["state_hash"] != turned["state_hash"]


def test_physics_are_chosen_by_name(footfall: Callable[..., Any]) -> None:
    hashes = [
        one_object(footfall("run", "moves/stand", "--seconds", "0.1", "--json", *more).out)["state_hash"]
        for more in ((), ("--physics", "careful"))
    ]
    assert hashes[0] == hashes[1]  # the body's own
    ran = footfall("run", "moves/stand", "--physics", "carefull")
    assert ran.code == 2 and "no physics 'carefull'" in ran.err and "careful" in ran.err


def test_then_switches_and_a_bare_name_means_the_same_group(
    footfall: Callable[..., Any], tmp_path: Path
) -> None:
    saved = tmp_path / "walk.npz"
    answer = footfall("run", "walk", "--then", "walk@.5s", "--seconds", "1.5", "--json", "--save", str(saved))
    assert answer.code == 0, answer.err
    switches = one_object(answer.out)["switches"]
    assert [s["skill"] for s in switches] == ["simbicon/walk"] and switches[0]["time"] >= 0.5
    assert footfall("replay", str(saved)).code == 0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("walk", "GAIT@SECONDS"),
        ("walk@", "GAIT@SECONDS"),
        ("walk@-1", "GAIT@SECONDS"),
        ("@3", "GAIT@SECONDS"),
        ("wolk@3", "walk"),
        ("walk3d@1", "human"),
    ],
)
def test_bad_switches_are_bad_input(footfall: Callable[..., Any], text: str, word: str) -> None:
    answer = footfall("run", "simbicon/walk", "--then", text, "--seconds", "1")
    assert answer.code == 2 and "--then" in answer.err and word in answer.err


def test_a_switch_that_came_too_late_is_said_and_no_success(footfall: Callable[..., Any]) -> None:
    asked = ("run", "simbicon/walk", "--then", "walk@9", "--seconds", "1")
    answer = footfall(*asked)
    said = "simbicon/walk did not take over: the run ended at 1.00 s, before 9 s"
    assert answer.code == 0 and said in answer.out
    report = one_object(footfall(*asked, "--json").out)
    assert report["end"] == "time" and report["success"] is False and said in report["because"]
    many = one_object(footfall(*asked, "--seeds", "2", "--json").out)
    assert many["ok"] == 0
    assert footfall(*asked, "--seeds", "2").out.count(said) == 2
