"""A Reference as the table that TRACK reads."""

from __future__ import annotations

import numpy as np

from footfall.motion.clips.reference import Reference
from footfall.script.reference import ReferenceTable

SLOW, STILL = 0.15, 3.0  # m/s of the centre of mass and rad/s of the joints where a body can begin
RATE, QUICK_RATE = 30.0, 60.0  # rows a second that are kept; the servos go on straight lines between them
QUICK = 10.0  # rad/s from which a joint is quick


def reference_table(ref: Reference, *, name: str = "", there_and_back: bool = False) -> ReferenceTable:
    """The numbers that TRACK needs of a reference.

    Args:
        ref: What a body should do.
        name: Of the clip; the reference's own when "".
        there_and_back: Make a loop of a clip that is none: after its end it is played backwards. A loop
            begins where it is calm.
    """
    every = max(1, round(ref.rate / (QUICK_RATE if np.abs(ref.rates).max() > QUICK else RATE)))
    rows = np.column_stack(
        [
            ref.stance.astype(float),
            ref.com,
            ref.com_velocity,
            ref.momentum,
            ref.trunk,
            ref.ankles.reshape(len(ref.qpos), -1),
            ref.root,
            ref.angles,
        ]
    )[::every]
    loop = ref.loop
    if there_and_back and not loop:
        back = rows[-2:0:-1].copy()
        back[:, 5:11] *= -1.0  # velocity and momentum
        rows, loop = np.vstack([rows, back]), True
    if there_and_back:
        rows = np.roll(rows, -(calm_row(ref) // every), axis=0)
    return ReferenceTable(name or ref.name, ref.body, ref.rate / every, loop, ref.axes, rows)


def calm_row(ref: Reference) -> int:
    """The first row that a body can begin in: slow, on both feet; else the slowest one on any."""
    speed = np.linalg.norm(ref.com_velocity, axis=1)
    calm = ref.stance.all(axis=1) & (speed < SLOW) & (np.abs(ref.rates).max(axis=1) < STILL)
    if calm.any():
        return int(np.argmax(calm))
    return int(np.argmin(speed + np.where(ref.stance.any(axis=1), 0.0, 10.0)))
