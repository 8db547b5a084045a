"""Joints driven from outside: what is given is checked and put where the kernel reads it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import OUTSIDE_SHIFT, OUTSIDE_TORQUE
from footfall.control.outside import BESIDES, INSTEAD
from footfall.engine.session import Session
from footfall.errors import ArgumentError

Rows = dict[str, NDArray[np.float64] | None]


def drive(sim: Session, actor: int, torques: Any, shifts: Any, instead: bool) -> Rows:
    """Drive an actor's joints with torques (N m) and shifts of targets (rad); see `Sim.drive`.

    Returns:
        The same, checked.

    Raises:
        ArgumentError: There is no such actor, or the numbers are not as many as its axes, or not finite.
    """
    if actor not in range(len(sim.actors)):
        raise ArgumentError(f"there is no actor {actor}", argument="actor", help="the first is 0")
    driven = sim.actors[actor]
    dofs = driven.arrays["dofs"]
    pushed = None if torques is None else _numbers(torques, len(dofs), "torques")
    moved = None if shifts is None else _numbers(shifts, len(dofs), "shifts")
    outside = driven.state.outside
    outside[dofs, OUTSIDE_TORQUE] = 0.0 if pushed is None else pushed
    outside[dofs, OUTSIDE_SHIFT] = 0.0 if moved is None else moved
    nothing = pushed is None and moved is None and not instead
    driven.state.driven[0] = 0 if nothing else INSTEAD if instead else BESIDES
    return {"torques": pushed, "shifts": moved}


def _numbers(given: Any, count: int, name: str) -> NDArray[np.float64]:
    """One finite number for each axis."""
    try:
        row = np.asarray(given, np.float64)
    except (TypeError, ValueError):
        row = np.zeros(0)
    if row.shape != (count,) or not np.isfinite(row).all():
        raise ArgumentError(
            f"these are not {count} finite numbers", argument=name, help="give one for each of `Sim.axes()`"
        )
    return row
