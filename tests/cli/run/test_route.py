"""`run --path`: what it says, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--path", "3;4"], "no way point"),
        (["--path", "3,a"], "must be a number"),
        (["--loop"], "--loop goes with --path"),
        (["--path", "1,0", "--set", "heading=1"], "the path sets heading and speed"),
        (["--path", "1,0", "--set", "speed=0@3"], "the path sets heading and speed"),
        (["--set", "speed=0@x"], "cannot read"),
        (["--set", "sped=0@3"], "no parameter 'sped'"),
        (["--set", "sped=0@3", "--seeds", "2"], "no parameter 'sped'"),
        (["--path", "1,0", "--set", "speed=-1"], "not a legal value"),
    ],
)
def test_bad_paths_end_with_code_2(footfall: Callable[..., Any], options: list[str], says: str) -> None:
    answer = footfall("run", "genbicon/walk", *options)
    assert answer.code == 2 and says in answer.err


@pytest.mark.sim
def test_the_report_says_which_points_were_passed(footfall: Callable[..., Any]) -> None:
    answer = footfall("run", "genbicon/go", "--path", "1,0", "--json")
    assert answer.code == 0
    report = json.loads(answer.out)
    assert report["end"] == "time" and report["path"]["arrived"]
    assert report["path"]["passed"][0]["off"] < 0.3


@pytest.mark.sim
def test_a_parameter_is_set_when_its_time_comes(footfall: Callable[..., Any]) -> None:
    steps = []
    for late in ("--set=speed=.6@1", "--set=speed=.6@9"):
        answer = footfall("run", "genbicon/go", late, "--seconds", "3", "--json")
        steps.append(json.loads(answer.out)["steps"])
    assert steps[0] > 2 and steps[1] == 0


@pytest.mark.sim
def test_each_seed_follows_the_path_and_is_set_by_itself(footfall: Callable[..., Any]) -> None:
    asked = ("run", "genbicon/go", "--path", "1,0", "--set", "step_height=.03@1", "--json")
    runs = json.loads(footfall(*asked, "--seeds", "2").out)["runs"]
    alone = json.loads(footfall(*asked, "--seed", "2").out)
    assert all(run["path"]["arrived"] for run in runs)
    assert runs[1] | {"wall_seconds": 0, "x_realtime": 0} == alone | {"wall_seconds": 0, "x_realtime": 0}
    assert runs[0]["state_hash"] != runs[1]["state_hash"]


@pytest.mark.sim
def test_a_path_that_was_not_reached_is_no_success(footfall: Callable[..., Any], tmp_path: Path) -> None:
    saved = tmp_path / "walk.npz"
    asked = ("run", "genbicon/go", "--path", "1,0; 8,0", "--seconds", "5", "--json", "--save", str(saved))
    report = json.loads(footfall(*asked).out)
    assert report["end"] == "time" and report["success"] is False
    assert "way point 2 of 2 (8, 0) was not reached" in report["because"]
    again = json.loads(footfall("replay", str(saved), "--json").out)
    assert again["same"] and again["because"] == report["because"] and again["path"] == report["path"]


@pytest.mark.sim
def test_a_parameter_set_after_the_end_is_no_success(footfall: Callable[..., Any]) -> None:
    report = json.loads(footfall("run", "genbicon/go", "--set=speed=.6@9", "--seconds", "2", "--json").out)
    assert report["success"] is False
    assert "speed was not set to 0.6 at 9 s: the run ended at 2.00 s" in report["because"]
