"""Worlds as data: ground, friction, gravity, pushes, wind and thrown balls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from footfall.world.environment import parse_env, read_heights
from footfall.world.ground import GROUND_KINDS, Ground, parse_ground
from footfall.world.props import Prop, parse_prop, prop_of
from footfall.world.pushes import Balls, Push, parse_balls, parse_push
from footfall.world.wind import Wind, parse_wind
from footfall.world.world import World

if TYPE_CHECKING:
    from footfall.world.build import add_look, add_world, ball_radius

__all__ = [
    "GROUND_KINDS",
    "Balls",
    "Ground",
    "Prop",
    "Push",
    "Wind",
    "World",
    "add_look",
    "add_world",
    "ball_radius",
    "parse_balls",
    "parse_env",
    "parse_ground",
    "parse_prop",
    "parse_push",
    "parse_wind",
    "prop_of",
    "read_heights",
]

# These need MuJoCo; checking options does not.
_LAZY = {"add_world": "build", "ball_radius": "build", "add_look": "build"}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
