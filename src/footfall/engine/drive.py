"""Joints driven from outside: what is given is checked and put where the kernel reads it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import OUTSIDE_SHIFT, OUTSIDE_TORQUE
from footfall.control.outside import BESIDES, INSTEAD
from footfall.engine.session import Session
from footfall.errors import ArgumentError


def drive(sim: Session, actor: int, torques: Any, shifts: Any, instead: bool) -> dict[str, Any]:
    """Drive an actor's joints with torques (N m) and shifts of targets (rad); see `Sim.drive`.

    Returns:
        The same as plain data, for an Event.

    Raises:
        ArgumentError: There is no such actor, or the numbers are not as many as its axes, or not finite.
    """
    if actor not in range(len(sim.actors)):
        raise ArgumentError(f"there is no actor {actor}", argument="actor", help="the first is 0")
    driven = sim.actors[actor]
    dofs = driven.arrays["dofs"]
    rows = {
        name: None if given is None else _numbers(given, len(dofs), name)
        for name, given in (("torques", torques), ("shifts", shifts))
    }
    nothing = rows["torques"] is None and rows["shifts"] is None and not instead
    outside = driven.state.outside
    for column, name in ((OUTSIDE_TORQUE, "torques"), (OUTSIDE_SHIFT, "shifts")):
        given = rows[name]
        outside[dofs, column] = 0.0 if given is None else given
    driven.state.driven[0] = 0 if nothing else INSTEAD if instead else BESIDES
    plain = {name: None if row is None else row.tolist() for name, row in rows.items()}
    return {"actor": actor, "instead": bool(instead), **plain}


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
