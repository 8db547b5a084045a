"""A small search problem: the planar walk, two numbers free."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.learn.job import Bundle

SCRIPT = Path(__file__).parents[2] / "src" / "footfall" / "skills" / "simbicon" / "walk.skill"


@pytest.fixture
def bundle() -> Callable[..., Bundle]:
    """``bundle(terms=[{"kind": "speed", "target": 1.0}], scenarios=[{"seconds": 2.0}])``."""
    from footfall.learn.objective.file import objective_from
    from footfall.learn.prepare import prepare

    def make(skill: str = "simbicon/walk", free: str | None = None, **tables: Any) -> Bundle:
        if skill == "simbicon/walk" and free is None:
            free = "lean,dt"  # more of its numbers are marked
        asked = {
            "term": tables.pop("terms", [{"kind": "speed", "target": 1.0}]),
            "scenario": tables.pop("scenarios", [{"seconds": 2.0}]),
            **tables,
        }
        return prepare(skill, objective_from(asked, "test"), free=free)

    return make
