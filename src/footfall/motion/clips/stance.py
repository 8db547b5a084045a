"""When the feet of a clip stand: by the height of ankle and toes, and by the speed of the lower one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footfall.motion.clips.rotations import F64

Bools = NDArray[np.bool_]
ENTER, LEAVE = 0.025, 0.04  # m above where the foot stands
SPEED = 0.5  # m/s: a foot that is quicker does not stand
SLIDES = 0.8  # m/s at which a foot goes along the ground when the clip is moved about the other one
SHORTEST = 0.1  # s
_LOW = 5  # percentile of heights that is taken for standing
_RAISED = 0.04  # m: a foot whose low height is this much above the other one's hardly stands
_STEP = 0.15  # m on the ground that is a step


def standing(soles: F64, rate: float) -> Bools:
    """Which feet stand, (n, 2).

    Args:
        soles: (n, 2, k, 3) points of the left and the right foot: ankle, toes …, m.
        rate: Rows a second.
    """
    heights, speeds = soles[..., 2], _speed(soles, rate)  # (n, foot, point)
    excess = heights - ground(heights)
    point = np.argmin(excess, axis=-1)[..., None]
    low = np.take_along_axis(excess, point, axis=-1)[..., 0]
    slow = np.take_along_axis(speeds, point, axis=-1)[..., 0] < SPEED
    out = np.empty(low.shape, dtype=bool)
    for foot in range(2):
        out[:, foot] = steady(_hysteresis(low[:, foot], slow[:, foot]), int(round(SHORTEST * rate)))
    return out


def slow(sole: F64, rate: float) -> Bools:
    """Whether some point of a foot (n, k, 3) hardly moves on the level, (n,)."""
    speeds = _speed(sole * [1.0, 1.0, 0.0], rate).min(axis=1)
    return steady(speeds < SLIDES, int(round(SHORTEST * rate)))


def ground(heights: F64) -> F64:
    """Heights (2, k) at which points of the feet stand, from (n, 2, k).

    Each foot's own, as feet differ, or the other foot's for one that is up most of the time.
    """
    low = np.percentile(heights, _LOW, axis=0)
    return np.where(low > low[::-1] + _RAISED, low[::-1], low)


def stay(soles: F64) -> bool:
    """Whether neither foot goes anywhere on the ground, from (n, 2, k, 3)."""
    spread = np.diff(np.percentile(soles[..., :2], [_LOW, 100 - _LOW], axis=0), axis=0)
    return bool(spread.max() < _STEP)


def _speed(places: F64, rate: float) -> F64:
    if len(places) < 2:
        return np.zeros(places.shape[:-1])
    return np.asarray(np.linalg.norm(np.gradient(places, 1.0 / rate, axis=0), axis=-1))


def _hysteresis(low: F64, slow: Bools) -> Bools:
    out = np.empty(len(low), dtype=bool)
    now = bool(low[0] < LEAVE)
    for i in range(len(low)):
        now = bool(slow[i] and low[i] < (LEAVE if now else ENTER))
        out[i] = now
    return out


def steady(values: Bools, shortest: int) -> Bools:
    """The same without spans shorter than `shortest` rows: gaps are closed first, then specks taken away."""
    out = np.array(values)
    for wanted in (False, True):
        for begin, end in spans(out == wanted):
            if end - begin < shortest and begin > 0 and end < len(out):
                out[begin:end] = not wanted
    return out


def spans(values: Bools) -> list[tuple[int, int]]:
    """First row and row after the last of each run of True."""
    edges = np.diff(np.concatenate([[False], values, [False]]).astype(int))
    return list(zip(np.flatnonzero(edges == 1).tolist(), np.flatnonzero(edges == -1).tolist(), strict=True))
