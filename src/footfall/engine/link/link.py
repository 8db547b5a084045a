"""Linking: a Program's names become indices of a body, so that the loop looks nothing up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    ACT_ARGS,
    ACT_COLUMNS,
    ACT_OP,
    ACT_REFS,
    ACT_ROW,
    CODE_COLUMNS,
    LIMB_HIP,
    LIMB_KNEE,
    MOVE_COLUMNS,
    MOVE_SWAP,
    MOVE_TARGET,
    PHASE_COLUMNS,
    PHASE_MOVE0,
    PHASE_MOVE1,
    PHASE_STATEMENT0,
    PHASE_STATEMENT1,
    STATEMENT_ARGS,
    STATEMENT_COLUMNS,
    STATEMENT_OP,
    STATEMENT_REFS,
    UNIT_COLUMNS,
)
from footfall.control.opcodes import VPD_BY_JOINT
from footfall.control.place import HAND_PLACES, JOINT_PLACES, SUPPORT
from footfall.control.sense import BODY_ATTRS, CLIP_ATTRS, KINDS, PLACE_ATTRS, THING_ATTRS
from footfall.engine.link.anatomy import Anatomy, path
from footfall.engine.link.references import NONE, linked_references
from footfall.errors import FootfallError
from footfall.script.names import on_side
from footfall.script.program import END, Program, Sense
from footfall.script.source import Source
from footfall.script.statements import PLACES, Arg, Statement, opcodes, rows_by_opcode

SKIP = -1  # opcode of a statement whose part or joint the body lacks
_JOINT_ATTRS = ("yaw", "roll", "pitch", "rate")
_COM = SUPPORT + PLACES.index("com")


@dataclass(frozen=True)
class Linked:
    """A Program bound to a body.

    Attributes:
        program: The Program.
        arrays: Tables by the names of Context fields; `reg` starts with the params.
        notes: What the body lacks and was skipped, one line each.
        learners: Keys of the statements that learn, in the order of their rows in State.
    """

    program: Program
    arrays: dict[str, NDArray[Any]]
    notes: tuple[str, ...]
    learners: tuple[str, ...] = ()


_SLOWER = (
    "published hand walks, kips and crawls were made with explicit damping: --body planar17-classic has it, "
    "six times slower"
)


def link(program: Program, anatomy: Anatomy) -> Linked:
    """Bind a Program to a body."""
    notes: dict[str, None] = {}
    if not program.units[0].modern and anatomy.body.name == "planar17":
        notes[_SLOWER] = None
    arrays: dict[str, NDArray[Any]] = {
        "reg": _registers(program),
        "code": _table(program.code, CODE_COLUMNS),
        "phases": _table(program.phases, PHASE_COLUMNS),
        "transitions": _table(program.transitions, MOVE_COLUMNS),
        "units": _units(program),
        "call_args": np.ascontiguousarray(program.call_args, dtype=np.int32),
        "senses": _senses(program, anatomy, notes),
        "layout": _layout(program),
    }
    arrays.update(_statements(program, anatomy, notes))
    arrays.update(linked_references(program, anatomy, notes) if program.references else NONE)
    lengths = [len(curve) for curve in program.curves]
    arrays["curve_start"] = np.cumsum([0, *lengths]).astype(np.int32)
    arrays["knots"] = np.vstack([*program.curves, np.zeros((1, 2))]).astype(np.float64)
    learners = tuple(program.statement_keys[s] for s in _learners(program))
    return Linked(program, arrays, tuple(notes), learners)


def _units(program: Program) -> NDArray[np.int32]:
    """First phase, interrupts, dialect, torque limit, whether another gait must wait for it, SETs (U, 8).

    It must wait for the end of a step (2), or of the root script (1).
    """
    rows = []
    for k, u in enumerate(program.units):
        spans = [
            u.always,
            *((int(p[PHASE_MOVE0]), int(p[PHASE_MOVE1])) for p in program.phases[slice(*u.phases)]),
        ]
        moves = [program.transitions[t] for first, last in spans for t in range(first, last)]
        steps = any(move[MOVE_SWAP] != 0 for move in moves)
        waits = 2 if steps else int(k == 0 and any(move[MOVE_TARGET] == END for move in moves))
        rows.append((u.first_phase, *u.always, int(u.modern), u.torque_limit, waits, *u.sets))
    return _table(rows, UNIT_COLUMNS)


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
    lets = (program.let_offset, program.let_offset + len(program.lets))
    rules = (*rule(program.fall), *rule(program.goal))
    return np.array([*head, *rules, int(program.limp), *lets], np.int32)


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
        if sense.kind == "part" and anatomy.ends_in_hand(name) >= 0 and index >= 0:
            index = HAND_PLACES + anatomy.ends_in_hand(name)
    elif sense.kind == "key":
        index = ord(sense.name.upper()[:1] or " ") & 127
    elif sense.kind == "near":
        return kind, anatomy.entities.get(sense.name, -1), 0
    elif sense.kind == "thing":
        return kind, anatomy.entities.get(sense.name, -1), THING_ATTRS.index(sense.attr)
    if sense.kind == "body":
        attr = BODY_ATTRS.index(sense.attr)
    if sense.kind == "clip":
        attr = CLIP_ATTRS.index(sense.attr)
    if sense.kind in ("com", "part"):
        attr = PLACE_ATTRS.index(sense.attr)
    if index < 0:
        notes[f"{anatomy.body.name} has no {name}: it is sensed as 0"] = None
    return kind, index, attr


def _resolve(kind: str, ref: int, name: str, anatomy: Anatomy) -> int:
    """The number the kernel knows a name by; -1 when the body lacks it."""
    if kind == "text":
        return ref
    if kind == "joint":
        return anatomy.joint(name)
    if kind == "part":
        return anatomy.part(name)
    if kind == "thing":
        return anatomy.entities.get(name, -1)
    if name in PLACES:
        return SUPPORT + PLACES.index(name)
    if anatomy.joint(name) >= 0:
        return JOINT_PLACES + anatomy.joint(name)
    return anatomy.part(name)


def _statements(program: Program, anatomy: Anatomy, notes: dict[str, None]) -> dict[str, NDArray[Any]]:
    rows = rows_by_opcode()
    table = np.full((2, max(1, len(program.statements)), ACT_COLUMNS), SKIP, np.int32)
    paths: list[list[tuple[int, int]]] = []
    for s, (opcode, args, refs, _, keep) in enumerate(_statement_rows(program).tolist()):
        statement = rows[opcode]
        for side in (0, 1):
            act = table[side, s]
            act[:ACT_ARGS] = opcode, s, keep, -1
            n_args, kinds = _shape(program, s, statement)
            act[ACT_ARGS : ACT_ARGS + n_args] = program.args[args : args + n_args]
            hands = dict.fromkeys(range(len(kinds)), -1)
            for k, kind in enumerate(kinds):
                ref = int(program.refs[refs + k])
                if kind in ("word", "clip") or ref < 0:
                    act[ACT_REFS + k] = ref
                    continue
                name = program.names[ref] if kind == "text" else on_side(program.names[ref], side)
                act[ACT_REFS + k] = _resolve(kind, ref, name, anatomy)
                hands[k] = anatomy.ends_in_hand(name)
                if act[ACT_REFS + k] < 0:
                    act[ACT_OP] = SKIP
                    notes[f"{anatomy.body.name} has no {name}: {statement.word} is skipped"] = None
            if act[ACT_OP] != SKIP and (missing := missing_limb(program, s, act, statement, anatomy)):
                act[ACT_OP] = SKIP
                notes[f"{anatomy.body.name} has no {missing}: {statement.word} is skipped"] = None
            if act[ACT_OP] != SKIP:
                act[ACT_ROW] = _chain(statement, act, anatomy, paths)
                if statement.point:  # the hand, not the forearm's centre
                    for k, hand in hands.items():
                        act[ACT_REFS + k] = HAND_PLACES + hand if hand >= 0 else act[ACT_REFS + k]
    _merge_spine(program, anatomy, table)
    for row, s in enumerate(_learners(program)):
        table[:, s, ACT_ROW] = row
    joints = [joint for chain in paths for joint, _ in chain]
    signs = [sign for chain in paths for _, sign in chain]
    return {
        "acts": table,
        "path_start": np.cumsum([0, *(len(chain) for chain in paths)]).astype(np.int32),
        "path_joint": np.array(joints or [0], np.int32),
        "path_sign": np.array(signs or [0], np.int32),
    }


def _merge_spine(program: Program, anatomy: Anatomy, table: NDArray[np.int32]) -> None:
    """On a body with one spine joint, targets of a phase for two of them are one: the last."""
    if anatomy.body.joint("waist") != anatomy.body.joint("lTorso2uTorso"):
        return
    joint = anatomy.joint("waist")
    servo = opcodes()["vpd"]
    for phase in np.asarray(program.phases).reshape(-1, PHASE_COLUMNS):
        rows = range(int(phase[PHASE_STATEMENT0]), int(phase[PHASE_STATEMENT1]))
        same = [s for s in rows if table[0, s, ACT_OP] == servo and table[0, s, VPD_BY_JOINT] == joint]
        table[:, same[:-1], ACT_OP] = SKIP


def _statement_rows(program: Program) -> NDArray[np.int32]:
    """The Program's statements (S, STATEMENT_COLUMNS), also when there are none."""
    return np.asarray(program.statements).reshape(-1, STATEMENT_COLUMNS)


