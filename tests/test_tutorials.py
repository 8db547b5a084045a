"""The tutorials: each step does what its page says of it, and every step is on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall import Sim

DOCS = Path(__file__).parents[1] / "docs"
WALK = [DOCS / "examples" / "walk" / f"{k}.skill" for k in range(1, 8)]
FLIP = [DOCS / "examples" / "backflip" / f"{k}.skill" for k in range(1, 8)]


@pytest.mark.parametrize("name", ["walk", "backflip"])
def test_every_step_is_on_its_page(name: str) -> None:
    page = (DOCS / f"tutorial-{name}.md").read_text(encoding="utf-8")
    files = sorted((DOCS / "examples" / name).iterdir())
    assert [path.name for path in files] == [f"{k}.skill" for k in range(1, 8)]
    assert all(f"(examples/{name}/{path.name})" in page for path in files)


def test_the_steps_of_a_walk() -> None:
    ends = [Sim(str(path)).run(4).end for path in WALK]
    assert ends == ["fell"] * 4 + ["time"] * 3


def test_the_walk_takes_a_push_and_a_parameter() -> None:
    sim = Sim(str(WALK[6]), set={"lean": 0.12})
    sim.push(time=2.0, forward=300, seconds=0.1)
    assert sim.run(6).report()["success"]


@pytest.mark.sim
def test_the_steps_of_a_backflip() -> None:
    found: list[dict[str, Any]] = []
    for path in FLIP:
        rec = Sim(str(path)).run(10)
        found.append(rec.report() | {"turned": -float(rec.qpos[:, 2].min())})
    turned = [row["turned"] for row in found]
    assert found[0]["end"] == "done" and turned[0] < 0.1  # it squats
    assert 2 < turned[1] < 5 < turned[2] > 7  # stretched: not enough; tucked: too much
    assert [row["end"] for row in found[3:]] == ["done"] * 4
    assert all(5.7 < value < 6.7 for value in turned[3:])
    assert all("goal reached" in row["because"] for row in found[5:])
