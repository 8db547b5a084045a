"""Where a run is, from the outermost phase inwards: ``go › lift`` while ``go`` calls a skill in ``lift``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from footfall.script.program import END, Program

if TYPE_CHECKING:
    from footfall.engine.recording import Recording

JOINT = " › "


def describe_phases(programs: Sequence[Program]) -> dict[str, Any]:
    """What paths need to know of each phase, as plain data; phases and units are numbered through.

    Returns:
        Name -> one entry a phase: its unit, and the unit it calls (-1: none).
    """
    units: list[int] = []
    calls: list[int] = []
    first = 0
    for program in programs:
        for row in program.phases.reshape(-1, 12).tolist():
            units.append(first + row[0])
            calls.append(first + row[8] if row[8] >= 0 else -1)
        first += len(program.units)
    return {"phase_units": units, "phase_calls": calls}


def phase_paths(rec: Recording) -> tuple[str, ...]:
    """Per row of the log: the phases that are active, outermost first."""
    names = rec.phase_names
    if rec.header.get("phase_units") is None:  # an older recording
        return tuple(names[p] for p in rec.phase)
    stack = _Stack(rec.header["phase_units"], rec.header["phase_calls"])
    if rec.header["first_tick"] == 0:
        stack.move(0, 0)  # a run begins in the first phase of its root
    ticks = np.rint(np.asarray(rec.time) / rec.header["dt"])
    moves, done, out = rec.trace, 0, []
    shown: dict[tuple[int, ...], str] = {}
    for tick, phase in zip(ticks.tolist(), rec.phase.tolist(), strict=True):
        while done < len(moves) and moves[done, 0] < tick:
            stack.move(int(moves[done, 1]), int(moves[done, 4]))
            done += 1
        path = stack.at(int(phase))
        out.append(shown.setdefault(path, JOINT.join(names[p] for p in path)))
    return tuple(out)


class _Stack:
    """The active phases, as far as the log tells: the innermost is always right."""

    def __init__(self, units: Sequence[int], calls: Sequence[int]) -> None:
        self._units, self._calls = units, calls
        self._phases: list[int] = []

    def move(self, frame: int, entered: int) -> None:
        """A transition at a depth: what was active inside is over."""
        del self._phases[frame:]
        if entered != END:
            self._phases.append(entered)

    def at(self, innermost: int) -> tuple[int, ...]:
        """The phases that are active while this one is the innermost."""
        unit = self._units[innermost]
        for depth, phase in enumerate(self._phases):
            if self._units[phase] == unit:
                self._phases[depth:] = [innermost]
                return tuple(self._phases)
        if not self._phases or self._calls[self._phases[-1]] != unit:
            self._phases = self._callers(unit)
        self._phases.append(innermost)
        return tuple(self._phases)

    def _callers(self, unit: int) -> list[int]:
        """The phases through which a unit is called, where there is but one way."""
        found: list[int] = []
        while len(callers := [p for p, called in enumerate(self._calls) if called == unit]) == 1:
            if callers[0] in found:  # in a circle: no script of ours
                break
            found.insert(0, callers[0])
            unit = self._units[callers[0]]
        return found
