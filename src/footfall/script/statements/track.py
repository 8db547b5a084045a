"""TRACK: a body follows a recorded motion and keeps its balance (Geijtenbeek et al. 2012)."""

from __future__ import annotations

from .common import POSITIVE
from .rows import Arg, Clause, Statement

_WIDE = (-10_000.0, 10_000.0)  # as in the paper's Table 2


def _weights(name: str, when: str) -> Clause:
    return Clause(
        name,
        (
            Arg("position", "number", legal=_WIDE, default=450.0, unit="N/m"),
            Arg("velocity", "number", legal=_WIDE, default=450.0, unit="N s/m"),
            Arg("trunk", "number", legal=_WIDE, default=150.0, unit="N m/rad"),
            Arg("momentum", "number", legal=_WIDE, default=0.0, unit="1/s"),
        ),
        f"weights of balance {when}: place and velocity of the centre of mass, trunk, angular momentum",
    )


TRACK = Statement(
    word="TRACK",
    op="track",
    subject="clip",
    args=(
        Arg(
            "speed",
            "number",
            legal=(-10.0, 10.0),
            optional=True,
            default=1.0,
            doc="how fast the clip's time goes",
        ),
    ),
    clauses=(
        _weights("single", "while one foot stands"),
        _weights("dual", "while both stand"),
        Clause(
            "weight",
            (Arg("share", "number", legal=(-2.0, 2.0), default=0.0),),
            "share of what the clip takes that is given in advance: the weight of all parts, and the rates "
            "of both momenta, through the legs that stand",
        ),
        Clause(
            "soles",
            (Arg("share", "number", legal=(0.0, 1.0), default=0.0),),
            "share of the soles' length and width in which balance keeps the point of pressure; what ankles "
            "must not give then turns the trunk. 0: feet may tip",
        ),
        Clause(
            "step",
            (
                Arg("time", "time", legal=(0.0, 2.0), default=0.0),
                Arg("inside", "length", legal=(-1.0, 1.0), optional=True, default=0.0),
                Arg("beyond", "number", legal=(0.0, 4.0), optional=True, default=1.1),
                Arg("lift", "length", legal=(0.0, 1.0), optional=True, default=0.04),
                Arg("aside", "length", legal=(0.0, 1.0), optional=True, default=0.1),
                Arg("late", "time", legal=(0.0, 1e4), optional=True, default=0.4),
            ),
            "seconds in which a foot steps to where the body is about to fall, when its capture point leaves "
            "the soles, or is nearer than `inside` to their edges; it lands `beyond` times as far ahead, and "
            "farther out by `aside`, and is lifted so high. Feet then stand where they are, the clip goes "
            "about them, and waits where it would lift one that is needed, until it is `late`. 0: none",
        ),
        Clause(
            "gains",
            (
                Arg("kp", "number", legal=POSITIVE, default=1.0),
                Arg("kd", "number", legal=POSITIVE, default=1.0),
            ),
            "factors on the stiffness and damping of the joints' servos",
        ),
        Clause("begin", (Arg("time", "time", default=0.0),), "seconds into the clip at which it begins"),
        Clause(
            "only",
            (Arg("parts", "word", words=("all", "upper", "arms")),),
            "which joints follow; without the legs there is no balance either: something else must walk",
        ),
        Clause(
            "turn",
            (Arg("time", "time", legal=(1e-3, 1e4), default=1.0),),
            "seconds in which the clip's heading follows that of the body, whose feet may turn on the spot",
        ),
        Clause(
            "noise",
            (
                Arg("torque", "number", legal=POSITIVE, default=0.0, unit="N m"),
                Arg("hold", "time", legal=(1e-4, 1.0), optional=True, default=0.002),
            ),
            "motor noise, drawn evenly up to this torque either way, and how long a draw is held",
        ),
    ),
    doc=(
        "Track a recorded motion: servos bring every joint to the clip's angle and rate, and the standing "
        "legs push the centre of mass, turn the trunk and the angular momentum to those of the clip. The "
        "gains are those of a POSE that stands before it in the phase, else the body's own. `clip.phi`, "
        "`clip.time` and `clip.stance` can be sensed."
    ),
    example="TRACK tracked/wave().single(600, 300, 200, 0).dual(450, 450, 150, 0);",
)
