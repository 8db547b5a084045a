"""STEP: a leg that swings to where its foot will be needed."""

from __future__ import annotations

from .common import POSITIVE, SHARE
from .rows import Arg, Clause, Statement

STEP = Statement(
    word="STEP",
    op="step",
    subject="part",
    limb="foot",
    args=(Arg("speed", "speed"), Arg("side", "speed", optional=True, doc="to the left; 0 when left out")),
    clauses=(
        Clause("width", (Arg("distance", "length", legal=POSITIVE),), "how far apart the feet walk"),
        Clause("height", (Arg("lift", "length"),), "how high the foot is lifted in the middle"),
        Clause("yaw", (Arg("angle", "angle"),), "the way the foot should point when it lands, in the world"),
        Clause("twist", (Arg("angle", "angle"),), "turns the knee outwards"),
        Clause(
            "shift",
            (Arg("forward", "length"), Arg("out", "length"), Arg("up", "length")),
            "moves the path, for style",
        ),
        Clause("to", (Arg("x", "length"), Arg("y", "length")), "land there, in the world, instead"),
        Clause(
            "balance",
            (Arg("forward", "number"), Arg("aside", "number")),
            "factors on the capture point; 1 when left out",
        ),
        Clause(
            "ahead",
            (Arg("share", "number", legal=SHARE),),
            "how much of the rest of the step is foreseen, 0 to 1",
        ),
        Clause(
            "reach",
            (Arg("distance", "length", legal=POSITIVE),),
            "the farthest landing from below the centre of mass",
        ),
        Clause(
            "hurry",
            (
                Arg("missed", "number", legal=POSITIVE),
                Arg("forward", "number", legal=POSITIVE),
                Arg("aside", "number", legal=POSITIVE),
                Arg("calm", "number", legal=POSITIVE),
                Arg("most", "number", legal=POSITIVE),
            ),
            "how much faster a step goes per leg length that the other leg keeps its landing from its "
            "mark, and that the mark is farther off than `calm` legs from a steady walk's; at most",
        ),
        Clause("cross", (Arg("distance", "length"),), "how far the feet may cross"),
    ),
    doc=(
        "Swings a leg to where its foot will be needed: the body is an inverted pendulum that should go "
        "on with a speed. The path goes round the other leg; hip and knee follow it by inverse "
        "kinematics. The step takes as long as its phase LASTS, less when the foot cannot land where it "
        "should, or when its mark runs away (`hurry`)."
    ),
    example="STEP swFoot(.7).width(.14).height(.06);",
)
