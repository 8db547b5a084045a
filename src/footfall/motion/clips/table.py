"""A Reference as the table that TRACK reads."""

from __future__ import annotations

import numpy as np

from footfall.motion.clips.reference import Reference
from footfall.script.reference import ReferenceTable

RATE = 60.0  # rows a second that are kept; the servos go on straight lines between them


def reference_table(ref: Reference, *, name: str = "", there_and_back: bool = False) -> ReferenceTable:
    """The numbers that TRACK needs of a reference.

    Args:
        ref: What a body should do.
        name: Of the clip; the reference's own when "".
        there_and_back: Make a loop of a clip that is none: after its end it is played backwards.
    """
    every = max(1, round(ref.rate / RATE))
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
    return ReferenceTable(name or ref.name, ref.body, ref.rate / every, loop, ref.axes, rows)