def _learners(program: Program) -> list[int]:
    """The statements that learn."""
    rows, ops = rows_by_opcode(), _statement_rows(program)[:, STATEMENT_OP].tolist()
    return [s for s, op in enumerate(ops) if rows[op].learns]


def _shape(program: Program, s: int, statement: Statement) -> tuple[int, list[str]]:
    """How many args and which refs a compiled statement has; two words may share an opcode."""
    rows = _statement_rows(program)
    args_end = int(rows[s + 1, STATEMENT_ARGS]) if s + 1 < len(rows) else len(program.args)
    refs_end = int(rows[s + 1, STATEMENT_REFS]) if s + 1 < len(rows) else len(program.refs)
    n_args, n_refs = args_end - int(rows[s, STATEMENT_ARGS]), refs_end - int(rows[s, STATEMENT_REFS])
    return min(n_args, len(statement.values)), list(statement.ref_kinds.values())[:n_refs]


def _chain(statement: Statement, act: NDArray[np.int32], anatomy: Anatomy, paths: list[Any]) -> int:
    """The index of the statement's chain of joints among `paths`; -1 when it has none."""
    if not statement.chain:
        return -1
    part, joint = (int(act[ACT_REFS + statement.refs.index(name)]) for name in statement.chain)
    if joint < 0:
        return -1
    chain = path(anatomy, 0 if part == _COM else part, joint)
    if chain not in paths:
        paths.append(chain)
    return paths.index(chain)


