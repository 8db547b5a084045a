"""Arguments and clauses that several statements share."""

from __future__ import annotations

from dataclasses import replace

from .rows import Arg, Clause

STIFF = (0.0, 1e6)  # of a stiffness: 0 and up, or a servo would push away from its target
SHARE = (0.0, 1.0)
POSITIVE = (0.0, 1e4)
KP = Arg("kp", "gain", legal=STIFF)
GAINS = (
    Arg("kp", "gain", legal=STIFF, optional=True, doc="stiffness, N m/rad; the body's own when left out"),
    Arg("kd", "damping", optional=True, doc="damping, N m s/rad; the body's own when left out"),
)
ROLL = Clause("roll", (Arg("angle", "angle"),), "sideways angle; limbs: outwards, trunk: to the left")
YAW = Clause("yaw", (Arg("angle", "angle"),), "turn about the vertical; limbs: outwards, trunk: to the left")
TIME = Clause(
    "time", (Arg("seconds", "time"),), "go there in a straight line over this time, from where it is"
)
CHAIN = Clause("by", (Arg("joint", "joint"),), "the far end of the chain of joints that does the work")
OF = Clause(
    "of",
    (Arg("what", "word", words=("hips", "com")),),
    "what is measured: the hips' midpoint (default) or the centre of mass",
)
OVER = Clause("over", (Arg("place", "place"),), "where it is measured from; the stance ankle when left out")
SIDE = Arg("side", "speed", optional=True, default=0.0, doc="to the left")
WIDTH = Clause(
    "width",
    (Arg("distance", "length", legal=POSITIVE, default=0.15, of="leg"),),
    "how far apart the feet walk",
)


def number(name: str, default: float, legal: tuple[float, float], unit: str = "", doc: str = "") -> Arg:
    """A number that has a default, of a clause for experts."""
    return Arg(name, "number", legal=legal, default=default, unit=unit, doc=doc)


def expert(name: str, doc: str, first: Arg, *more: Arg) -> Clause:
    """A clause that few will ever write; all its arguments but the first may be left out."""
    return Clause(name, (first, *(replace(arg, optional=True) for arg in more)), doc, expert=True)


APART = expert(
    "apart",
    "what stays free between feet beside or behind each other",
    number("gap", 0.012, (0.0, 0.5), "legs"),
)
LOWEST = expert(
    "lowest",
    "a centre of mass that is lower counts as being at this height: a pendulum so short would not swing",
    number("height", 0.3, (0.01, 1.0), "legs"),
)
