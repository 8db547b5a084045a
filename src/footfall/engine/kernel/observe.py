"""Observations in compiled code: a controller outside asks for them after every few ticks."""

from __future__ import annotations

import math

from footfall.control.columns import SCALE_WEIGHT
from footfall.control.compile import njit
from footfall.control.kinematics import ground_height
from footfall.engine.kernel.native import com_position, com_velocity, kinematics, subtree_velocity

WHOLE = 21  # numbers before those of the joints


@njit
def observe(c, m, d, qpos, qvel, turn, spin, com, velocity, places, out):
    """Work out where everything is at this tick, in data of our own, and write it down.

    Args:
        c: The actor's Context.
        m: Address of the mjModel.
        d: Address of an mjData that nobody else uses.
        qpos: (nq,) of that data, like all that follow.
        qvel: (nv,).
        turn: (9,) orientation of the root.
        spin: (3,) its rotation rate in the world.
        com: (3,) centre of mass.
        velocity: (3,) its velocity.
        places: (nbody, 3) of all links.
        out: (WHOLE + 2 axes,) see engine/observe.py.
    """
    for k in range(qpos.shape[0]):
        qpos[k] = c.qpos[k]
    for k in range(qvel.shape[0]):
        qvel[k] = c.qvel[k]
    kinematics(m, d)
    com_position(m, d)
    com_velocity(m, d)
    subtree_velocity(m, d)
    yaw = math.atan2(turn[3], turn[0])
    cos, sin = math.cos(yaw), math.sin(yaw)
    out[0] = com[2] - ground_height(c, com[0], com[1])
    out[1] = cos * velocity[0] + sin * velocity[1]
    out[2] = cos * velocity[1] - sin * velocity[0]
    out[3] = velocity[2]
    for k in range(3):
        out[4 + k] = turn[6 + k]
        out[7 + k] = turn[k] * spin[0] + turn[3 + k] * spin[1] + turn[6 + k] * spin[2]
    for foot in range(2):
        body = c.part_body[c.feet[foot]]
        x, y = places[body, 0] - com[0], places[body, 1] - com[1]
        out[10 + 3 * foot] = cos * x + sin * y
        out[11 + 3 * foot] = cos * y - sin * x
        out[12 + 3 * foot] = places[body, 2] - com[2]
        out[16 + foot] = c.foot_load[foot] / c.scale[SCALE_WEIGHT]
    frame = c.depth[0]
    out[18] = 1.0 if c.frame_side[frame] == 0 else 0.0
    out[19] = c.frame_phase[frame]
    out[20] = c.clock[frame]
    count = c.dofs.shape[0]
    for k in range(count):
        out[WHOLE + k] = qpos[c.dof_qpos[c.dofs[k]]]
        out[WHOLE + count + k] = qvel[c.dofs[k]]
