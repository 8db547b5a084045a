"""Worlds as plain data: heights, props and pushes come back to the last bit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.world import Balls, Push, World, parse_env, parse_ground, parse_prop
from footfall.world.data import world_data, world_from

GROUNDS = (
    "flat",
    "slope:3.3",
    "steps:1=.1,2=.05",
    "profile:1=0,2=.3",
    "stairs:.05,.4,9",
    "bumps:.03",
    "fig5:.1",
)


def back(world: World) -> World:
    return world_from(json.loads(json.dumps(world_data(world))))


def same_ground(a: World, b: World) -> bool:
    one, two = a.ground, b.ground
    plain = (one.kind, one.origin, one.cell, one.text) == (two.kind, two.origin, two.cell, two.text)
    return plain and np.array_equal(one.profile, two.profile) and np.array_equal(one.grid, two.grid)


@pytest.mark.parametrize("ground", GROUNDS)
def test_every_ground_comes_back(ground: str) -> None:
    world = World(ground=parse_ground(ground, seed=3))
    assert same_ground(back(world), world)


@pytest.mark.parametrize(
    "ground", ["2DPlane(-200, -7.3, 200, 9.1)", "2DPlane(-1, -.1, 1, .1)", "Heightfield(a.hf)"]
)
def test_the_ground_of_an_environment_comes_back(ground: str, tmp_path: Path) -> None:
    (tmp_path / "a.hf").write_text("-1.1 7.7 5 0 .123456789012345 .3 .1 0")
    (tmp_path / "a.env").write_text(
        f"ENTITIES {{ G = {ground}; B = Box(9, .3, 2, .3, 0); S = Stairs(3, .4, .1, 3); }}"
    )
    world = parse_env(tmp_path / "a.env")
    assert same_ground(back(world), world) and back(world).props == world.props


def test_all_the_rest_comes_back() -> None:
    world = World(
        friction=0.7,
        gravity=(0.1, 0.0, -1 / 3),
        pushes=(Push(1.5, None, 0.2, (1.0, 2.0, 3.0)), Push(None, 0.3, 0.1, (0.0, 0.0, 1e-9), "lFoot")),
        balls=Balls(0.3, 4.0, 1.5),
        ball_pool=3,
        props=(parse_prop("crate.box(.4,.4,.4).at(2,0,.2).mass(80).friction(.2)"),),
    )
    again = back(world)
    for name in ("friction", "gravity", "pushes", "balls", "ball_pool", "props"):
        assert getattr(again, name) == getattr(world, name)


BROKEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "no ground": lambda d: d.pop("ground"),
    "an unknown ground": lambda d: d["ground"].update(kind="lava"),
    "bumps without a grid": lambda d: d["ground"].update(kind="bumps"),
    "a cut profile": lambda d: d["ground"]["profile"].update(shape=[7, 2]),
    "an endless profile": lambda d: d["ground"]["profile"].update(shape=[2**40, 2**40]),
    "a negative shape": lambda d: d["ground"]["profile"].update(shape=[-1, -2]),
    "no base64": lambda d: d["ground"]["profile"].update(data="***"),
    "a million balls": lambda d: d.update(ball_pool=10**6),
    "an endless force": lambda d: d.update(
        pushes=[{"time": 0, "phase": None, "duration": 1, "force": [float("inf"), 0, 0]}]
    ),
    "an endless gravity": lambda d: d.update(gravity=[0, 0, float("inf")]),
    "a prop without size": lambda d: d.update(
        props=[
            {"name": "a", "kind": "box", "size": [0, 1, 1], "position": [0, 0, 0], "mass": 1, "fixed": True}
        ]
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_world_is_refused(name: str) -> None:
    data = json.loads(json.dumps(world_data(World())))
    BROKEN[name](data)
    with pytest.raises(FootfallError):
        world_from(data)
