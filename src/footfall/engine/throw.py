"""Throwing a ball by hand: one of the pool that is in the model from the start."""

from __future__ import annotations

import math

import mujoco
import numpy as np

from footfall.engine.session import Session
from footfall.errors import FootfallError
from footfall.world import ball_radius

_AWAY = 2.5  # m from which a ball is thrown
_FASTEST = 1000.0  # m/s


def throw(sim: Session, ball: int, speed: float, angle: float) -> None:
    """Put a ball at some distance and give it the speed that brings it to the centre of mass.

    Args:
        sim: Its world has balls.
        ball: Which of the pool.
        speed: m/s.
        angle: Where it comes from in the world, rad.

    Raises:
        FootfallError: The world has no such ball, or a number is absurd.
    """
    if mujoco.mj_name2id(sim.model, mujoco.mjtObj.mjOBJ_JOINT, f"ball{ball}") < 0:
        raise FootfallError(f"there is no ball {ball} to throw", where="throw", help="give the world balls")
    if not (0 < speed <= _FASTEST and math.isfinite(angle)):
        raise FootfallError(f"a ball cannot be thrown at {speed} m/s from {angle} rad", where="throw")
    joint = sim.data.joint(f"ball{ball}")
    if sim.bodies[0].planar:
        angle = 0.0 if math.cos(angle) >= 0 else math.pi
    away = np.array([math.cos(angle), math.sin(angle), 0.0])
    joint.qpos[:3] = sim.actors[0].state.com + _AWAY * away
    joint.qpos[3:] = (1.0, 0.0, 0.0, 0.0)
    joint.qvel[:] = 0.0
    joint.qvel[:3] = -speed * away
    joint.qvel[2] = 0.5 * -float(sim.model.opt.gravity[2]) * _AWAY / speed
    # not into the ground: a low centre of mass is one that has fallen
    radius = ball_radius(float(sim.model.body(f"ball{ball}").mass[0]))
    low = sim.world.ground.height(float(joint.qpos[0]), float(joint.qpos[1])) + radius
    joint.qpos[2] = max(float(joint.qpos[2]), low)
