"""Low fixed boxes across the way are ground to a walker; other things are not."""

from __future__ import annotations

import pytest

from footfall.world import World, parse_ground
from footfall.world.ground import Ground, known_profile
from footfall.world.props import Prop


def beam(**changes: object) -> Prop:
    values: dict[str, object] = {
        "name": "beam",
        "kind": "box",
        "size": (0.2, 3.0, 0.1),
        "position": (2.0, 0.0, 0.05),
        "mass": 1.0,
        "fixed": True,
    }
    return Prop(**(values | changes))  # type: ignore[arg-type]


def height(world: World, x: float) -> float:
    return Ground("profile", known_profile(world.ground, world.props)).height(x)


def test_a_beam_on_the_floor_is_known() -> None:
    world = World(props=(beam(),))
    assert [height(world, x) for x in (1.89, 1.91, 2.09, 2.11)] == pytest.approx([0.0, 0.1, 0.1, 0.0])


def test_a_beam_stands_on_the_ground_below_it() -> None:
    world = World(ground=parse_ground("steps:1=.3"), props=(beam(position=(2.0, 0.0, 0.35)),))
    assert [height(world, x) for x in (0.5, 1.5, 2.0, 2.5)] == pytest.approx([0.0, 0.3, 0.4, 0.3])


@pytest.mark.parametrize(
    "changes",
    [
        {"position": (2.0, 0.0, 1.4)},  # a bar overhead
        {"size": (0.2, 0.4, 0.1)},  # one can walk round it
        {"position": (2.0, 5.0, 0.05)},  # beside the way
        {"size": (0.2, 3.0, 1.0), "position": (2.0, 0.0, 0.5)},  # a wall
        {"fixed": False},
        {"kind": "sphere"},
    ],
)
def test_other_things_are_not(changes: dict[str, object]) -> None:
    assert len(known_profile(World().ground, (beam(**changes),))) == 1
