"""Whether a statement can work on a body, beyond its names: what it needs of the limb it acts through."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from footfall.control.leg import HIP, KNEE
from footfall.engine.anatomy import Anatomy
from footfall.engine.gen import REFS, arg_columns
from footfall.errors import FootfallError
from footfall.script.program import Program
from footfall.script.source import Source
from footfall.script.statements import Statement

_SIDES = ("left", "right")


def place_of(program: Program, s: int) -> str:
    """The file and line of a statement, for messages."""
    if s >= len(program.statement_spans):
        return program.name
    span = program.statement_spans[s]
    unit = program.units[span.unit]
    source = Source(unit.name, unit.path, unit.text)
    line, column = source.position(span.start)
    return f"{source.shown}:{line}:{column}"


def lacking(program: Program, s: int, act: NDArray[Any], statement: Statement, anatomy: Anatomy) -> str:
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
    part = int(act[REFS])
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
    lacks = ((k, name) for joint, name in ((HIP, "hip"), (KNEE, "knee")) for k in legs
             if tables["leg_joints"][k, joint] < 0)  # fmt: skip
    return next((f"{_SIDES[k]} {name} joint" for k, name in lacks), "")
