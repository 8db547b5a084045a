"""STEP: a leg that swings to where its foot will be needed.

Lengths of clauses that few will write are in legs, times in natural times, sqrt(leg / g): they mean the
same for a child, a person and a giant.
"""

from __future__ import annotations

from .common import APART, LOWEST, POSITIVE, SHARE, SIDE, WIDTH, expert, number
from .rows import Arg, Clause, Statement

_LENGTH = (0.0, 5.0)  # legs

_HURRY = Clause(
    "hurry",
    (
        Arg(
            "missed",
            "number",
            legal=POSITIVE,
            default=3.0,
            unit="per leg",
            doc="that the other leg keeps its landing from its mark",
        ),
        Arg(
            "forward",
            "number",
            legal=POSITIVE,
            default=0.0,
            unit="per leg",
            doc="that its mark is farther off than `calm`, forwards",
        ),
        Arg("aside", "number", legal=POSITIVE, default=0.0, unit="per leg", doc="and sideways"),
        Arg(
            "calm",
            "number",
            legal=POSITIVE,
            default=1.0,
            unit="legs",
            doc="how far off a mark may be, beyond that of a steady walk",
        ),
        Arg("most", "number", legal=POSITIVE, default=1.5, doc="the most by which it goes faster"),
    ),
    "how much faster a step goes when the other leg is in its way, or when its mark runs away",
)

# How the leg follows its path.
_FOLLOW = (
    APART,
    expert(
        "press",
        "so that the foot lands firmly",
        number("depth", 0.012, (0.0, 0.5), "legs", "how far below the ground the path ends"),
        number("sink", 0.2, (0.0, 10.0), "legs per natural time", "how fast a late foot goes on down"),
    ),
    expert(
        "follow",
        "how hip and knee follow the path",
        number(
            "stiffer",
            2.0,
            (0.0, 20.0),
            doc="how much stiffer, and more damped, the hip of a foot is that must land on its mark",
        ),
        number("fastest", 12.0, (0.1, 100.0), "rad/s", "of thigh and knee; more is a jump of the path"),
        number(
            "stretch",
            0.995,
            (0.5, 1.0),
            doc="of the leg's length that it may reach: a straight knee is singular",
        ),
        Arg(
            "turn",
            "angle",
            legal=(0.0, 3.2),
            default=0.5,
            doc="the farthest that `.yaw` turns the leg from the heading",
        ),
    ),
    expert(
        "lasts",
        "how long a step takes in a phase without LASTS",
        number("time", 1.6, (0.01, 100.0), "natural times"),
    ),
    expert(
        "every",
        "the time from one step to the next, where that is longer than the phase that swings the leg",
        number("seconds", 0.0, (0.0, 100.0), "s", "0: as long as the step"),
    ),
    expert(
        "fit",
        "all of the sole lands on one stretch of the ground, without a plan of steps",
        number("distance", 0.0, (0.0, 1.0), "legs", "how far it may be moved for that; 0: it is not"),
    ),
    expert(
        "leave",
        "how the foot sets off",
        number("start", 1.0, (0.0, 3.0), doc="its speed then, in mean speeds of the step; 0 is gentle"),
    ),
    expert(
        "pivot",
        "the body as a pendulum that swings about a pivot so far above its centre of mass (VPP)",
        number("height", 0.0, (-1.0, 5.0), "m"),
    ),
    expert(
        "trim",
        "the mean speed of each step corrects what the next ones ask for",
        number("gain", 0.07, SHARE, doc="of a step's error that is taken up"),
        number("most", 0.3, (0.0, 10.0), "natural speeds", "the largest correction"),
        number("longest", 6.0, (0.0, 1e3), "natural times", "a step that took longer was none"),
        number(
            "forget",
            0.15,
            (1e-3, 1e3),
            "natural speeds",
            "a slow change of the wanted speed by so much makes it 1 / e of what it was",
        ),
    ),
    LOWEST,
)

