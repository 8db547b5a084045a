"""What happens to a Sim from outside, with the tick at which it happened: a session can be replayed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import PUSH_BODY, PUSH_COLUMNS, PUSH_FORCE, PUSH_PHASE, PUSH_TICKS
from footfall.engine.anatomy import Anatomy
from footfall.errors import ArgumentError, nearest
from footfall.script.program import Program
from footfall.world import Push
from footfall.world.pushes import check_push


@dataclass(frozen=True)
class Event:
    """Something that was done to a running Sim.

    Attributes:
        tick: The first tick that feels it.
        kind: set, key, push, swap (of script or body), then (a gait is to take over) or switched (it
            has), learned (a table was given), throw (a ball), go_on (after the run's end).
        what: Its arguments, as plain data: a replay needs nothing else.
    """

    tick: int
    kind: str
    what: dict[str, Any]


@dataclass(frozen=True)
class Switch:
    """A gait that is to take over.

    Attributes:
        program: The gait.
        tick: From this tick on, at the first transition that allows it.
    """

    program: Program
    tick: int


def push_rows(
    pushes: list[Push], anatomy: Anatomy, dt: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Pushes as the kernel wants them.

    Returns:
        Rows (E, PUSH_COLUMNS): body, actor, phase, ticks, forward, left, up; and the ticks they start at,
        -1 for one that waits for its phase.

    Raises:
        ArgumentError: A part that the body lacks, or a sideways push on a planar body.
    """
    rows = np.zeros((len(pushes), PUSH_COLUMNS))
    ticks = np.zeros(len(pushes), np.int64)
    for k, push in enumerate(pushes):
        check_push(push)
        part = anatomy.named(push.part)
        if part < 0:
            raise ArgumentError(
                f"{anatomy.body.name} has no part '{push.part}' to push",
                argument="push",
                help=nearest(push.part, anatomy.body.part_names),
            )
        if anatomy.body.planar and push.force[1] != 0.0:
            raise ArgumentError(
                f"{anatomy.body.name} is planar and cannot be pushed sideways",
                argument="push",
                help="set the second number of the force to 0, or take a 3D body such as human",
            )
        body = anatomy.arrays["part_body"][part]
        rows[k, PUSH_BODY], rows[k, PUSH_PHASE] = body, push.phase or 0.0
        rows[k, PUSH_TICKS] = max(1, math.ceil(push.duration / dt - 1e-9))
        rows[k, PUSH_FORCE:] = push.force
        ticks[k] = -1 if push.time is None else int(round(push.time / dt))
    return rows, ticks
