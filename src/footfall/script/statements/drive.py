"""DRIVE: legs that stand push the body on."""

from __future__ import annotations

from .common import APART, LOWEST, POSITIVE, SHARE, SIDE, WIDTH, expert, number
from .rows import Arg, Clause, Statement

DRIVE = Statement(
    word="DRIVE",
    op="drive",
    subject="part",
    limb="feet",
    args=(Arg("speed", "speed"), SIDE),
    clauses=(
        WIDTH,
        Clause(
            "gains",
            (
                Arg("cv", "gain", default=0.9),
                Arg("side_cd", "gain", default=1.9),
                Arg("side_cv", "gain", default=2.8),
            ),
            "on the speed, and sideways on place and speed, in units of weight, leg and sqrt(leg / g)",
        ),
        Clause(
            "most",
            (
                Arg("forward", "number", legal=POSITIVE, default=0.087, unit="weights"),
                Arg("side", "number", legal=POSITIVE, default=0.145, unit="weights"),
            ),
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
        expert(
            "capture",
            "towards a planned step the force goes with how late the body is",
            number("gain", 2.0, (0.0, 100.0), "weights per leg", "that the capture point is late"),
        ),
        expert(
            "sole",
            "how much of the sole may carry before the foot tips",
            number("length", 0.8, SHARE),
            number("width", 0.6, SHARE),
        ),
        expert(
            "load",
            "shares of the weight on the feet",
            number("firm", 0.25, (1e-3, 10.0), doc="below it they cannot give all of the force"),
            number("flying", 0.03, (1e-3, 10.0), doc="below it they give none"),
        ),
        APART,
        LOWEST,
    ),
    doc=(
        "A virtual force on the centre of mass towards a speed, and sideways towards its place beside "
        "the standing foot, through the legs that carry, by their load. Ankles give no more than keeps "
        "the feet flat."
    ),
    example="DRIVE stFoot(.7).width(.14);",
)
