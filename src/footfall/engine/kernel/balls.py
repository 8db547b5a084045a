"""Balls thrown at the body from a pool that is in the model from the start."""

from __future__ import annotations

import math

from footfall.control.columns import (
    BALLS_ABOVE,
    BALLS_ACTOR,
    BALLS_DISTANCE,
    BALLS_EVERY,
    BALLS_GRAVITY,
    BALLS_LEVEL,
    BALLS_PLANAR,
    BALLS_SEED,
    BALLS_SPEED,
    CLOCK_THROWN,
)
from footfall.control.compile import njit
from footfall.control.random import BALLS, uniform
from footfall.engine.kernel.context import context_at

SPREAD = 0.15  # metres around the centre of mass it is aimed at


@njit
def throw_balls(actors, tick, dt, clocks, balls, ball_at):
    """At every `EVERY` ticks, take the next ball of the pool and throw it at the centre of mass.

    It reads only the State (last tick's centre of mass), so that a restored run throws the same.
    """
    pool = ball_at.shape[0]
    if pool == 0 or tick == 0 or tick % int(balls[BALLS_EVERY]) != 0:
        return
    c = context_at(actors[int(balls[BALLS_ACTOR])])
    count = clocks[CLOCK_THROWN]
    seed = int(balls[BALLS_SEED])
    angle = 2.0 * math.pi * uniform(seed, BALLS, 4 * count)
    if balls[BALLS_PLANAR] != 0.0:
        angle = 0.0 if angle < math.pi else math.pi
    rise = SPREAD * (2.0 * uniform(seed, BALLS, 4 * count + 1) - 1.0)
    x, y = math.cos(angle), math.sin(angle)
    away = balls[BALLS_DISTANCE]
    flight = away / balls[BALLS_SPEED]
    at, dof = ball_at[count % pool, 0], ball_at[count % pool, 1]
    c.qpos[at] = c.com[0] + away * x
    c.qpos[at + 1] = c.com[1] + away * y
    c.qpos[at + 2] = c.com[2] + balls[BALLS_ABOVE] + rise
    c.qpos[at + 3] = 1.0
    for k in range(3):
        c.qpos[at + 4 + k] = c.qvel[dof + 3 + k] = 0.0  # it does not spin
    c.qvel[dof] = -balls[BALLS_SPEED] * x
    c.qvel[dof + 1] = -balls[BALLS_SPEED] * y
    up = 0.5 * balls[BALLS_GRAVITY] * flight  # so that it arrives at the height it left
    c.qvel[dof + 2] = 0.0 if balls[BALLS_LEVEL] != 0.0 else up
    clocks[CLOCK_THROWN] = count + 1
