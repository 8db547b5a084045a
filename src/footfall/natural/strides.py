"""Strides: when feet strike and leave the ground, and any series as a curve over the gait cycle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.natural.motion import F64, Motion

POINTS = 101
"""Of a curve over the gait cycle: 0 and 100 % are strikes of the same foot."""
TOUCH = 0.03  # of the weight: a foot that bears more stands
_BRIEF = 0.06  # s: a gap in a stance, or a touch, that is shorter is none
SHORTEST, _LONGEST = 0.25, 3.0  # s that a stride may take
MOST_STRIDES = 12  # of each foot that are looked at

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Stride:
    """From one strike of a foot to its next.

    Attributes:
        side: 0 for the left foot, 1 for the right.
        begin, end: Rows of the two strikes.
        off: Row at which the foot leaves the ground; `end` when it does not.
        other: Row at which the other foot strikes.
    """

    side: int
    begin: int
    end: int
    off: int
    other: int


def standing(motion: Motion) -> Bools:
    """(n, 2) which feet bear weight; gaps and touches of a moment are filled and left out."""
    raw = motion.loads > TOUCH * motion.weight
    rows = max(1, int(round(_BRIEF / motion.step)))
    out = np.empty_like(raw)
    for side in range(2):
        out[:, side] = _without_brief(~_without_brief(~raw[:, side], rows), rows)
    return out


def _without_brief(on: Bools, rows: int) -> Bools:
    """The same without runs of True that are shorter than so many rows; those at the ends stay."""
    out = on.copy()
    edges = np.flatnonzero(np.diff(np.concatenate([[False], on, [False]]).astype(np.int8)))
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        if end - begin < rows and begin > 0 and end < len(on):
            out[begin:end] = False
    return out


def strides_of(motion: Motion, stands: Bools, first: int = 0) -> list[Stride]:
    """The strides of both feet from row `first` on in which the other foot strikes once."""
    strikes = [np.flatnonzero(stands[1:, s] & ~stands[:-1, s]) + 1 for s in range(2)]
    out = []
    for side in range(2):
        own = strikes[side][strikes[side] >= first]
        found = []
        for begin, end in zip(own[:-1].tolist(), own[1:].tolist(), strict=True):
            others = strikes[1 - side][(strikes[1 - side] >= begin) & (strikes[1 - side] < end)]
            if len(others) != 1 or not SHORTEST <= (end - begin) * motion.step <= _LONGEST:
                continue
            up = np.flatnonzero(~stands[begin:end, side])
            off = begin + int(up[0]) if len(up) else end
            found.append(Stride(side, begin, end, off, int(others[0])))
        out += found[-MOST_STRIDES:]
    return out


def over(series: F64, begin: int, end: int, points: int = POINTS) -> F64:
    """A series (n, …) from one row to another as a curve (points, …)."""
    where = np.linspace(begin, end, points)
    low = np.minimum(where.astype(int), len(series) - 2)
    share = where - low
    if series.ndim > 1:
        share = share[:, None]
    return np.asarray(series[low] + share * (series[low + 1] - series[low]))
