"""Why did it move on? The transitions of a run, with the values that made them true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from footfall.control.columns import (
    MOVE_CODE0,
    MOVE_CODE1,
    TRACE_ENTERED,
    TRACE_FRAME,
    TRACE_LEFT,
    TRACE_MOVE,
    TRACE_TICK,
    TRACE_VALUES,
)
from footfall.script.program import END, Op, Program, Sense

if TYPE_CHECKING:
    from footfall.engine.recording import Recording


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
    if sense.kind in ("com", "body"):
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
