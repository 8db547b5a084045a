"""Foot-placement feedback: how far and how fast the body is ahead of its stance ankle."""

from __future__ import annotations

from footfall.control.compile import njit
from footfall.control.place import OF_HIPS, ahead


@njit
def placement(c, swing, what, place):
    """Distance and velocity of the body from the stance ankle, in the heading frame.

    Args:
        c: The actor's Context.
        swing: Which leg is placed: 0 left, 1 right. The other ankle is the stance ankle.
        what: OF_HIPS, OF_COM, or -1 for the hips.
        place: From where; -1 for the stance ankle.

    Returns:
        d and v forwards, then d and v sideways, both towards the swing side.
    """
    if place < 0:
        place = c.ankle_place[1 - swing]
    if what < 0:
        what = OF_HIPS
    d, v, d_left, v_left = ahead(c, what, place)
    sign = 1.0 if swing == 0 else -1.0
    return d, v, sign * d_left, sign * v_left
