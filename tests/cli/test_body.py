from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(("name", "mass", "dof"), [("planar7", 90.0, 9), ("human", 70.4, 34)])
def test_body_prints_facts_and_draws(
    footfall: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    mass: float,
    dof: int,
) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    picture = tmp_path / "body.png"
    facts = json.loads(footfall("body", name, "--json", "--picture", str(picture)).out)
    assert facts["mass"] == pytest.approx(mass)
    assert facts["dof"] == dof
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_body_goes_to_out_when_no_picture_is_named(
    footfall: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    monkeypatch.chdir(tmp_path)
    assert "lKnee" in footfall("body", "planar7").out
    assert (tmp_path / "out" / "planar7.png").is_file()


def test_an_unknown_start_offers_the_nearest(footfall: Callable[..., Any]) -> None:
    answer = footfall("body", "human", "--start", "wakling")
    assert answer.code == 2
    assert "walking" in answer.err
