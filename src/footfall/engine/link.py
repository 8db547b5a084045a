"""Linking: a Program's names become indices of a body, so that the loop looks nothing up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.sense import KINDS, PLACE_ATTRS
from footfall.engine.anatomy import Anatomy
from footfall.engine.gen import ARGS, REFS, WIDTH
from footfall.script.names import on_side
from footfall.script.program import Program, Sense
from footfall.script.statements import STATEMENTS, VALUES, Statement, opcodes

SKIP = -1  # opcode of a statement whose part or joint the body lacks
_JOINT_ATTRS = ("yaw", "roll", "pitch", "rate")


@dataclass(frozen=True)
class Linked:
    """A Program bound to a body.

    Attributes:
        program: The Program.
        arrays: Tables by the names of Context fields; `reg` starts with the params.
        notes: What the body lacks and was skipped, one line each.
    """

    program: Program
    arrays: dict[str, NDArray[Any]]
    notes: tuple[str, ...]


def link(program: Program, anatomy: Anatomy) -> Linked:
    """Bind a Program to a body."""
    notes: dict[str, None] = {}
    arrays: dict[str, NDArray[Any]] = {
        "reg": _registers(program),
        "code": _table(program.code, 4),
        "phases": _table(program.phases, 12),
        "transitions": _table(program.transitions, 6),
        "units": _table([(u.first_phase, *u.always, int(u.modern)) for u in program.units], 4),
        "call_args": np.ascontiguousarray(program.call_args, dtype=np.int32),
        "senses": _senses(program, anatomy, notes),
        "acts": _statements(program, anatomy, notes),
        "layout": _layout(program),
    }
    lengths = [len(curve) for curve in program.curves]
    arrays["curve_start"] = np.cumsum([0, *lengths]).astype(np.int32)
    arrays["knots"] = np.vstack([*program.curves, np.zeros((1, 2))]).astype(np.float64)
    return Linked(program, arrays, tuple(notes))


def _table(rows: Any, width: int) -> NDArray[np.int32]:
    """Rows as an int32 table with at least one row, so that an empty one is still addressable."""
    table = np.asarray(rows, dtype=np.int32).reshape(-1, width)
    return np.ascontiguousarray(table) if len(table) else np.zeros((1, width), np.int32)


def _registers(program: Program) -> NDArray[np.float64]:
    reg = np.zeros(max(1, program.n_registers))
    reg[: len(program.params)] = program.params
    for k, parameter in enumerate(program.units[0].parameters):
        reg[program.input_offset + k] = program.params[parameter.slot]
    return reg


def _layout(program: Program) -> NDArray[np.int32]:
    def rule(r: Any) -> tuple[int, int, int]:
        return (0, 0, -1) if r is None else (r.first, r.last, r.value)

    head = (program.input_offset, program.frame_offset, program.n_frame)
    return np.array([*head, *rule(program.fall), *rule(program.goal)], np.int32)


def _senses(program: Program, anatomy: Anatomy, notes: dict[str, None]) -> NDArray[np.int32]:
    table = np.zeros((2, max(1, len(program.senses)), 3), np.int32)
    for row, sense in enumerate(program.senses):
        for side in (0, 1):
            table[side, row] = _sense(sense, on_side(sense.name, side), anatomy, notes)
    return table


def _sense(sense: Sense, name: str, anatomy: Anatomy, notes: dict[str, None]) -> tuple[int, int, int]:
    kind = KINDS.index(sense.kind)
    index = attr = 0
    if sense.kind == "joint":
        index, attr = anatomy.joint(name), _JOINT_ATTRS.index(sense.attr or "pitch")
    elif sense.kind in ("part", "contact", "force"):
        index = anatomy.part(name)
    if sense.kind in ("com", "part"):
        attr = PLACE_ATTRS.index(sense.attr)
    if index < 0:
        notes[f"{anatomy.body.name} has no {name}: it is sensed as 0"] = None
    return kind, index, attr


def _rows_by_opcode() -> dict[int, Statement]:
    numbers = opcodes()
    return {numbers[op]: s for s in STATEMENTS for op in (s.op, *s.variants.values())}


def _ref_kinds(statement: Statement) -> list[str]:
    """Kind of each compiled ref: joint, part or word."""
    kinds = [statement.subject] if statement.subject else []
    kinds += [a.kind for a in statement.args if a.kind not in VALUES]
    return kinds + [a.kind for c in statement.clauses for a in c.args if a.kind not in VALUES]


def _statements(program: Program, anatomy: Anatomy, notes: dict[str, None]) -> NDArray[np.int32]:
    rows = _rows_by_opcode()
    table = np.full((2, max(1, len(program.statements)), WIDTH), SKIP, np.int32)
    for s, (opcode, args, refs, phase) in enumerate(np.asarray(program.statements).reshape(-1, 4).tolist()):
        statement = rows[opcode]
        for side in (0, 1):
            act = table[side, s]
            act[:3] = opcode, s, phase
            n = len(statement.values)
            act[ARGS : ARGS + n] = program.args[args : args + n]
            for k, kind in enumerate(_ref_kinds(statement)):
                ref = int(program.refs[refs + k])
                if kind == "word" or ref < 0:
                    act[REFS + k] = ref
                    continue
                name = on_side(program.names[ref], side)
                found = anatomy.joint(name) if kind == "joint" else anatomy.part(name)
                act[REFS + k] = found
                if found < 0:
                    act[0] = SKIP
                    notes[f"{anatomy.body.name} has no {name}: {statement.word} is skipped"] = None
    return table
