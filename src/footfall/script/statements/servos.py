"""Servos: a joint to an angle relative to its parent, a part to an angle in the world."""

from __future__ import annotations

from .common import GAINS, KP, OF, OVER, POSITIVE, ROLL, SHARE, STIFF, TIME, YAW
from .rows import Arg, Clause, Statement

POSE = Statement(
    word="POSE",
    op="pose",
    subject="joint",
    keep=True,
    aimed=True,
    args=(Arg("angle", "angle"), *GAINS),
    clauses=(
        ROLL,
        YAW,
        TIME,
        Clause(
            "feedback",
            (Arg("cd", "gain"), Arg("cv", "gain")),
            "adds cd times the distance and cv times the speed of the body ahead of the place",
        ),
        Clause(
            "lateral",
            (Arg("cd", "gain"), Arg("cv", "gain")),
            "the same sideways, on the roll axis: the joint's far end goes to the side the body is on, "
            "as in a step; an ankle on the ground pushes back with negative gains",
        ),
        OF,
        OVER,
    ),
    many=True,
    doc=(
        "Servo a joint to an angle relative to its parent. Axes that are not named go to zero. Any joint "
        "may carry balance feedback: `POSE stAnkle(0).feedback(2, .6).of(com);` stands quietly by "
        "turning the ankle with the place and speed of the centre of mass."
    ),
    example="POSE swKnee(1.1), stKnee(.05);",
)

VPD = Statement(
    word="VPD",
    op="vpd",
    subject="part",
    args=(Arg("angle", "angle"), *GAINS),
    clauses=(
        ROLL,
        Clause(
            "yaw",
            (
                Arg("angle", "angle"),
                Arg(
                    "kp",
                    "gain",
                    legal=STIFF,
                    optional=True,
                    doc="stiffness about the vertical, for `.close`",
                ),
            ),
            YAW.doc,
        ),
        Clause(
            "by",
            (
                Arg("joint", "joint"),
                Arg("joint2", "joint", optional=True),
                Arg(
                    "share",
                    "number",
                    legal=SHARE,
                    optional=True,
                    default=0.5,
                    doc="the first joint's share of the torque, 0 to 1",
                ),
            ),
            "the joint that does the work, or two that share it",
        ),
        Clause(
            "close",
            (
                Arg("joint", "joint", limb="leg"),
                Arg("shared", "word", optional=True, words=("shared", "grounded")),
                Arg("load", "number", legal=POSITIVE, optional=True, default=0.0),
            ),
            "closes the torque sum of the root through this joint; "
            "`shared`: through both hips, by foot load; `grounded`: so too, but not at all in flight; "
            "`load`: the share of the weight on the feet below which the torque fades",
        ),
        Clause(
            "grip",
            (
                Arg(
                    "share",
                    "number",
                    legal=(-10.0, 1e4),
                    default=-1.0,
                    doc="below 0: no bound and no damping",
                ),
                Arg(
                    "spin",
                    "number",
                    legal=POSITIVE,
                    optional=True,
                    default=0.0,
                    doc="in units of the hip's damping",
                ),
            ),
            "with `.close`: the turn about the vertical is bounded by this share of a foot's load times "
            "the length and width of its sole; `spin` damps a leg that spins, by the square of its rate",
        ),
        Clause(
            "feedback",
            (Arg("cd", "gain"), Arg("cv", "gain")),
            "forward foot placement: on the distance and speed of the body ahead of the stance ankle",
        ),
        Clause(
            "lateral",
            (Arg("cd", "gain"), Arg("cv", "gain")),
            "sideways foot placement: the same, towards the swing side",
        ),
        Clause(
            "limits",
            (Arg("low", "angle"), Arg("high", "angle")),
            "bounds of the target after feedback",
        ),
        OF,
        OVER,
    ),
    needs=("by", "close"),
    variants={"close": "vpd_close"},
    doc="Servo a part to an angle in the world (heading) frame, through a joint that moves it.",
    example="VPD swThigh(-.5).by(swHip).feedback(.5, .2).lateral(.5, .2).limits(-1.6, .4);",
)

LIPOSE = Statement(
    word="LIPOSE",
    op="pose",
    subject="joint",
    keep=True,
    aimed=True,
    args=(Arg("angle", "angle"), *GAINS),
    clauses=(ROLL, YAW, TIME),
    must=("time",),
    doc=("POSE that moves its target in a straight line over a time, from the angle the joint has on entry."),
    example="LIPOSE lShoulder(-1.5).time(.4);",
)

MATCH = Statement(
    word="MATCH",
    op="match",
    subject="joint",
    keep=True,
    args=(),
    clauses=(
        Clause("to", (Arg("joint", "joint", seen=True), *GAINS), "the joint to copy"),
        TIME,
    ),
    must=("to",),
    doc=(
        "Servo a joint to the angle of another: symmetry. With a time, in a straight line to the "
        "angle it had on entry."
    ),
    example="MATCH lHip.to(rHip).time(.3);",
)

HOLD = Statement(
    word="HOLD",
    op="hold",
    subject="joint",
    keep=True,
    args=(),
    clauses=(Clause("gains", (KP, Arg("kd", "damping")), "gains; the body's own when left out"),),
    doc="Servo a joint to the angle it had when the phase began.",
    example="HOLD lElbow;",
)

POSEFB = Statement(
    word="POSEFB",
    op="posefb",
    subject="joint",
    keep=True,
    args=(Arg("cd", "gain"), Arg("cv", "gain")),
    clauses=(Clause("on", (Arg("place", "place"),), "where the distance is measured from"),),
    many=True,
    must=("on",),
    doc=(
        "Balance by a joint: adds cd times the distance of the centre of mass ahead of a place, and "
        "cv times its speed, to the target of a POSE that stands before it."
    ),
    example="POSEFB lAnkle(.3, .1).on(lFoot);",
)

CLASSIC_VPD = Statement(
    word="VPD",
    op="vpd_raw",
    subject="part",
    args=(Arg("angle", "angle"), Arg("kp", "gain"), Arg("kd", "damping", legal=(-1e5, 1e5))),
    clauses=(
        Clause("joint", (Arg("joint", "joint"),), "the joint that does the work"),
        Clause(
            "flags",
            (Arg("flags", "word", optional=True, words=("s",)),),
            "s: the other hip takes the reaction",
        ),
        Clause("comfb", (Arg("cd", "gain"), Arg("cv", "gain"), Arg("place", "place")), "a COMFB2 before it"),
    ),
    key="RAWVPD",
    doc="Classic VPD: the torque is minus the servo's, whichever side of the joint the part is on.",
    example="VPD rThigh(-.4, -300, -30).joint(rHip).flags(s);",
)
