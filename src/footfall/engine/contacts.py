"""What touches what, in words and world coordinates, for programs that listen or draw."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

GROUND = "ground"


@dataclass(frozen=True, eq=False)
class Contact:
    """Two things that touch in one point.

    Attributes:
        part: Name of a body of `Sim.pose_names`.
        other: What it touches: another such name, or "ground" for all that does not move.
        at: (3,) where, m.
        force: (3,) on `part`, N, in the world.
    """

    part: str
    other: str
    at: NDArray[np.float64]
    force: NDArray[np.float64]


def contacts_of(model: mujoco.MjModel, data: mujoco.MjData) -> list[Contact]:
    """The contacts of the last tick."""
    found, wrench = [], np.zeros(6)
    for k in range(data.ncon):
        contact = data.contact[k]
        if contact.exclude or min(contact.geom) < 0:
            continue
        mujoco.mj_contactForce(model, data, k, wrench)
        force = wrench[:3] @ contact.frame.reshape(3, 3)  # of the first thing on the second
        first, second = (_name(model, int(geom)) for geom in contact.geom)
        if first == GROUND:
            found.append(Contact(second, first, contact.pos.copy(), force))
        else:
            found.append(Contact(first, second, contact.pos.copy(), -force))
    return found


def _name(model: mujoco.MjModel, geom: int) -> str:
    """The moving body that a shape belongs to."""
    body = int(model.geom_bodyid[geom])
    return GROUND if model.body_weldid[body] == 0 else str(model.body(body).name)
