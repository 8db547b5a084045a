"""Where a run was and why it moved on: its transitions, and the phases that were active, outermost first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from footfall.control.columns import (
    MOVE_CODE0,
    MOVE_CODE1,
    PHASE_CALLEE,
    PHASE_COLUMNS,
    PHASE_UNIT,
    TRACE_ENTERED,
    TRACE_FRAME,
    TRACE_LEFT,
    TRACE_MOVE,
    TRACE_TICK,
    TRACE_VALUES,
)
from footfall.script.program import END, Op, Program, Sense

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording


@dataclass(frozen=True)
class Move:
    """One transition that was taken.

    Attributes:
        time: Seconds since the start.
        frame: Depth in the call stack, 0 for the root skill.
        skill: The script it belongs to.
        source: The phase it left.
        target: The phase it entered, or "end".
        line: Line of the transition in the script.
        text: The transition as written.
        values: What was sensed in its condition, and its LETs, by name.
    """

    time: float
    frame: int
    skill: str
    source: str
    target: str
    line: int
    text: str
    values: dict[str, float]

    def __str__(self) -> str:
        sensed = ", ".join(f"{name} = {value:.4g}" for name, value in self.values.items())
        why = f"  ({sensed})" if sensed else ""
        indent = "  " * self.frame
        move = f"{indent}{self.source} -> {self.target}"
        return f"{self.time:8.3f} s  {move}  {self.skill}:{self.line} {self.text}{why}"


def sense_name(sense: Sense) -> str:
    """A sense as a script writes it."""
    if sense.kind in ("contact", "key", "near"):
        return f"{sense.kind} {sense.name}"
    if sense.kind == "force":
        return f"{sense.name}.force"
    if sense.kind == "turned":
        return "trunk.turned"
    if sense.kind in ("com", "body", "clip"):
        return f"{sense.kind}.{sense.attr}"
    if sense.kind in ("part", "joint", "thing"):
        return f"{sense.name}.{sense.attr}"
    return sense.kind


def describe_transitions(program: Program) -> list[dict[str, Any]]:
    """What a trace needs to know of each transition, as plain data."""
    out = []
    for row, span in zip(program.transitions.tolist(), program.transition_spans, strict=True):
        unit = program.units[span.unit]
        code = program.code[row[MOVE_CODE0] : row[MOVE_CODE1]]
        first = program.let_offset
        senses = [
            sense_name(program.senses[a]) if op == Op.SENSE else program.lets[dst - first].name
            for op, dst, a, _ in code.tolist()
            if op == Op.SENSE or first <= dst < first + len(program.lets)
        ]
        out.append(
            {
                "skill": unit.name,
                "line": unit.text.count("\n", 0, span.start) + 1,
                "text": " ".join(unit.text[span.start : span.end].split()).rstrip("; "),
                "senses": senses,
            }
        )
    return out


def moves(rec: Recording) -> list[Move]:
    """The transitions that a Recording took."""
    out = []
    names, table = rec.phase_names, rec.header["transitions"]
    for row in rec.trace:
        known = table[int(row[TRACE_MOVE])]
        target = int(row[TRACE_ENTERED])
        out.append(
            Move(
                time=float(row[TRACE_TICK] * rec.header["dt"]),
                frame=int(row[TRACE_FRAME]),
                skill=known["skill"],
                source=names[int(row[TRACE_LEFT])],
                target="end" if target == END else names[target],
                line=known["line"],
                text=known["text"],
                values=dict(zip(known["senses"], row[TRACE_VALUES:].tolist(), strict=False)),
            )
        )
    return out


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
        for row in program.phases.reshape(-1, PHASE_COLUMNS).tolist():
            units.append(first + row[PHASE_UNIT])
            calls.append(first + row[PHASE_CALLEE] if row[PHASE_CALLEE] >= 0 else -1)
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
        while done < len(moves) and moves[done, TRACE_TICK] < tick:
            stack.move(int(moves[done, TRACE_FRAME]), int(moves[done, TRACE_ENTERED]))
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
