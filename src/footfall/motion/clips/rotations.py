"""Rotations as unit quaternions (w, x, y, z), many at once: arrays of shape (…, 4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

F64 = NDArray[np.float64]
IDENTITY: F64 = np.array([1.0, 0.0, 0.0, 0.0])
_TINY = 1e-12


def _cross(a: F64, b: F64) -> F64:
    """Cross products (…, 3), as numpy's own; much faster for few rows, as a stream has them."""
    ax, ay, az, bx, by, bz = a[..., 0], a[..., 1], a[..., 2], b[..., 0], b[..., 1], b[..., 2]
    x = ay * bz - az * by
    out = np.empty((*x.shape, 3))
    out[..., 0], out[..., 1], out[..., 2] = x, az * bx - ax * bz, ax * by - ay * bx
    return out


def multiply(a: ArrayLike, b: ArrayLike) -> F64:
    """The rotation `b` followed by `a`, in the frame of `a`'s parent."""
    p, q = np.asarray(a, float), np.asarray(b, float)
    if p.size == 4 and q.size == 4:  # a stream has one at a time: plain numbers are quicker
        (s, x, y, z), (t, u, v, w) = p.ravel().tolist(), q.ravel().tolist()
        out = np.empty(p.shape if p.ndim > q.ndim else q.shape)
        out[..., 0] = s * t - (x * u + y * v + z * w)
        out[..., 1] = s * u + t * x + (y * w - z * v)
        out[..., 2] = s * v + t * y + (z * u - x * w)
        out[..., 3] = s * w + t * z + (x * v - y * u)
        return out
    pw, pv, qw, qv = p[..., :1], p[..., 1:], q[..., :1], q[..., 1:]
    w = pw * qw - np.sum(pv * qv, axis=-1, keepdims=True)
    return np.concatenate([w, pw * qv + qw * pv + _cross(pv, qv)], axis=-1)


def inverse(q: ArrayLike) -> F64:
    """The opposite rotation."""
    return np.asarray(np.asarray(q, float) * np.array([1.0, -1.0, -1.0, -1.0]))


def unit(q: ArrayLike) -> F64:
    """Scaled to length one."""
    values = np.asarray(q, float)
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=-1, keepdims=True), _TINY))


def rotate(q: ArrayLike, v: ArrayLike) -> F64:
    """Vectors (…, 3) turned by rotations (…, 4)."""
    r, x = np.asarray(q, float), np.asarray(v, float)
    across = 2.0 * _cross(r[..., 1:], x)
    return np.asarray(x + r[..., :1] * across + _cross(r[..., 1:], across))


def about(axis: ArrayLike, angle: ArrayLike) -> F64:
    """Rotation by `angle` (…) in rad about a unit vector (…, 3)."""
    half = 0.5 * np.asarray(angle, float)[..., None]
    vector = np.sin(half) * np.asarray(axis, float)
    return np.concatenate([np.broadcast_to(np.cos(half), (*vector.shape[:-1], 1)), vector], axis=-1)


def from_vector(v: ArrayLike) -> F64:
    """Rotation of a rotation vector (…, 3): its direction is the axis, its length the angle in rad."""
    x = np.asarray(v, float)
    angle = np.linalg.norm(x, axis=-1)
    return about(x / np.maximum(angle, _TINY)[..., None], angle)


def to_vector(q: ArrayLike) -> F64:
    """Rotation vector (…, 3) of the shorter way round; the paper's ``expmap``, eq. (13)."""
    r = np.asarray(q, float)
    r = np.where(r[..., :1] < 0.0, -r, r)
    size = np.linalg.norm(r[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(size, r[..., :1])
    return np.asarray(r[..., 1:] * np.where(size > _TINY, angle / np.maximum(size, _TINY), 2.0))


def from_euler(angles: ArrayLike, order: str) -> F64:
    """Rotations about moving axes, the first letter first: ``"zyx"`` is Rz·Ry·Rx.

    Args:
        angles: (…, k) rad, in the order of the letters.
        order: k letters of x, y, z.
    """
    values = np.asarray(angles, float)
    out = np.broadcast_to(IDENTITY, (*values.shape[:-1], 4))
    for i, letter in enumerate(order):
        out = multiply(out, about(np.eye(3)["xyz".index(letter)], values[..., i]))
    return np.asarray(out)


def to_euler(q: ArrayLike, order: str) -> F64:
    """Angles (…, 3) in rad about three different moving axes; the inverse of `from_euler`."""
    i, j, k = ("xyz".index(letter) for letter in order)
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    m = to_matrix(q)
    middle = np.arcsin(np.clip(sign * m[..., i, k], -1.0, 1.0))
    first = np.arctan2(-sign * m[..., j, k], m[..., k, k])
    last = np.arctan2(-sign * m[..., i, j], m[..., i, i])
    # Where the middle one is at a right angle only the sum of the others is known: the last is 0.
    locked = np.abs(m[..., i, k]) > 1.0 - 1e-10
    first = np.where(locked, np.arctan2(sign * m[..., k, j], m[..., j, j]), first)
    last = np.where(locked, 0.0, last)
    return np.stack([first, middle, last], axis=-1)


def to_matrix(q: ArrayLike) -> F64:
    """Matrices (…, 3, 3)."""
    w, x, y, z = np.moveaxis(np.asarray(q, float), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def arc(a: ArrayLike, b: ArrayLike) -> F64:
    """The shortest rotation that turns the direction `a` (…, 3) into `b` (…, 3)."""
    u = np.asarray(a, float) / np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), _TINY)
    v = np.asarray(b, float) / np.maximum(np.linalg.norm(b, axis=-1, keepdims=True), _TINY)
    w = 1.0 + np.sum(u * v, axis=-1, keepdims=True)
    side = np.where(np.abs(u[..., :1]) < 0.9, np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]))
    opposite = np.concatenate([np.zeros_like(w), _cross(u, side)], axis=-1)
    return unit(np.where(w < 1e-9, opposite, np.concatenate([w, _cross(u, v)], axis=-1)))


def slerp(a: ArrayLike, b: ArrayLike, share: ArrayLike) -> F64:
    """From `a` (share 0) to `b` (share 1) at an even turn, the shorter way."""
    p = np.asarray(a, float)
    turn = to_vector(multiply(inverse(p), b))
    return multiply(p, from_vector(turn * np.asarray(share, float)[..., None]))


def continuous(q: ArrayLike) -> F64:
    """The same rotations along axis 0, with signs that do not jump: q and -q are one rotation."""
    values = np.array(q, float)
    flip = np.where(np.sum(values[1:] * values[:-1], axis=-1) < 0.0, -1.0, 1.0)
    values[1:] *= np.cumprod(flip, axis=0)[..., None]
    return values


def heading(q: ArrayLike) -> F64:
    """The turn (…) in rad about the vertical of a frame that faces +x when it is not turned."""
    forward = rotate(q, np.array([1.0, 0.0, 0.0]))
    return np.asarray(np.arctan2(forward[..., 1], forward[..., 0]))


def wrapped(angle: ArrayLike) -> F64:
    """Angles between -π and π."""
    return np.asarray((np.asarray(angle, float) + np.pi) % (2 * np.pi) - np.pi)
