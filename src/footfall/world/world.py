"""A world as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from footfall.world.ground import Ground, parse_ground
from footfall.world.props import Prop
from footfall.world.pushes import Balls, Push
from footfall.world.wind import Wind

GRAVITY = (0.0, 0.0, -9.81)
BALL_POOL = 8


@dataclass(frozen=True)
class World:
    """Where a body moves.

    Attributes:
        ground: Its shape.
        friction: Sliding friction of ground and bodies; None leaves it to the bodies.
        gravity: m/s².
        pushes: Forces on the body.
        balls: What is thrown at the body; None: nothing, and the model holds no balls.
        ball_pool: Balls in the model; the oldest is thrown again when all are out.
        props: What stands around: boxes and balls.
        wind: What blows; None: nothing.
    """

    ground: Ground = field(default_factory=lambda: parse_ground("flat"))
    friction: float | None = None
    gravity: tuple[float, float, float] = GRAVITY
    pushes: tuple[Push, ...] = ()
    balls: Balls | None = None
    ball_pool: int = BALL_POOL
    props: tuple[Prop, ...] = ()
    wind: Wind | None = None
