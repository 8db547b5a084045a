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
        (["--path", "1,0", "--set", "heading=1"], "the path sets the heading"),
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
