"""Whether a statement can work on a body, beyond its names: what it needs of the limb it acts through."""

from __future__ import annotations

from numpy.typing import NDArray

from footfall.control.leg import HIP, KNEE
from footfall.control.opcodes import (
    DRIVE_PART,
    GRASP_PART,
    OP_DRIVE,
    OP_GRASP,
    OP_STEP,
    OP_VPD_CLOSE,
    STEP_PART,
    VPD_CLOSE_JOINT,
)
from footfall.engine.anatomy import Anatomy
from footfall.errors import FootfallError
from footfall.script.program import Program
from footfall.script.source import Source

_SIDES = ("left", "right")
_FEET = {OP_STEP: ("STEP", STEP_PART), OP_DRIVE: ("DRIVE", DRIVE_PART)}


def place_of(program: Program, s: int) -> str:
    """The file and line of a statement, for messages."""
    if s >= len(program.statement_spans):
        return program.name
    span = program.statement_spans[s]
    unit = program.units[span.unit]
    source = Source(unit.name, unit.path, unit.text)
    line, column = source.position(span.start)
    return f"{source.shown}:{line}:{column}"


def lacking(program: Program, s: int, act: NDArray, anatomy: Anatomy) -> str:  # type: ignore[type-arg]
    """What of a limb the body lacks that a linked statement needs, in a few words; "" when nothing.

    Args:
        program: Its Program.
        s: The statement.
        act: Its linked row.
        anatomy: The body.

    Raises:
        FootfallError: The statement makes no sense on any body.
    """
    tables, op = anatomy.arrays, int(act[0])
    names = list(anatomy.parts)
    if op in _FEET:
        word, column = _FEET[op]
        leg = int(tables["part_leg"][act[column]])
        if leg < 0:
            message = f"{word} needs a foot, and {names[act[column]]} is none"
            raise FootfallError(message, where=place_of(program, s), help=f"write {word} swFoot or stFoot")
        for joint, name in ((HIP, "hip"), (KNEE, "knee")):
            legs = range(2) if op == OP_DRIVE else (leg,)  # a force goes through both legs
            for k in legs:
                if tables["leg_joints"][k, joint] < 0:
                    return f"{_SIDES[k]} {name} joint"
    if op == OP_VPD_CLOSE and tables["joint_side"][act[VPD_CLOSE_JOINT]] < 0:
        joints = list(anatomy.joints)
        message = f".close works through a leg, and {joints[act[VPD_CLOSE_JOINT]]} is in the middle"
        raise FootfallError(message, where=place_of(program, s), help="write .close(stHip)")
    if op == OP_GRASP:
        part = int(act[GRASP_PART])
        if part not in tables["hand_part"].tolist():
            message = f"GRASP needs a hand, and {names[part]} is none"
            raise FootfallError(message, where=place_of(program, s), help="write GRASP lHand or rHand")
    return ""
