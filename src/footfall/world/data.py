"""A whole world as plain data, and back to the last bit: what a recording keeps of it."""

from __future__ import annotations

import base64
import binascii
import math
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError
from footfall.world.ground import Ground
from footfall.world.props import Prop
from footfall.world.pushes import Balls, Push, check_push
from footfall.world.wind import MOST_WIND, Wind
from footfall.world.world import World

_KINDS = ("flat", "slope", "steps", "profile", "stairs", "bumps")
_MOST = 1e8  # beyond any length, mass or speed
_MOST_HEIGHT = 1e12  # m: a steep plane goes on for a hundred kilometres
_MOST_BALLS = 64
_MOST_PROPS = 2000
_MOST_ROWS = 100_000  # of a profile


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An array of float64: its shape, and base64 of its bytes."""

    shape: tuple[int, ...]
    data: str


def pack(array: NDArray[np.float64]) -> dict[str, Any]:
    """An array as plain data; every bit comes back."""
    flat = np.ascontiguousarray(array, "<f8")
    return {"shape": list(flat.shape), "data": base64.b64encode(flat.tobytes()).decode()}


def unpack(packed: Packed, dimensions: int) -> NDArray[np.float64]:
    """The array that `pack` was given.

    Raises:
        FootfallError: Its bytes do not fit its shape, or a number is absurd.
    """
    try:
        flat = np.frombuffer(base64.b64decode(packed.data, validate=True), "<f8")
    except (ValueError, binascii.Error):
        flat = np.zeros(0)
    shape = packed.shape
    if len(shape) != dimensions or min(shape, default=0) < 0 or math.prod(shape) != flat.size:
        raise FootfallError("a table does not have the shape that it should have")
    if not np.all(np.abs(flat) <= _MOST_HEIGHT):
        raise FootfallError("a table holds a number that is beyond all reason")
    return flat.reshape(shape).astype(np.float64)


class _Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    profile: Packed
    grid: Packed
    origin: tuple[float, float]
    cell: float
    text: str


class _World(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ground: _Ground
    friction: float | None
    gravity: tuple[float, float, float]
    pushes: tuple[Push, ...]
    balls: Balls | None
    ball_pool: int
    props: tuple[Prop, ...]
    wind: Wind | None = None


def world_data(world: World) -> dict[str, Any]:
    """The world as plain data for JSON: heights and all, nothing is drawn or read again."""
    data: dict[str, Any] = {
        key: msgspec.to_builtins(getattr(world, key), enc_hook=lambda value: value.item())
        for key in ("friction", "gravity", "pushes", "balls", "ball_pool", "props")
    }
    if world.wind is not None:
        data["wind"] = msgspec.to_builtins(world.wind)
    ground = world.ground
    data["ground"] = {
        "kind": ground.kind,
        "profile": pack(ground.profile),
        "grid": pack(ground.grid),
        "origin": [float(x) for x in ground.origin],
        "cell": float(ground.cell),
        "text": ground.text,
    }
    return data


def _can_be_thrown(balls: Balls) -> bool:
    thrown = 0 < balls.mass <= 1e4 and 0 < balls.speed <= 1e3 and 0 < balls.every <= _MOST
    there = 0 < balls.distance <= 1e3 and abs(balls.above or 0.0) <= 1e3
    return thrown and there and 1 <= balls.density <= 1e5


def world_from(data: Any) -> World:
    """The world that `world_data` was given.

    Raises:
        FootfallError: It is no world: a part is missing, or a number is absurd.
    """
    try:
        plain = msgspec.convert(data, _World)
    except msgspec.ValidationError as error:
        raise FootfallError(f"this is not a world: {error}") from None
    for push in plain.pushes:
        check_push(push)
    for prop in plain.props:
        if prop.kind not in ("box", "sphere") or not 0 < min(prop.size) <= max(prop.size) <= _MOST:
            raise FootfallError(f"the prop '{prop.name}' cannot be built")
    balls = plain.balls
    numbers = [
        *plain.gravity,
        plain.friction or 0.0,
        *(x for p in plain.props for x in (*p.position, p.mass)),
    ]
    if not all(abs(x) <= _MOST for x in numbers) or len(plain.props) > _MOST_PROPS:
        raise FootfallError("this is not a world: a number is beyond all reason")
    if not 0 <= plain.ball_pool <= _MOST_BALLS:
        raise FootfallError(f"there cannot be {plain.ball_pool} balls")
    if balls and not _can_be_thrown(balls):
        raise FootfallError("these balls cannot be thrown")
    wind = plain.wind
    if wind and not (abs(wind.force) <= MOST_WIND and 0 <= wind.gust <= MOST_WIND):
        raise FootfallError("this wind cannot blow")
    return World(
        ground=_ground(plain.ground),
        friction=plain.friction,
        gravity=plain.gravity,
        pushes=plain.pushes,
        balls=balls,
        ball_pool=plain.ball_pool,
        props=plain.props,
        wind=wind,
    )


def _ground(plain: _Ground) -> Ground:
    profile, grid = unpack(plain.profile, 2), unpack(plain.grid, 2)
    if profile.shape[1:] != (2,) or not 1 <= len(profile) <= _MOST_ROWS or np.any(np.diff(profile[:, 0]) < 0):
        raise FootfallError("the ground's profile is broken")
    known = plain.kind in _KINDS and (plain.kind != "slope" or len(profile) == 2)
    bumpy = plain.kind == "bumps"
    if not known or bumpy != bool(grid.size) or (bumpy and (min(grid.shape) < 2 or not grid.max() > 0)):
        raise FootfallError(f"there is no ground '{plain.kind[:30]}' of that form")
    if not (0 < plain.cell <= 1e3 and all(abs(x) <= _MOST for x in plain.origin)):
        raise FootfallError("the ground's grid is broken")
    return Ground(plain.kind, profile, grid, plain.origin, plain.cell, plain.text)
