"""`run --path`: what it says, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--path", "3;4"], "no way point"),
        (["--path", "3,a"], "must be a number"),
        (["--loop"], "--loop goes with --path"),
        (["--path", "1,0", "--seeds", "3"], "--path is of one run"),
        (["--path", "1,0", "--set", "heading=1"], "the path sets heading and speed"),
        (["--path", "1,0", "--set", "speed=0@3"], "the path sets heading and speed"),
        (["--set", "speed=0@x"], "cannot read"),
        (["--set", "sped=0@3"], "no parameter 'sped'"),
        (["--set", "speed=0@3", "--seeds", "2"], "of one run"),
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
