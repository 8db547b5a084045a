"""The ground as a walker knows it: its profile, and on it the boxes that lie across the way."""

from __future__ import annotations

import numpy as np

from footfall.world.ground import F64, Ground
from footfall.world.props import Prop
from footfall.world.world import World

WIDE = 1.0  # m: a narrower box is walked round, not over
HIGH = 0.5  # m: a higher one is a wall
CLOSE = 0.02  # m: how far above the ground a box may begin that stands on it


def known_profile(world: World) -> F64:
    """The profile (K, 2) of a world's ground, x and height (m), with its fixed low boxes on it."""
    ground = world.ground
    if ground.kind == "bumps":
        return ground.profile
    for prop in sorted(world.props, key=lambda prop: prop.position[0]):
        if _lies_across(prop, ground):
            ground = _with_box(ground, prop)
    return ground.profile


def _lies_across(prop: Prop, ground: Ground) -> bool:
    if prop.kind != "box" or not prop.fixed or prop.size[1] < WIDE:
        return False
    if abs(prop.position[1]) > prop.size[1] / 2:
        return False
    floor = ground.height(prop.position[0] - prop.size[0] / 2)
    below, above = (prop.position[2] + k * prop.size[2] / 2 - floor for k in (-1, 1))
    return below < CLOSE and 0.0 < above < HIGH


def _with_box(ground: Ground, prop: Prop) -> Ground:
    x0, x1 = (prop.position[0] + k * prop.size[0] / 2 for k in (-1, 1))
    top = prop.position[2] + prop.size[2] / 2
    rows = [(x0, ground.height(x0)), (x0, top), (x1, top), (x1, ground.height(x1))]
    before = ground.profile[ground.profile[:, 0] < x0]
    after = ground.profile[ground.profile[:, 0] > x1]
    return Ground(ground.kind, np.ascontiguousarray(np.vstack([before, rows, after])), text=ground.text)
