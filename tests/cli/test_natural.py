"""``footfall natural``: a walk's figures as JSON and text, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def test_a_walk_is_measured_and_drawn(footfall: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.png"
    answer = footfall("natural", "simbicon/walk", "--seconds", "6", "--json", "--plot", str(page))
    walk = json.loads(answer.out)["walks"][0]
    assert walk["skill"] == "simbicon/walk" and 0 < walk["natural"] < 100
    assert walk["figures"]["cadence"] > 0 and set(walk["joints"]) == {"hip", "knee", "ankle"}
    assert page.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simbicon/walk", "--speed", "fast"), "cannot read 'fast'"),
        (("simbicon/walk", "--seconds", "0"), "--seconds"),
        (("simbicon/wolk",), "walk"),
        (("simbicon/walk", "--speed", "1"), "speed"),
    ],
)
def test_bad_input_is_answered_with_code_2(footfall: Any, arguments: tuple[str, ...], said: str) -> None:
    answer = footfall("natural", *arguments)
    assert answer.code == 2 and said in answer.err
