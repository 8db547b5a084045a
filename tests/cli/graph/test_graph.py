from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_the_graph_is_printed_and_drawn(footfall: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "graph.svg"
    answer = footfall("graph", "--out", str(out))
    assert answer.code == 0
    assert "one-leg-balance" in answer.out
    assert out.read_text(encoding="utf-8").startswith("<svg")


def test_json_has_all_of_it(footfall: Callable[..., Any]) -> None:
    data = json.loads(footfall("graph", "--json").out)
    assert data["start"] == "stand"
    assert {"from", "to", "kind", "ok", "of"} <= set(data["edges"][0])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["graph", "--out", "graph.png"], "end it in .svg"),
        (["graph", "measure", "--edge", "stand"], "write A:B"),
        (["graph", "measure", "--edge", "stand:wlk"], "did you mean 'walk'?"),
        (["graph", "measure", "--n", "0"], "from 1 to 10000"),
        (["graph", "walk", "--moves", "0"], "from 1 to 100000"),
        (["graph", "--graph", "none.toml"], "check the path"),
        (["go", "wlak to x = 8"], "did you mean 'walk'?"),
        (["go", ""], "walk to x = 8"),
    ],
)
def test_bad_input(footfall: Callable[..., Any], arguments: list[str], said: str) -> None:
    answer = footfall(*arguments)
    assert answer.code == 2
    assert said in answer.err


@pytest.mark.sim
def test_a_short_walk_and_a_short_way(footfall: Callable[..., Any], tmp_path: Path) -> None:
    saved = tmp_path / "walk.npz"
    walk = json.loads(footfall("graph", "walk", "--moves", "2", "--save", str(saved), "--json").out)
    assert walk["moves"] == len(walk["path"]) == 2
    assert (walk["mended"], walk["lost"]) == (0, False)
    assert footfall("replay", str(saved)).code == 0
    way = json.loads(footfall("go", "stand", "--json").out)
    assert (way["reached"], way["moves"], way["falls"]) == (True, 1, 0)