# Where and when it lands near edges of the ground.
_PLAN = (
    expert(
        "foresee",
        "near an edge of the ground steps are planned ahead",
        number("strides", 4.0, (0.0, 100.0), "strides", "how far from an edge that begins"),
        number(
            "square",
            0.3,
            (0.01, 1.0),
            doc="cosine between its way and x below which edges are walked along, not crossed",
        ),
        number("shortest", 0.05, _LENGTH, "legs", "shorter steps go nowhere and are not planned"),
    ),
    expert(
        "farthest",
        "the longest and the highest planned step",
        number("length", 0.55, (0.01, 5.0), "legs", "from foot to foot"),
        number("rise", 0.3, _LENGTH, "legs", "up or down"),
    ),
    expert(
        "edge",
        "what a sole keeps from an edge",
        number("margin", 0.01, _LENGTH, "legs", "always"),
        number("comfort", 0.05, _LENGTH, "legs", "besides, where there is room"),
        number("kept", 0.03, _LENGTH, "legs", "besides, when it lands nearer or farther than planned"),
    ),
    expert(
        "choose",
        "how the lengths of planned steps are chosen",
        number(
            "usual",
            0.5,
            (0.0, 100.0),
            doc="what it costs to differ from a usual step, against differing from the one before",
        ),
        number("dead_end", 1.0, (0.0, 100.0), "legs", "no place costs as much as a step so much too long"),
        number(
            "patient", 0.3, (0.0, 2.0), doc="power of its length with which the time of a long step grows"
        ),
    ),
    expert(
        "timing",
        "between which shares of its time a planned step lands",
        number("soonest", 0.6, (0.0, 10.0)),
        number("latest", 1.6, (0.0, 10.0)),
        number("faster", 2.5, (0.01, 100.0), doc="the fastest that its clock runs"),
        number("slower", 0.3, (0.01, 100.0), doc="the slowest"),
    ),
    expert(
        "carry",
        "how a foot is carried over an edge",
        number("clear", 0.04, _LENGTH, "legs", "what stays free below it"),
        number("beside", 0.02, _LENGTH, "legs", "and before it"),
        number("risen", 0.3, (0.01, 1.0), doc="share of the step's time at which it is up"),
        number("sinking", 0.7, (0.0, 0.99), doc="and at which it begins to come down"),
    ),
    expert(
        "bump",
        "how a foot goes over ground that stands out between two places",
        number("risen", 0.25, (0.01, 1.0), doc="share of the step's time at which it is above it"),
        number("sinking", 0.875, (0.0, 0.99), doc="and until which it stays so"),
    ),
)

STEP = Statement(
    word="STEP",
    op="step",
    subject="part",
    limb="foot",
    args=(Arg("speed", "speed"), SIDE),
    clauses=(
        WIDTH,
        Clause(
            "height",
            (Arg("lift", "length", default=0.055, of="leg"),),
            "how high the foot is lifted in the middle",
        ),
        Clause("yaw", (Arg("angle", "angle"),), "the way the foot should point when it lands, in the world"),
        Clause("twist", (Arg("angle", "angle", default=0.0),), "turns the knee outwards"),
        Clause(
            "shift",
            tuple(Arg(way, "length", default=0.0) for way in ("forward", "out", "up")),
            "moves the path, for style",
        ),
        Clause("to", (Arg("x", "length"), Arg("y", "length")), "land there, in the world, instead"),
        Clause(
            "balance",
            (Arg("forward", "number", default=1.0), Arg("aside", "number", default=1.0)),
            "factors on the capture point",
        ),
        Clause(
            "ahead",
            (Arg("share", "number", legal=SHARE, default=1.0),),
            "how much of the rest of the step is foreseen, 0 to 1",
        ),
        Clause(
            "reach",
            (Arg("distance", "length", legal=POSITIVE, default=0.45, of="leg"),),
            "the farthest landing from below the centre of mass",
        ),
        _HURRY,
        Clause("cross", (Arg("distance", "length", default=0.15, of="leg"),), "how far the feet may cross"),
        *_FOLLOW,
        *_PLAN,
    ),
    doc=(
        "Swings a leg to where its foot will be needed: the body is an inverted pendulum that should go "
        "on with a speed. The path goes round the other leg; hip and knee follow it by inverse "
        "kinematics. The step takes as long as its phase LASTS, less when the foot cannot land where it "
        "should, or when its mark runs away (`hurry`)."
    ),
    example="STEP swFoot(.7).width(.14).height(.06);",
)
