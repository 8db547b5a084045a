"""The table of statements: parser, checker, compiler, dispatch and docs are made from it.

To add a statement, add a row to a module here, list it below, write a module in `control/`, then
`make gen`.

A statement reads ``WORD subject(args).clause(args).clause(args);``. Its numbers become
*args* (registers), its names become *refs* (joints, parts), its words become flags among
the refs. Their order in the compiled statement is: subject, then the subject's args, then
each clause in the order of the row. One that is left out is its default, or -1 without one.
"""

from __future__ import annotations

from functools import cache

from .drive import DRIVE
from .forces import EF, GC, VF, VFFB, VFSFB
from .hands import GRASP, IK
from .others import LEARN, LOAD, SAVE, TOGGLE
from .pivot import VPP
from .rows import LEGAL, NAMED, NAMES, NOUNS, PLACES, UNITS, VALUES, Arg, Clause, Statement
from .servos import CLASSIC_VPD, HOLD, LIPOSE, MATCH, POSE, POSEFB, VPD
from .steps import STEP
from .template import TEMPLATE
from .track import TRACK

__all__ = [
    "BY_KEY",
    "BY_WORD",
    "CLASSIC",
    "LEGAL",
    "NAMED",
    "NAMES",
    "NOUNS",
    "PLACES",
    "STATEMENTS",
    "TORQUE",
    "UNITS",
    "VALUES",
    "Arg",
    "Clause",
    "Statement",
    "opcodes",
    "row_of_op",
    "rows_by_opcode",
]

# Opcodes follow from the order.
STATEMENTS: tuple[Statement, ...] = (
    POSE,
    VPD,
    LIPOSE,
    MATCH,
    HOLD,
    POSEFB,
    VF,
    VFFB,
    VFSFB,
    IK,
    GC,
    EF,
    STEP,
    DRIVE,
    GRASP,
    SAVE,
    LOAD,
    TOGGLE,
    LEARN,
    VPP,
    TRACK,
    TEMPLATE,
)

# Statements that only the classic dialect has; the others share their rows with the modern ones.
CLASSIC: tuple[Statement, ...] = (CLASSIC_VPD,)

TORQUE = Arg("torque", "number", legal=(0.0, 1e6), doc="the largest of any joint, N m; of LIMIT and SET")

BY_WORD: dict[str, Statement] = {s.word: s for s in STATEMENTS}
BY_KEY: dict[str, Statement] = BY_WORD | {s.key: s for s in CLASSIC}  # the words of trees of both dialects


@cache
def opcodes() -> dict[str, int]:
    """Opcode of each primitive, from the order of the table."""
    names = dict.fromkeys(op for s in STATEMENTS + CLASSIC for op in s.ops)
    return {name: i for i, name in enumerate(names)}


@cache
def row_of_op(op: str) -> Statement:
    """The row whose columns a primitive reads: the first that has it (LIPOSE is laid out like POSE)."""
    return next(s for s in STATEMENTS + CLASSIC if op in s.ops)


@cache
def rows_by_opcode() -> dict[int, Statement]:
    """The row of each opcode; see `row_of_op`."""
    return {number: row_of_op(op) for op, number in opcodes().items()}
