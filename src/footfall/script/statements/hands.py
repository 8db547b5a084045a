"""Hands and feet that go to a place, and hands that take hold."""

from __future__ import annotations

from .common import KP, POSITIVE, SHARE
from .rows import Arg, Clause, Statement

IK = Statement(
    word="IK",
    op="ik",
    subject="part",
    args=(),
    clauses=(
        Clause(
            "target",
            (Arg("x", "length"), Arg("y", "length"), Arg("z", "length")),
            "where in the world, m",
        ),
        Clause(
            "local",
            (Arg("forward", "length"), Arg("left", "length"), Arg("up", "length")),
            "where from the base joint, heading frame, m",
        ),
        Clause("base", (Arg("joint", "joint"),), "the first joint of the chain"),
        Clause("tolerance", (Arg("distance", "length", legal=POSITIVE),), "how near is near enough, m"),
        Clause("gains", (KP, Arg("kd", "damping")), "gains; the body's own when left out"),
    ),
    must=("base",),
    needs=("target", "local"),
    exclusive=("target", "local"),
    chain=("part", "base_joint"),
    point=True,
    doc=(
        "Inverse kinematics: servo the joints from the base to the part so that the part's centre "
        "goes to a place."
    ),
    example="IK swFoot.local(.1, 0, -.6).base(swHip);",
)

GRASP = Statement(
    word="GRASP",
    op="grasp",
    subject="part",
    limb="hand",
    args=(Arg("thing", "thing", doc="what is taken: a PROP"),),
    clauses=(
        Clause(
            "within",
            (Arg("distance", "length", legal=POSITIVE),),
            "how near its surface the hand must come to take hold, m; 0.06 of the leg when left out",
        ),
        Clause(
            "most",
            (Arg("force", "force", legal=(0.0, 1e6)),),
            "the largest force of the grip, N; 0.8 of the weight",
        ),
        Clause(
            "bear",
            (Arg("share", "number", legal=SHARE),),
            "how much of its load the body reckons with, 0 to 1: 0 for what is only pushed or pulled",
        ),
    ),
    doc=(
        "Takes hold of a thing with a hand, as soon as the hand is at its surface: a spring and a damper "
        "from there to the hand, of limited force. It lets go when the statement no longer holds. What "
        "the hands carry counts in the centre of mass, and GC carries it too. A body without hands "
        "grips with the ends of its forearms."
    ),
    example="GRASP lHand(crate);",
)
