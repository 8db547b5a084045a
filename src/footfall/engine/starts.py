"""Where a run begins: disturbed starts, and how high a body stands."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np

from footfall.body import Body, Start, place
from footfall.control.random import START, generator

ANGLE_NOISE = 0.02  # rad
RATE_NOISE = 0.1  # rad/s
VELOCITY_NOISE = 0.05  # m/s, of the root
FALL_SHARE = 0.5  # of the standing height of the centre of mass


def noisy(body: Body, start: Start, seed: int, actor: int = 0) -> Start:
    """A start drawn around another; the exact one for seed 0.

    Args:
        body: Whose joints are disturbed; angles stay within their limits.
        start: The start.
        seed: 0 for no noise.
        actor: Each actor of a scene draws its own.
    """
    if seed == 0:
        return start
    draw = generator(seed, START + 16 * actor)
    angles, rates = {}, {}
    for axis in body.axes:
        angle = start.angles.get(axis.name, axis.rest) + draw.normal(0.0, ANGLE_NOISE)
        low, high = (-np.inf, np.inf) if axis.low is None or axis.high is None else (axis.low, axis.high)
        angles[axis.name] = float(np.clip(angle, low, high))
        rates[axis.name] = float(start.rates.get(axis.name, 0.0) + draw.normal(0.0, RATE_NOISE))
    vx, vy, vz = (float(v + draw.normal(0.0, VELOCITY_NOISE)) for v in start.velocity)
    return replace(start, angles=angles, rates=rates, velocity=(vx, 0.0 if body.planar else vy, vz))


def fall_height(model: mujoco.MjModel, body: Body, prefix: str = "") -> float:
    """Half the height of the centre of mass of the body at rest, m."""
    data = mujoco.MjData(model)
    place(model, data, body, body.starts["rest"], prefix=prefix, ground_height=lambda x, y: 0.0)
    mujoco.mj_comPos(model, data)
    return FALL_SHARE * float(data.subtree_com[model.body(prefix + body.root.model_name).id, 2])
