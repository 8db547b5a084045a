"""Small rotations in plain arithmetic: no allocation, vectors as separate numbers."""

from __future__ import annotations

import math

from footfall.control.compile import njit


@njit
def wrap(angle):
    """The same angle in (-pi, pi]."""
    return angle - 2.0 * math.pi * math.floor((angle + math.pi) / (2.0 * math.pi))


@njit
def cos_sin(angle):
    """Its cosine and sine; at 0, where planar bodies face for ever, without working them out."""
    if angle == 0.0:
        return 1.0, 0.0
    return math.cos(angle), math.sin(angle)


@njit
def quat_mul(a, b):
    """Product of two quaternions (w, x, y, z)."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


@njit
def quat_zxy(yaw, roll, pitch):
    """Rotation about z by yaw, then the new x by roll, then the new y by pitch."""
    cz, sz = math.cos(0.5 * yaw), math.sin(0.5 * yaw)
    cx, sx = math.cos(0.5 * roll), math.sin(0.5 * roll)
    cy, sy = math.cos(0.5 * pitch), math.sin(0.5 * pitch)
    zx = (cz * cx, cz * sx, sz * sx, sz * cx)
    return quat_mul(zx, (cy, 0.0, sy, 0.0))


@njit
def rotation_error(desired, actual):
    """The rotation vector (world axes) that turns `actual` into `desired`, the short way."""
    w, x, y, z = quat_mul(desired, (actual[0], -actual[1], -actual[2], -actual[3]))
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    s = math.sqrt(x * x + y * y + z * z)
    # angle / sin(angle / 2) tends to 2 as the angle vanishes
    scale = 2.0 if s < 1e-9 else 2.0 * math.atan2(s, w) / s
    return x * scale, y * scale, z * scale


@njit
def yaw_of(mat):
    """Yaw of a rotation matrix (9,) in the order z, x, y."""
    return math.atan2(-mat[1], mat[4])


@njit
def roll_of(mat):
    """Roll about +x of a rotation matrix (9,) in the order z, x, y."""
    return math.asin(min(1.0, max(-1.0, mat[7])))


@njit
def pitch_of(mat):
    """Pitch about +y of a rotation matrix (9,) in the order z, x, y."""
    return math.atan2(-mat[6], mat[8])
