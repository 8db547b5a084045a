"""Foot-placement feedback: how far and how fast the body is ahead of its stance ankle."""

from __future__ import annotations

from footfall.control.compile import njit
from footfall.control.kinematics import heading, hip_midpoint, point_velocity, to_heading


@njit
def placement(c, swing):  # type: ignore[no-untyped-def]
    """Distance and velocity of the hip midpoint from the stance ankle, in the heading frame.

    Args:
        c: The actor's Context.
        swing: Which leg is placed: 0 left, 1 right. The other ankle is the stance ankle.

    Returns:
        d and v forwards, then d and v sideways, both towards the swing side.
    """
    hx, hy, hz = hip_midpoint(c)
    ankle = c.ankle_jnt[1 - swing]
    vx, vy, _ = point_velocity(c, c.root_body[0], hx, hy, hz)
    yaw = heading(c)
    d_forward, d_left = to_heading(yaw, hx - c.xanchor[ankle, 0], hy - c.xanchor[ankle, 1])
    v_forward, v_left = to_heading(yaw, vx, vy)
    sign = 1.0 if swing == 0 else -1.0
    return d_forward, v_forward, sign * d_left, sign * v_left
