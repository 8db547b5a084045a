"""Pushes and thrown balls, and how they are written on the command line."""

from __future__ import annotations

import math
from dataclasses import dataclass

from footfall.errors import FootfallError, nearest
from footfall.script.names import PARTS
from footfall.world.numbers import read_number

MOST_FORCE, LONGEST, LATEST = 1e6, 1e4, 1e6  # N, s, s
_PUSH_FORM = "write T:DURATION:FX[,FY[,FZ]][:PART], e.g. 5:0.4:0,260:trunk, T in seconds or @PHASE"
_BALLS_FORM = "write KG:SPEED:EVERY, e.g. 2:8:1.5"


@dataclass(frozen=True)
class Push:
    """A force on a part for a while.

    Attributes:
        time: When it begins (s), or None when it waits for a phase.
        phase: Fraction of the two-step cycle at which it begins, in [0, 1), or None. It waits until 10 s into
            the run, when a gait has settled.
        duration: s.
        force: Forward, left, up in the heading frame (N).
        part: Script name of the part; the force acts at its centre of mass.
        actor: Which of several is pushed.
    """

    time: float | None
    phase: float | None
    duration: float
    force: tuple[float, float, float]
    part: str = "trunk"
    actor: int = 0


@dataclass(frozen=True)
class Balls:
    """Balls thrown at the body.

    Attributes:
        mass: kg.
        speed: m/s.
        every: Seconds between throws.
        density: kg/m³; 1000 is a medicine ball.
        distance: m from the centre of mass, along the ground, from which they are thrown.
        above: m above the centre of mass from which they are thrown level; None: from its height, and so that
            they arrive at the height they left.
    """

    mass: float
    speed: float
    every: float
    density: float = 1000.0
    distance: float = 2.5
    above: float | None = None


def check_push(push: Push) -> None:
    """Refuse a push that no body could feel as it is meant.

    Raises:
        FootfallError: A number is not finite, or a time that cannot be.
    """
    if not all(math.isfinite(f) for f in push.force):
        raise FootfallError(f"a force must be finite numbers, not {push.force}", where="push")
    if not (math.isfinite(push.duration) and 0 < push.duration <= LONGEST):
        raise FootfallError(
            f"a push must last more than 0 and at most {LONGEST:g} s, not {push.duration}", where="push"
        )
    if push.time is not None and not 0 <= push.time <= LATEST:
        raise FootfallError(f"a push cannot begin at {push.time} s", where="push", help="0 is the start")
    if push.phase is not None and not 0 <= push.phase < 1:
        raise FootfallError(f"a phase must be from 0 to below 1, not {push.phase}", where="push")


def parse_push(text: str) -> Push:
    """Reads ``T:DURATION:FX[,FY[,FZ]][:PART]``; T is seconds or ``@PHASE``.

    Raises:
        FootfallError: For anything else.
    """
    where = f"push '{text}'"
    fields = text.split(":")
    if not 3 <= len(fields) <= 4:
        raise FootfallError(
            f"a push has three or four fields, not {len(fields)}", where=where, help=_PUSH_FORM
        )
    time: float | None = None
    phase: float | None = None
    if fields[0].startswith("@"):
        phase = read_number(fields[0][1:], "the phase", where, low=0, high=1, help=_PUSH_FORM)
        if phase == 1:
            raise FootfallError(
                "the phase must be below 1", where=where, help="phase 1 is phase 0 of the next cycle"
            )
    else:
        time = read_number(fields[0], "the time", where, low=0, high=LATEST, help=_PUSH_FORM)
    duration = read_number(fields[1], "the duration", where, low=0, high=LONGEST, help=_PUSH_FORM)
    if duration == 0:
        raise FootfallError("the duration must be more than 0", where=where, help=_PUSH_FORM)
    forces = fields[2].split(",")
    if len(forces) > 3:
        raise FootfallError(
            f"a force has one to three numbers, not {len(forces)}", where=where, help=_PUSH_FORM
        )
    values = [
        read_number(f, "the force", where, low=-MOST_FORCE, high=MOST_FORCE, help=_PUSH_FORM) for f in forces
    ]
    fx, fy, fz = values + [0.0] * (3 - len(values))
    part = fields[3].strip() if len(fields) == 4 else "trunk"
    # Any other word may be the name of a link: the body knows.
    misspelt = part.lower() in {p.lower() for p in PLAIN_PARTS} and part not in PLAIN_PARTS
    if misspelt or part in SIDELESS or not part.replace("_", "").replace(".", "").isalnum():
        raise FootfallError(f"there is no part '{part}'", where=where, help=nearest(part, PLAIN_PARTS))
    return Push(time, phase, duration, (fx, fy, fz), part)


PLAIN_PARTS = tuple(part for part in PARTS if not part.startswith(("st", "sw")))
SIDELESS = frozenset(PARTS) - frozenset(PLAIN_PARTS)  # whose side only a running script knows


def parse_balls(text: str) -> Balls:
    """Reads ``KG:SPEED:EVERY``.

    Raises:
        FootfallError: For anything else.
    """
    where = f"balls '{text}'"
    fields = text.split(":")
    if len(fields) != 3:
        raise FootfallError(f"balls have three fields, not {len(fields)}", where=where, help=_BALLS_FORM)
    return Balls(
        mass=read_number(fields[0], "the mass", where, low=0.01, high=1000, help=_BALLS_FORM),
        speed=read_number(fields[1], "the speed", where, low=0.1, high=200, help=_BALLS_FORM),
        every=read_number(fields[2], "the time between throws", where, low=0.02, high=1e6, help=_BALLS_FORM),
    )
