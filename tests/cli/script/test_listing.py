from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from footfall.cli.script.listing import GROUNDS


def test_list_names_skills_bodies_and_grounds(footfall: Callable[..., Any]) -> None:
    found = json.loads(footfall("list", "--json").out)
    assert {"simbicon/walk", "simbicon/walk3d"} <= {skill["name"] for skill in found["skills"]}
    assert {"planar7", "human"} <= {body["name"] for body in found["bodies"]}
    assert all(skill["doc"] and skill["body"] for skill in found["skills"])


def test_list_for_people_names_them_too(footfall: Callable[..., Any]) -> None:
    out = footfall("list").out
    assert all(name in out for name in ("simbicon/walk3d", "planar7", "human", "stairs"))


@pytest.mark.parametrize("name", [name for name, _ in GROUNDS])
def test_every_ground_in_the_list_is_one_that_the_parser_knows(name: str) -> None:
    from footfall.world import parse_ground

    examples = {
        "slope:DEG": "slope:5",
        "steps:X=H,…": "steps:1=0.1,2=0",
        "profile:X=H,…": "profile:0=0,2=0.2",
        "stairs:RISE,TREAD,COUNT": "stairs:0.1,0.3,4",
        "bumps:HEIGHT": "bumps:0.02",
        "fig5[:OFFSET]": "fig5:0.4",
    }
    assert parse_ground(examples.get(name, name), 0) is not None
