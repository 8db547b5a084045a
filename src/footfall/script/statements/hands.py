"""Hands and feet that go to a place, and hands that take hold."""

from __future__ import annotations

from .common import KP, POSITIVE, SHARE, expert, number
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
        Clause(
            "tolerance",
            (Arg("distance", "length", legal=POSITIVE, default=0.0),),
            "how near is near enough, m",
        ),
        Clause("gains", (KP, Arg("kd", "damping")), "gains; the body's own when left out"),
        expert(
            "search",
            "how the angles are found, a few steps of damped least squares a tick",
            Arg(
                "damping",
                "length",
                legal=(1e-4, 10.0),
                default=0.05,
                doc="of the least squares: larger is smoother near a straight limb",
            ),
            Arg("most", "angle", legal=(1e-3, 3.2), default=0.4, doc="by which a step may turn a joint"),
            Arg("bent", "angle", legal=(0.0, 3.2), default=0.8, doc="where a knee or elbow begins"),
            Arg(
                "straight",
                "angle",
                legal=(0.0, 1.0),
                default=0.05,
                doc="an axis with a limit this near zero bends one way only, as knees and elbows do",
            ),
        ),
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
            (Arg("distance", "length", legal=POSITIVE, default=0.06, of="leg"),),
            "how near its surface the hand must come to take hold, m",
        ),
        Clause(
            "most",
            (Arg("force", "force", legal=(0.0, 1e6), default=0.8, of="weight"),),
            "the largest force of the grip, N",
        ),
        Clause(
            "bear",
            (Arg("share", "number", legal=SHARE, default=1.0),),
            "how much of its load the body accounts for, 0 to 1: 0 for what is only pushed or pulled",
        ),
        expert(
            "grip",
            "the spring between hand and prop, in units of weight, leg and sqrt(leg / g)",
            number("stiffness", 14.0, (0.0, 1e3)),
            number("damping", 0.7, (0.0, 100.0)),
            number("twist", 7e-4, (0.0, 1.0), doc="how much it resists turning"),
        ),
        expert(
            "palm",
            "the hand's middle stays so far from the surface it lies on",
            number("depth", 0.02, (0.0, 1.0), "legs", "half the thickness of a hand"),
        ),
        expert(
            "settle",
            "over which the carried load follows the force of the grip",
            Arg("seconds", "time", legal=(1e-3, 100.0), default=0.15),
        ),
    ),
    doc=(
        "Takes hold of a prop with a hand, as soon as the hand is at its surface: a spring and a damper "
        "from there to the hand, of limited force. It lets go when the statement no longer holds. What "
        "the hands carry counts in the centre of mass, and GC carries it too. A body without hands "
        "grips with the ends of its forearms."
    ),
    example="GRASP lHand(crate);",
)
