"""`footfall join`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.sim
def test_the_command_writes_a_skill(footfall: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "on.skill"
    words = (
        "--evaluations",
        "1",
        "--phases",
        "2",
        "--json",
        "-o",
        str(file),
        "--graph",
        str(tmp_path / "g.toml"),
    )
    found = json.loads(footfall("join", "moves/walk", "moves/fast-walk", *words).out)
    assert found["learned"] <= found["of"] and found["file"] == str(file)
    assert "PHASE arrive" in file.read_text()
    assert found["edge"] == "walk -> fast-walk" and (tmp_path / "g.toml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("moves/wlak", "moves/stand"), "moves/walk"),
        (("moves/walk", "moves/stand", "--phases", "0"), "--phases"),
        (("moves/walk", "moves/stand", "--minutes", "-1"), "--minutes"),
        (("moves/walk", "moves/stand", "-o", "no/such/file.skill"), "--output"),
        (("moves/walk", "moves/stand", "--search", "cmaes"), "one-plus-one"),
        (("moves/walk", "moves/stand", "--from", "nowhere"), "nowhere"),
        (("moves/walk", "moves/stand", "--blend", "no.skill"), "no.skill"),
        (("moves/walk", "moves/hop", "--at", "fligth"), "--at"),
        (("moves/walk", "simbicon/walk3d"), "body"),
    ],
)
def test_bad_input(footfall: Callable[..., Any], words: tuple[str, ...], said: str) -> None:
    answer = footfall("join", *words)
    assert answer.code == 2
    assert said in answer.err
