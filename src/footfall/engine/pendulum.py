"""The pendulum of TEMPLATE as plain data: what pictures draw of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    PENDULUM_AT,
    PENDULUM_BEGUN,
    PENDULUM_FEET,
    PENDULUM_LAND,
    PENDULUM_LOAD,
    PENDULUM_MAT,
    PENDULUM_PIVOT,
    PENDULUM_VELOCITY,
    SCALE_LEG,
)

if TYPE_CHECKING:
    from footfall.engine.session import Session

F64 = NDArray[np.float64]
HIPS, NECK = 0.12, 0.45  # legs from the centre of mass down to the hips, and up to the end of the trunk
TURNS = 7  # of a drawn spring


@dataclass(frozen=True)
class Pendulum:
    """Where it is, world, m.

    Attributes:
        com: (3,) centre of mass.
        velocity: (3,) m/s.
        hips: (3,) where both legs begin.
        neck: (3,) where the trunk ends.
        pivot: (3,) at which its forces point.
        feet: (2, 3) left and right.
        land: (3,) where the swing foot will be set down.
        load: (2,) shares of the force that the feet bear.
    """

    com: F64
    velocity: F64
    hips: F64
    neck: F64
    pivot: F64
    feet: F64
    land: F64
    load: F64


def pendulum_of(sim: Session, actor: int = 0) -> Pendulum | None:
    """The pendulum beside an actor; None where no TEMPLATE has run."""
    one = sim.actors[actor]
    t = np.array(one.state.template)
    if t[PENDULUM_BEGUN] == 0.0:
        return None
    leg = float(one.arrays["scale"][SCALE_LEG])
    com, up = t[PENDULUM_AT : PENDULUM_AT + 3], t[PENDULUM_MAT : PENDULUM_MAT + 9].reshape(3, 3)[:, 2]
    return Pendulum(
        com=com,
        velocity=t[PENDULUM_VELOCITY : PENDULUM_VELOCITY + 3],
        hips=com - HIPS * leg * up,
        neck=com + NECK * leg * up,
        pivot=t[PENDULUM_PIVOT : PENDULUM_PIVOT + 3],
        feet=t[PENDULUM_FEET : PENDULUM_FEET + 6].reshape(2, 3),
        land=t[PENDULUM_LAND : PENDULUM_LAND + 3],
        load=t[PENDULUM_LOAD : PENDULUM_LOAD + 2],
    )


def spring(begin: F64, end: F64, width: float) -> F64:
    """A spring as a line to draw.

    Args:
        begin: (2,) one end in the plane of the picture.
        end: (2,) the other.
        width: Of its turns, in the same unit.

    Returns:
        (n, 2) points: straight ends, and turns between them.
    """
    way = end - begin
    across = np.array([-way[1], way[0]]) / max(1e-9, float(np.hypot(*way)))
    shares = np.linspace(0.2, 0.8, 2 * TURNS + 1)
    out = np.where(np.arange(len(shares)) % 2, 1.0, -1.0) * 0.5 * width
    out[0] = out[-1] = 0.0
    turns = begin + shares[:, None] * way + out[:, None] * across
    return np.vstack([begin, turns, end])
