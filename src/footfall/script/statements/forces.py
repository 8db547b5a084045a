"""Forces: virtual ones that joints give, the weight that they carry, and real ones."""

from __future__ import annotations

from .common import CHAIN
from .rows import Arg, Clause, Statement

VF = Statement(
    word="VF",
    op="vf",
    subject="",
    args=(Arg("forward", "force"), Arg("left", "force"), Arg("up", "force")),
    clauses=(Clause("on", (Arg("part", "bodypart"),), "the part that is pulled, or com"), CHAIN),
    must=("on", "by"),
    chain=("on_part", "by_joint"),
    point=True,
    doc=(
        "Virtual force: the torques that a force on a part would need, along the chain of joints from "
        "the part to a joint (Jacobian transpose). The force is in the heading frame."
    ),
    example="VF (0, 0, 300).on(trunk).by(stAnkle);",
)

VFFB = Statement(
    word="VFFB",
    op="vffb",
    subject="part",
    args=(Arg("cd", "gain"), Arg("cv", "gain")),
    clauses=(
        CHAIN,
        Clause(
            "over",
            (Arg("place", "place"),),
            "where the centre of mass should be: cop, support, feet, a part or a joint",
        ),
    ),
    must=("by",),
    chain=("part", "by_joint"),
    doc=(
        "Balance: a virtual force on the centre of mass, -(cd distance + cv speed), towards a place, "
        "along the chain from the part to a joint."
    ),
    example="VFFB uTorso(2000, 250).by(lAnkle).over(support);",
)

VFSFB = Statement(
    word="VFSFB",
    op="vfsfb",
    subject="part",
    args=(Arg("cv", "gain"),),
    clauses=(
        CHAIN,
        Clause(
            "speed",
            (Arg("speed", "speed"), Arg("side", "speed", optional=True, default=0.0)),
            "the speed wanted, forwards and to the left",
        ),
    ),
    must=("by", "speed"),
    chain=("part", "by_joint"),
    doc=(
        "Speed: a virtual force cv (speed - actual) on the centre of mass along the chain from the "
        "part to a joint."
    ),
    example="VFSFB uTorso(400).by(stAnkle).speed(.8);",
)

GC = Statement(
    word="GC",
    op="gc",
    subject="part",
    args=(),
    clauses=(CHAIN,),
    must=("by",),
    many=True,
    chain=("part", "by_joint"),
    doc=(
        "Gravity compensation: the joints from a part to a joint carry the weight of all that hangs on them."
    ),
    example="GC lHand.by(lShoulder);",
)

EF = Statement(
    word="EF",
    op="ef",
    subject="part",
    args=(Arg("forward", "force"), Arg("left", "force"), Arg("up", "force")),
    doc=(
        "External force: a real force on a part, heading frame. For tests and special effects; "
        "nothing is balanced by it."
    ),
    example="EF uTorso(0, 0, 100);",
)
