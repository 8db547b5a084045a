"""What happens to a run from outside: events with the tick at which they happened, pushes, thrown balls.

A session can be replayed from its events.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    BALLS_ABOVE,
    BALLS_COLUMNS,
    BALLS_DISTANCE,
    BALLS_EVERY,
    BALLS_GRAVITY,
    BALLS_LEVEL,
    BALLS_PLANAR,
    BALLS_SEED,
    BALLS_SPEED,
    PUSH_ACTOR,
    PUSH_BODY,
    PUSH_COLUMNS,
    PUSH_FORCE,
    PUSH_PHASE,
    PUSH_TICKS,
)
from footfall.engine.link.anatomy import Anatomy
from footfall.errors import ArgumentError, FootfallError, nearest
from footfall.script.program import Program
from footfall.world import Balls, Push
from footfall.world.pushes import check_push

if TYPE_CHECKING:
    from footfall.engine.session import Session


@dataclass(frozen=True)
class Event:
    """Something that was done to a running Sim.

    Attributes:
        tick: The first tick that feels it.
        kind: set, key, push, swap (of script or body), then (a gait is to take over) or switched (it
            has), learned (a table was given), throw (a ball), drive (torques from outside),
            go_on (after the run's end).
        what: Its arguments, as plain data: a replay needs nothing else.
    """

    tick: int
    kind: str
    what: dict[str, Any]


@dataclass(frozen=True)
class Switch:
    """A gait that is to take over.

    Attributes:
        program: The gait.
        tick: From this tick on, at the first transition that allows it.
    """

    program: Program
    tick: int


def push_arrays(
    pushes: list[Push], anatomies: Sequence[Anatomy], dt: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Pushes as the kernel wants them.

    Returns:
        Rows (E, PUSH_COLUMNS): body, actor, phase, ticks, forward, left, up; and the ticks they start at,
        -1 for one that waits for its phase.

    Raises:
        ArgumentError: A part that the body lacks, or a sideways push on a planar body.
    """
    rows = np.zeros((len(pushes), PUSH_COLUMNS))
    ticks = np.zeros(len(pushes), np.int64)
    for k, push in enumerate(pushes):
        check_push(push)
        if push.actor not in range(len(anatomies)):
            raise ArgumentError(
                f"there is no actor {push.actor} to push", argument="push", help="the first is 0"
            )
        anatomy = anatomies[push.actor]
        part = anatomy.named(push.part)
        if part < 0:
            raise ArgumentError(
                f"{anatomy.body.name} has no part '{push.part}' to push",
                argument="push",
                help=nearest(push.part, anatomy.body.part_names),
            )
        if anatomy.body.planar and push.force[1] != 0.0:
            raise ArgumentError(
                f"{anatomy.body.name} is planar and cannot be pushed sideways",
                argument="push",
                help="set the second number of the force to 0, or take a 3D body such as human",
            )
        body = anatomy.arrays["part_body"][part]
        rows[k, PUSH_BODY], rows[k, PUSH_ACTOR] = body, push.actor
        rows[k, PUSH_PHASE] = push.phase or 0.0
        rows[k, PUSH_TICKS] = max(1, math.ceil(push.duration / dt - 1e-9))
        rows[k, PUSH_FORCE:] = push.force
        ticks[k] = -1 if push.time is None else int(round(push.time / dt))
    return rows, ticks


def ball_tables(
    balls: Balls, model: mujoco.MjModel, seed: int, planar: bool
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """What `throw_balls` reads.

    Returns:
        (9,) how fast (m/s), every how many ticks, seed, at whom, whether in the plane, gravity (m/s²), from
        where (m), how far above the centre of mass (m), whether level;
        (n, 2) first qpos and first dof of each ball of the pool.
    """
    every = max(1, int(round(balls.every / model.opt.timestep)))
    settings = np.zeros(BALLS_COLUMNS)
    settings[BALLS_SPEED], settings[BALLS_EVERY], settings[BALLS_SEED] = balls.speed, every, seed
    settings[BALLS_PLANAR], settings[BALLS_GRAVITY] = planar, -model.opt.gravity[2]
    settings[BALLS_DISTANCE], settings[BALLS_LEVEL] = balls.distance, balls.above is not None
    settings[BALLS_ABOVE] = balls.above or 0.0
    names = [model.body(b).name for b in range(model.nbody)]
    joints = [model.body(n).jntadr[0] for n in names if n.startswith("ball")]
    addresses = [(model.jnt_qposadr[j], model.jnt_dofadr[j]) for j in joints]
    return settings, np.array(addresses, np.int64).reshape(-1, 2)


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
    radius = float(sim.model.geom(f"ball{ball}").size[0])
    low = sim.world.ground.height(float(joint.qpos[0]), float(joint.qpos[1])) + radius
    joint.qpos[2] = max(float(joint.qpos[2]), low)
