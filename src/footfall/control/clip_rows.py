"""Looking up a reference: its rows at a time, and what stands between two of them."""

from __future__ import annotations

import math

from footfall.control.columns import (
    CLIP_FIRST,
    CLIP_LOOP,
    CLIP_RATE,
    CLIP_ROWS,
    ROW_ROOT,
)
from footfall.control.compile import njit


@njit
def clip_length(c, clip):
    """Seconds of a reference; of a loop until it begins again."""
    rows = c.clips[clip, CLIP_ROWS]
    return (rows if c.clips[clip, CLIP_LOOP] else rows - 1.0) / c.clips[clip, CLIP_RATE]


@njit
def within(c, clip, t):
    """A time of a reference brought between its ends, s."""
    length = clip_length(c, clip)
    if c.clips[clip, CLIP_LOOP]:
        return t - length * math.floor(t / length)
    return min(max(t, 0.0), length)


@njit
def rows_at(c, clip, t):
    """The two rows around a time (s) and the share of the second."""
    count, first = int(c.clips[clip, CLIP_ROWS]), int(c.clips[clip, CLIP_FIRST])
    where = t * c.clips[clip, CLIP_RATE]
    low = min(max(int(where), 0), count - 1)
    high = low + 1
    if high >= count:
        high = 0 if c.clips[clip, CLIP_LOOP] else count - 1
    return first + low, first + high, min(max(where - low, 0.0), 1.0)


@njit
def between(c, low, high, share, column):
    """A column of a reference between two of its rows."""
    return c.clip_rows[low, column] + share * (c.clip_rows[high, column] - c.clip_rows[low, column])


@njit
def turned(cos, sin, x, y):
    """A level vector, turned about the vertical."""
    return cos * x - sin * y, sin * x + cos * y


@njit
def clip_heading(c, low):
    """The root's yaw in a row of a reference, rad."""
    q = c.clip_rows[low, ROW_ROOT + 3 : ROW_ROOT + 7]
    w, x, y, z = q[0], q[1], q[2], q[3]
    # the heading of a rotation matrix in the order z, x, y: atan2(-m01, m11)
    return math.atan2(-2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z))
