"""VPP: legs whose force on the ground points at a virtual pivot above the centre of mass."""

from __future__ import annotations

from dataclasses import replace

from .common import LOWEST, POSITIVE, SHARE, expert, number
from .rows import Arg, Clause, Statement

VPP = Statement(
    word="VPP",
    op="vpp",
    subject="part",
    limb="feet",
    args=(
        Arg(
            "pivot",
            "length",
            legal=(-5.0, 5.0),
            doc="how far the pivot is above the centre of mass, along the pelvis",
        ),
    ),
    clauses=(
        Clause(
            "load",
            (Arg("share", "number", legal=(0.0, 2.0), default=1.0),),
            "this foot's share of the whole force",
        ),
        Clause(
            "offset",
            (Arg("forward", "length", default=0.0), Arg("left", "length", default=0.0)),
            "where the pivot is besides, in the pelvis' frame: the trunk leans away from it",
        ),
        Clause(
            "height",
            (Arg("com", "length", legal=POSITIVE, default=1.09, of="leg"),),
            "height of the centre of mass above the feet that the legs hold",
        ),
        Clause(
            "legs",
            (Arg("hips", "length", legal=POSITIVE),),
            "instead: height of the hips above the feet, the same for short and for tall trunks",
        ),
        Clause(
            "spring",
            (
                Arg("stiffness", "number", legal=POSITIVE, default=11.6, unit="weights per leg"),
                Arg("damping", "number", legal=POSITIVE, default=2.5, unit="weights per natural speed"),
            ),
            "of that height",
        ),
        Clause(
            "damp",
            (Arg("shift", "number", legal=(-10.0, 10.0), default=0.12, unit="legs by natural time"),),
            "how far the pivot moves with the rate at which the trunk tips: damping without a servo",
        ),
        Clause(
            "hips",
            (
                Arg("pitch", "number", legal=(-2.0, 2.0), default=0.55),
                Arg("roll", "number", legal=(-2.0, 2.0), default=0.25),
            ),
            "shares of the other hip's torque on the pelvis that this hip takes up",
        ),
        Clause(
            "pressure",
            (Arg("forward", "length", default=0.0), Arg("left", "length", default=0.0)),
            "where on the ground the force begins, from below the ankle",
        ),
        Clause(
            "yaw",
            (
                Arg("angle", "angle"),
                replace(number("kp", 0.35, POSITIVE, "weights by legs per rad"), optional=True),
                replace(number("kd", 0.1, POSITIVE, "weights by legs by natural time"), optional=True),
                replace(number("most", 0.062, POSITIVE, "weights by legs"), optional=True),
            ),
            "turns the pelvis to a heading, by a moment about the vertical",
        ),
        expert(
            "settle",
            "on stairs the legs do not jump to the height of a new step at once",
            number(
                "time", 0.0, (0.0, 100.0), "natural times", "in which they come 1 - 1 / e nearer; 0: at once"
            ),
        ),
        expert(
            "down",
            "down a step the legs let the body down before the other foot lands, and do not push it up again",
            number("share", 0.0, SHARE, "", "0: their height is above both feet by load, 1: the lower"),
            Arg("fall", "length", legal=(0.0, 1e4), default=0.0, doc="by which the next foot lands lower"),
        ),
        expert(
            "most",
            "bounds of the whole force",
            number("up", 2.5, POSITIVE, "weights", "the largest upwards"),
            number("along", 0.8, SHARE, "", "the largest along the ground, as a share of that upwards"),
        ),
        LOWEST,
    ),
    doc=(
        "Virtual pivot point: a standing leg pushes so that the ground's force on its foot points at a "
        "pivot above the centre of mass. Its upward part is a spring on the height. A trunk that leans "
        "takes the pivot with it, and the force that aims there sets it upright again: posture without "
        "a servo. The leg's joints do nothing else."
    ),
    example="VPP stFoot(.2).offset(.02, 0);",
)
