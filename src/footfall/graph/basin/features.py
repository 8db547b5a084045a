"""What of a body's state a basin sees: the trunk, the centre of mass, the feet, and every joint."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footfall.engine.sim import Sim

FEET = ("lFoot", "rFoot")
WHOLE = ("height", "forward", "up", "pitch", "turning", "ahead of the feet", "left load", "right load")
GRAVITY = 9.81


def feature_names(sim: Sim) -> tuple[str, ...]:
    """The names of `features`, in order."""
    joints = _joints(sim)
    return (*WHOLE, *(f"{name}" for name in joints), *(f"{name} rate" for name in joints))


def features(sim: Sim) -> NDArray[np.float64]:
    """(m,) the state of the first actor: m, m/s, rad, rad/s; loads in weights of the body."""
    model, data, state = sim.model, sim.data, sim.actors[0].state
    com, speed = state.com, state.com_velocity
    weight = float(model.body_subtreemass[1]) * GRAVITY
    feet = [float(data.xpos[k, 0]) for k in range(model.nbody) if model.body(k).name in FEET]
    pitch, turning = _turn(sim)
    ahead = float(com[0]) - sum(feet) / len(feet) if feet else 0.0
    whole = [float(com[2]), float(speed[0]), float(speed[2]), pitch, turning, ahead]
    loads = [float(load) / weight for load in state.foot_load[:2]]
    at = [int(model.jnt_qposadr[j]) for j in _hinges(sim)]
    dofs = [int(model.jnt_dofadr[j]) for j in _hinges(sim)]
    return np.array([*whole, *loads, *data.qpos[at], *data.qvel[dofs]], np.float64)


def _turn(sim: Sim) -> tuple[float, float]:
    """Lean of the root link forwards, rad, and its rate, rad/s."""
    data = sim.data
    if bool(sim.actors[0].anatomy.arrays["planar"][0]):
        return float(data.qpos[2]), float(data.qvel[2])
    w, x, y, z = (float(v) for v in data.qpos[3:7])
    return float(np.arctan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y))), float(data.qvel[4])


def _hinges(sim: Sim) -> list[int]:
    """The joints of the model that are no part of where the root is."""
    first = 3 if bool(sim.actors[0].anatomy.arrays["planar"][0]) else 1
    return list(range(first, sim.model.njnt))


def _joints(sim: Sim) -> list[str]:
    return [sim.model.joint(j).name for j in _hinges(sim)]
