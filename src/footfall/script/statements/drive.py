"""DRIVE: legs that stand push the body on."""

from __future__ import annotations

from .common import POSITIVE
from .rows import Arg, Clause, Statement

DRIVE = Statement(
    word="DRIVE",
    op="drive",
    subject="part",
    limb="feet",
    args=(Arg("speed", "speed"), Arg("side", "speed", optional=True, doc="to the left; 0 when left out")),
    clauses=(
        Clause("width", (Arg("distance", "length", legal=POSITIVE),), "how far apart the feet walk"),
        Clause(
            "gains",
            (Arg("cv", "gain"), Arg("side_cd", "gain"), Arg("side_cv", "gain")),
            "on the speed, and sideways on place and speed, in units of weight, leg and sqrt(leg / g)",
        ),
        Clause(
            "most",
            (Arg("forward", "number", legal=POSITIVE), Arg("side", "number", legal=POSITIVE)),
            "the largest forces, as shares of the weight",
        ),
        Clause(
            "over",
            (Arg("place", "place"),),
            "where the centre of mass belongs; left out: half a width inside the foot, free to go on",
        ),
        Clause(
            "bear",
            (
                Arg("roll", "number", legal=(0.0, 2.0)),
                Arg("pitch", "number", legal=(0.0, 2.0)),
                Arg("knee", "number", legal=(0.0, 2.0)),
            ),
            "how much of the weight's moment about hips (sideways, forwards) and knees the legs give in "
            "advance, 0 to 1: what a pelvis sags by when its servo alone must carry it",
        ),
    ),
    doc=(
        "A virtual force on the centre of mass towards a speed, and sideways towards its place beside "
        "the standing foot, through the legs that carry, by their load. Ankles give no more than keeps "
        "the feet flat."
    ),
    example="DRIVE stFoot(.7).width(.14);",
)
