"""Quaternions (…, 4), scalar first, and the axes of files: y up, facing +z."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def multiply(a: ArrayLike, b: ArrayLike) -> Floats:
    """The turn b, then the turn a."""
    aw, ax, ay, az = np.moveaxis(np.asarray(a, float), -1, 0)
    bw, bx, by, bz = np.moveaxis(np.asarray(b, float), -1, 0)
    return np.stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ],
        axis=-1,
    )


def inverse(q: ArrayLike) -> Floats:
    """The turn back."""
    return np.asarray(q, float) * [1.0, -1.0, -1.0, -1.0]


def rotate(q: ArrayLike, v: ArrayLike) -> Floats:
    """Vectors (…, 3), turned."""
    v = np.asarray(v, float)
    pure = np.concatenate([np.zeros((*v.shape[:-1], 1)), v], axis=-1)
    return multiply(multiply(q, pure), inverse(q))[..., 1:]


def between(a: ArrayLike, b: ArrayLike) -> Floats:
    """The shortest turn (4,) that takes the direction a (3,) to b (3,)."""
    u, v = (np.asarray(x, float) / np.linalg.norm(x) for x in (a, b))
    if u @ v < -1.0 + 1e-9:  # opposite: half a turn about any axis across
        across = np.cross(u, np.eye(3)[int(np.argmin(np.abs(u)))])
        return np.concatenate([[0.0], across / np.linalg.norm(across)])
    q = np.concatenate([[1.0 + u @ v], np.cross(u, v)])
    return np.asarray(q / np.linalg.norm(q))


def steady(q: Floats) -> Floats:
    """The same turns (n, …, 4) with signs that do not jump from one row to the next."""
    out = np.array(q)
    flips = np.sign(np.sum(out[1:] * out[:-1], axis=-1))
    flips[flips == 0.0] = 1.0
    out[1:] *= np.cumprod(flips, axis=0)[..., None]
    return out


def to_file(v: ArrayLike) -> Floats:
    """Vectors (…, 3) of the world (x forward, y left, z up) in a file's axes (X left, Y up, Z forward)."""
    return np.ascontiguousarray(np.asarray(v, float)[..., [1, 2, 0]])


def turn_to_file(q: ArrayLike) -> Floats:
    """Turns (…, 4) of the world in a file's axes."""
    return np.ascontiguousarray(np.asarray(q, float)[..., [0, 2, 3, 1]])


def zyx_degrees(q: Floats) -> Floats:
    """Angles (…, 3) about Z, then the turned Y, then the turned X, in degrees.

    R = Rz·Ry·Rx:  sin Y = -R20,  tan X = R21 / R22,  tan Z = R10 / R00. Where Y is a right angle only
    Z - X or Z + X is known; X is 0 there.
    """
    w, x, y, z = np.moveaxis(q, -1, 0)
    sin = np.clip(2.0 * (w * y - x * z), -1.0, 1.0)
    locked = np.abs(sin) > 1.0 - 1e-12
    about_x = np.where(locked, 0.0, np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)))
    about_z = np.where(
        locked,
        np.arctan2(2.0 * (w * z - x * y), 1.0 - 2.0 * (x * x + z * z)),
        np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
    )
    return np.asarray(np.degrees(np.stack([about_z, np.arcsin(sin), about_x], axis=-1)))