_SIDES = ("left", "right")


def arg_columns(statement: Statement) -> Iterator[tuple[Arg, int, str]]:
    """Each argument of a statement, its column in the linked row, and its clause ("" for the subject's)."""
    value, ref = ACT_ARGS, ACT_REFS + bool(statement.subject)
    for clause, arg in statement.all_args:
        yield arg, value if arg.is_value else ref, clause
        value, ref = value + arg.is_value, ref + (not arg.is_value)


def place_of(program: Program, s: int) -> str:
    """The file and line of a statement, for messages."""
    if s >= len(program.statement_spans):
        return program.name
    span = program.statement_spans[s]
    unit = program.units[span.unit]
    source = Source(unit.name, unit.path, unit.text)
    line, column = source.position(span.start)
    return f"{source.shown}:{line}:{column}"


def missing_limb(program: Program, s: int, act: NDArray[Any], statement: Statement, anatomy: Anatomy) -> str:
    """What of a limb the body lacks that a linked statement needs, in a few words; "" when nothing.

    Args:
        program: Its Program.
        s: The statement.
        act: Its linked row.
        statement: Its row of the table.
        anatomy: The body.

    Raises:
        FootfallError: The statement makes no sense on any body.
    """
    tables, word = anatomy.arrays, statement.word
    part = int(act[ACT_REFS])
    if statement.limb == "hand" and part not in tables["hand_part"].tolist():
        message = f"{word} needs a hand, and {list(anatomy.parts)[part]} is none"
        raise FootfallError(message, where=place_of(program, s), help=f"write {word} lHand or rHand")
    for arg, column, clause in arg_columns(statement):
        if arg.limb == "leg" and act[column] >= 0 and tables["joint_side"][act[column]] < 0:
            message = (
                f".{clause} works through a leg, and {list(anatomy.joints)[act[column]]} is in the middle"
            )
            raise FootfallError(message, where=place_of(program, s), help=f"write .{clause}(stHip)")
    if statement.limb not in ("foot", "feet"):
        return ""
    leg = int(tables["part_leg"][part])
    if leg < 0:
        message = f"{word} needs a foot, and {list(anatomy.parts)[part]} is none"
        raise FootfallError(message, where=place_of(program, s), help=f"write {word} swFoot or stFoot")
    legs = range(2) if statement.limb == "feet" else (leg,)
    lacks = ((k, name) for joint, name in ((LIMB_HIP, "hip"), (LIMB_KNEE, "knee")) for k in legs
             if tables["leg_joints"][k, joint] < 0)  # fmt: skip
    return next((f"{_SIDES[k]} {name} joint" for k, name in lacks), "")
