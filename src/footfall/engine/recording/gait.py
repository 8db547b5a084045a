"""The gait of a Recording: what `footfall natural` measures, and the fields of it in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from footfall.natural import Gait, measure, motion_of
from footfall.natural.strides import SHORTEST

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

ROWS = ("time", "qpos", "qvel", "tau", "com", "heading", "loads", "ground")
"""Columns of a log that the measures of a gait read."""
_TOUCHES = 1.0  # N
FIELDS = ("cadence", "step_length", "double_support", "cost_of_transport")


def gait_of(rec: Recording, seconds: float | None = None) -> Gait | None:
    """The gait of a run; None when it makes no strides.

    Args:
        rec: The run.
        seconds: From when on it counts; the second half when None.
    """
    if len(rec.time) < 10:
        return None
    first = len(rec.time) // 2 if seconds is None else int(np.searchsorted(rec.time, seconds))
    if not _steps(rec, first):
        return None
    body = rec.bodies()[0]
    if len(body.feet) != 2:
        return None
    begin = max(0, first - 50)  # rows before that are not looked at: kinematics take time
    rows = {name: rec.arrays[name][begin:] for name in ROWS}
    prefix = rec.root_name.removesuffix(body.root.model_name)
    return measure(motion_of(rec.model(), body, rows, prefix=prefix), first - begin)


def _steps(rec: Recording, first: int) -> bool:
    """Whether both feet strike, and strike again at least a stride later: else there is no gait."""
    stands = rec.loads[first:] > _TOUCHES
    strikes = [np.flatnonzero(stands[1:, foot] & ~stands[:-1, foot]) for foot in range(2)]
    step = float(rec.time[1] - rec.time[0])
    return all(len(rows) > 1 and (rows[-1] - rows[0]) * step >= SHORTEST for rows in strikes)


def gait_facts(rec: Recording) -> dict[str, Any]:
    """Fields of the report: None for what is no gait, and the score None for what is no walk."""
    gait = gait_of(rec)
    out: dict[str, Any] = dict.fromkeys((*FIELDS, "natural"))
    if gait is None:
        return out
    out |= {name: round(gait.figures[name], 4) for name in FIELDS if name in gait.figures}
    return out | {"natural": None if gait.score is None else round(gait.score, 1)}
