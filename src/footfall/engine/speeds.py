"""How fast the joints of a body can be driven, and what keeps their hinges from locking.

A real joint cannot be driven at any speed: a muscle or a motor gives out. Without that, a leg that has
lost the ground, or a body that lies on it, is whirled about by servos that never reach their target,
until its joints are torn through their stops and the simulation diverges.
"""

from __future__ import annotations

import math
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

GRAVITY = 9.81  # m/s², of the natural time; a body is no faster on the moon
# rates in units of 1 / sqrt(leg / g): 12 is 38 rad/s for a person. The fastest gait reaches 10
FAST, SPENT = 12.0, 16.0  # where the torque that speeds a joint up begins to fade, and where it is gone
BRAKE = 0.3  # share of its speed that a joint loses in a tick at SPENT and above
ROTOR = 0.03  # share of the middle hinge's inertia that the outer ones get when they coincide


def speed_tables(
    model: mujoco.MjModel, dofs: NDArray[np.int32], joint_dof: NDArray[np.int32], leg: float
) -> dict[str, NDArray[Any]]:
    """Tables by the names of Context fields.

    Args:
        model: The model.
        dofs: The body's hinges.
        joint_dof: (J, 3) hinges of each joint, -1 where absent.
        leg: Length of its legs, m.
    """
    speeds = np.zeros((model.nv, 3))
    natural = math.sqrt(max(leg, 1e-3) / GRAVITY)
    speeds[:, 0], speeds[:, 1] = FAST / natural, natural / (SPENT - FAST)
    # no more than this: the constraint solver does not know that damping is implicit, and answers more
    # with forces of its own
    speeds[dofs, 2] = BRAKE / (model.dof_invweight0[dofs] * model.opt.timestep)
    whole = [sorted(int(d) for d in row) for row in joint_dof if np.all(row >= 0)]
    middle = [model.jnt_qposadr[model.dof_jntid[second]] for _, second, _ in whole]
    ends = [(first, last) for first, _, last in whole]
    gimbals = np.array([(m, *e) for m, e in zip(middle, ends, strict=True)], np.int32).reshape(-1, 3)
    return {
        "speeds": speeds,
        "rotor": model.dof_armature.copy(),
        "gimbals": np.ascontiguousarray(gimbals),
        "gimbal_rotor": np.array([ROTOR * model.dof_M0[second] for _, second, _ in whole], np.float64),
    }
