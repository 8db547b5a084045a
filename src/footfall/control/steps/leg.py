"""A leg as two links: the thigh's orientation and the knee's angle that put the ankle somewhere."""

from __future__ import annotations

import math

from footfall.control.columns import (
    LEG_KNEE_SIDE,
    LEG_SHANK,
    LEG_THIGH,
    LIMB_KNEE,
)
from footfall.control.compile import njit


@njit
def knee_angle(c, leg, distance, stretch):
    """The knee's angle at which the ankle is so far from the hip, by the law of cosines, rad.

    It never straightens beyond `stretch`, a share of the leg's length.
    """
    row = c.legs[leg]
    ax, az, bx, bz = row[LEG_THIGH], row[LEG_THIGH + 1], row[LEG_SHANK], row[LEG_SHANK + 1]
    a, b = math.sqrt(ax * ax + az * az), math.sqrt(bx * bx + bz * bz)
    far = min(distance, stretch * (a + b))
    cos = (far * far - a * a - b * b) / (2.0 * a * b)
    # the hinge's zero need not be the straight leg: links may be set off
    offset = math.atan2(bx, -bz) - math.atan2(ax, -az)
    bent = math.acos(min(1.0, max(-1.0, cos)))
    angle = row[LEG_KNEE_SIDE] * bent + offset
    dof = c.joint_main[c.leg_joints[leg, LIMB_KNEE]]
    return min(c.dof_high[dof], max(c.dof_low[dof], angle))


@njit
def quat_of_columns(xx, xy, xz, yx, yy, yz, zx, zy, zz):
    """The quaternion (w, x, y, z) of the rotation whose columns are these three unit vectors."""
    trace = xx + yy + zz
    if trace > 0.0:
        s = 2.0 * math.sqrt(1.0 + trace)
        return 0.25 * s, (yz - zy) / s, (zx - xz) / s, (xy - yx) / s
    if xx > yy and xx > zz:
        s = 2.0 * math.sqrt(1.0 + xx - yy - zz)
        return (yz - zy) / s, 0.25 * s, (yx + xy) / s, (zx + xz) / s
    if yy > zz:
        s = 2.0 * math.sqrt(1.0 + yy - xx - zz)
        return (zx - xz) / s, (yx + xy) / s, 0.25 * s, (zy + yz) / s
    s = 2.0 * math.sqrt(1.0 + zz - xx - yy)
    return (xy - yx) / s, (zx + xz) / s, (zy + yz) / s, 0.25 * s


@njit
def two_links(c, leg, dx, dy, dz, yaw, stretch):
    """Thigh and knee that put the ankle at (dx, dy, dz) from the hip.

    Args:
        c: The actor's Context.
        leg: 0 left, 1 right.
        dx: World vector from the hip to the ankle, m.
        dy: Its second component.
        dz: Its third.
        yaw: The way the knee points, in the world, rad.
        stretch: Of the leg's length that it may reach: a straight knee is singular.

    Returns:
        The thigh's world orientation (w, x, y, z), and the knee's angle, rad.
    """
    far = max(1e-6, math.sqrt(dx * dx + dy * dy + dz * dz))
    knee = knee_angle(c, leg, far, stretch)
    row = c.legs[leg]
    cos, sin = math.cos(knee), math.sin(knee)
    # the ankle in the thigh's frame, with the knee bent about +y
    ex = row[LEG_THIGH] + cos * row[LEG_SHANK] + sin * row[LEG_SHANK + 1]
    ez = row[LEG_THIGH + 1] - sin * row[LEG_SHANK] + cos * row[LEG_SHANK + 1]
    size = max(1e-6, math.sqrt(ex * ex + ez * ez))
    ex, ez = ex / size, ez / size
    dx, dy, dz = dx / far, dy / far, dz / far
    # the knee's axis: to the left of the way it points, square to the leg's line
    nx, ny, nz = -math.sin(yaw), math.cos(yaw), 0.0
    along = nx * dx + ny * dy
    nx, ny, nz = nx - along * dx, ny - along * dy, -along * dz
    size = max(1e-6, math.sqrt(nx * nx + ny * ny + nz * nz))
    nx, ny, nz = nx / size, ny / size, nz / size
    # third axis in both frames: (ex, 0, ez) x (0, 1, 0) = (-ez, 0, ex), and d x n
    tx, ty, tz = dy * nz - dz * ny, dz * nx - dx * nz, dx * ny - dy * nx
    # columns of the rotation that takes the thigh's frame's triple to the world's
    xx, xy, xz = ex * dx - ez * tx, ex * dy - ez * ty, ex * dz - ez * tz
    zx, zy, zz = ez * dx + ex * tx, ez * dy + ex * ty, ez * dz + ex * tz
    return quat_of_columns(xx, xy, xz, nx, ny, nz, zx, zy, zz), knee
