"""What the kernel's thrower of balls reads, made from the world's balls."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    BALLS_COLUMNS,
    BALLS_EVERY,
    BALLS_GRAVITY,
    BALLS_PLANAR,
    BALLS_SEED,
    BALLS_SPEED,
)
from footfall.world import Balls


def ball_tables(
    balls: Balls | None, model: mujoco.MjModel, seed: int, planar: bool
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """What `throw_balls` reads.

    Returns:
        (6,) how fast (m/s), every how many ticks, seed, at whom, whether in the plane, gravity (m/s²);
        (n, 2) first qpos and first dof of each ball of the pool.
    """
    if balls is None:
        return np.zeros(BALLS_COLUMNS), np.zeros((0, 2), np.int64)
    every = max(1, int(round(balls.every / model.opt.timestep)))
    settings = np.zeros(BALLS_COLUMNS)
    settings[BALLS_SPEED], settings[BALLS_EVERY], settings[BALLS_SEED] = balls.speed, every, seed
    settings[BALLS_PLANAR], settings[BALLS_GRAVITY] = planar, -model.opt.gravity[2]
    names = [model.body(b).name for b in range(model.nbody)]
    joints = [model.body(n).jntadr[0] for n in names if n.startswith("ball")]
    addresses = [(model.jnt_qposadr[j], model.jnt_dofadr[j]) for j in joints]
    return settings, np.array(addresses, np.int64).reshape(-1, 2)
