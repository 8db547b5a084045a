"""TEMPLATE: the pendulum with a trunk that walks beside a body, ahead of it, or after it."""

from __future__ import annotations

from .common import POSITIVE, SHARE, SIDE, WIDTH, expert, number
from .rows import Arg, Clause, Statement

_LISTENING = Arg("time", "time", legal=(0.0, 100.0))

TEMPLATE = Statement(
    word="TEMPLATE",
    op="template",
    subject="",
    args=(Arg("speed", "speed"), SIDE),
    clauses=(
        Clause(
            "pivot",
            (Arg("height", "length", legal=(-5.0, 5.0), default=0.1675, of="leg"),),
            "how far its pivot is above its centre of mass",
        ),
        Clause(
            "offset",
            (Arg("forward", "length", default=0.0), Arg("left", "length", default=0.0)),
            "where the pivot is besides, in the trunk's frame",
        ),
        Clause(
            "height",
            (Arg("com", "length", legal=POSITIVE, default=1.09, of="leg"),),
            "height of its centre of mass above its feet",
        ),
        Clause(
            "every",
            (Arg("time", "number", legal=(0.1, 100.0), default=1.14, unit="natural times"),),
            "how long a step takes",
        ),
        WIDTH,
        Clause("yaw", (Arg("angle", "angle", default=0.0),), "where it turns to"),
        Clause(
            "listens",
            (_LISTENING,),
            "it follows the body: it comes 1 - 1 / e nearer in this time, and stands on the body's feet",
        ),
        Clause(
            "leads",
            (_LISTENING,),
            "it listens, and the VPP and STEP that stand behind it go by it instead of by the body",
        ),
        expert(
            "spring",
            "of the height",
            number("stiffness", 14.0, POSITIVE, "weights per leg"),
            number("damping", 2.5, POSITIVE, "weights per natural speed"),
        ),
        expert(
            "damp",
            "how far the pivot moves with the rate at which the trunk tips",
            number("shift", 0.12, (-10.0, 10.0), "legs by natural time"),
        ),
        expert(
            "trunk",
            "how the mass is spread",
            number("inertia", 0.0625, (1e-3, 10.0), "masses by legs²", "about its level axes"),
            number("turning", 0.02, (1e-3, 10.0), "masses by legs²", "about the vertical"),
        ),
        expert(
            "both",
            "the share of a step on both feet",
            number("share", 0.13, (0.01, 0.9)),
        ),
        expert(
            "balance",
            "factors on the capture points",
            number("forward", 1.0, POSITIVE),
            number("aside", 0.9, POSITIVE),
        ),
        expert("lift", "how high its swing foot goes", number("height", 0.06, SHARE, "legs")),
    ),
    exclusive=("listens", "leads"),
    doc=(
        "The pendulum of VPP walking: a rigid trunk on two springs without mass, whose forces point at a "
        "pivot above the centre of mass. It is simulated beside the body. Alone it walks off on its own. It "
        "can listen to the body and foresee where the next foot will land, or it can lead it."
    ),
    example="TEMPLATE(.8).leads(.05);",
)
