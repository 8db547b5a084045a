"""Actions: a row of numbers from -1 to 1, and what they do to a Sim."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import OUTSIDE_SHIFT, OUTSIDE_TORQUE
from footfall.control.outside import BESIDES, INSTEAD
from footfall.engine.sim import Sim
from footfall.errors import ArgumentError, nearest
from footfall.gym.settings import Settings

F64 = NDArray[np.float64]


class Actions:
    """What actions do to one Sim.

    Attributes:
        names: Of the parameters or joint axes, one for each number of an action.
        scale: (n,) what an action of 1 adds: in the parameter's unit, rad or N m.
    """

    def __init__(self, sim: Sim, settings: Settings) -> None:
        self._sim, self._kind = sim, settings.actions
        self.names, self.scale = self._choose(settings)
        self._amounts = np.empty(len(self.names))

    def _choose(self, settings: Settings) -> tuple[tuple[str, ...], F64]:
        """Names and sizes of the actions."""
        sim = self._sim
        if settings.actions == "parameters":
            names, scale, self._middle = _parameters(sim, settings)
            return names, scale
        axes = sim.axes()
        names = _chosen(settings.names, axes, "joint axis")
        self._at = np.array([axes.index(name) for name in names], np.intp)
        self._row = np.zeros(len(axes))
        self._dofs = sim.actors[0].arrays["dofs"][self._at]
        limits = sim.actors[0].arrays["body_limit"][self._dofs]
        return names, settings.full * (np.ones(len(self._at)) if settings.actions == "targets" else limits)

    def apply(self, action: F64) -> None:
        """Do an action (n,) of numbers from -1 to 1, from the next tick on."""
        amounts = np.multiply(self.scale, action, out=self._amounts)
        if self._kind == "parameters":
            self._sim.set(**dict(zip(self.names, (self._middle + amounts).tolist(), strict=True)))
            return
        if self._sim.log is None:  # nobody records it: put it where `Sim.drive` would, without its checks
            self._put(amounts)
            return
        self._row[self._at] = amounts
        if self._kind == "targets":
            self._sim.drive(shifts=self._row)
        else:
            self._sim.drive(self._row, instead=self._kind == "instead")

    def _put(self, amounts: F64) -> None:
        state = self._sim.actors[0].state
        column = OUTSIDE_SHIFT if self._kind == "targets" else OUTSIDE_TORQUE
        state.outside[self._dofs, column] = amounts
        state.driven[0] = INSTEAD if self._kind == "instead" else BESIDES


def _chosen(wanted: Sequence[str], known: Sequence[str], what: str) -> tuple[str, ...]:
    for name in wanted:
        if name not in known:
            raise ArgumentError(
                f"there is no {what} '{name}'", argument="names", help=nearest(name, list(known))
            )
    return tuple(wanted or known)


def _parameters(sim: Sim, settings: Settings) -> tuple[tuple[str, ...], F64, F64]:
    """Names, half the range and the middle of the live parameters: by search marks, or about their value."""
    program = sim.programs[0]
    known = {one.name: one for one in program.units[0].parameters}
    if not known:
        raise ArgumentError(
            f"{program.name} has no parameters", argument="actions", help='use actions="targets" or "torques"'
        )
    names = _chosen(settings.names, list(known), "parameter")
    scale, middle = np.zeros(len(names)), np.zeros(len(names))
    for k, name in enumerate(names):
        slot = program.slots[known[name].slot]
        value = float(settings.set.get(name, program.params[known[name].slot]))
        wide = max(0.5, 0.5 * abs(value))
        low, high = value - wide, value + wide
        if slot.mark is not None:
            low, high = slot.mark.lo * slot.factor, slot.mark.hi * slot.factor
        middle[k] = value
        scale[k] = settings.full * max(1e-9, min(value - low, high - value) or 0.5 * (high - low))
    return names, scale, middle
