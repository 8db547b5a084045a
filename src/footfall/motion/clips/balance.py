"""Shifts of the pelvis over feet that stay: the centre of mass over the soles, and legs that reach.

A person's weight is spread otherwise than a body's: the same angles put its centre of mass up to 15 cm ahead
of its ankles, where nothing can hold it. It is brought to where the ground can push it from the soles: over
them where the motion is slow. A sway that is too quick for two feet becomes smaller.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footfall.motion.clips.feet import Footing
from footfall.motion.clips.figure import Leg
from footfall.motion.clips.legs import REACH
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.settings import SOON
from footfall.motion.clips.stance import Bools, spans

MARGIN = 0.03
"""m that the centre of mass stays inside the soles' edges."""
GRAVITY = 9.81  # m/s²
GRIP = (0.5, 0.2)
"""N m by kg about the vertical that two soles give, and one."""
_SLOWLY = 3.0  # rad/s: turns that are slower stay as they are
_MOMENT = 0.4  # s
_SMOOTH = 0.12  # s, of shifts
_NEAR = 0.08  # s before and after a row that lowers the pelvis that it is lowered too
_TILTED = 0.15  # rad: a sole that is tilted further carries with its ball or its heel only


def corners(leg: Leg, footing: Footing, row: int) -> F64:
    """(4, 2) corners on the ground of a standing sole."""
    return sole_corners(leg, footing.ankle[row], float(footing.turn[row]), float(footing.tilt[row]))


def sole_corners(leg: Leg, ankle: F64, turn: float, tilt: float) -> F64:
    """(4, 2) corners on the ground of a sole that carries.

    Args:
        leg: Its leg.
        ankle: (3,) place, m.
        turn: Heading of the foot, rad.
        tilt: How far its toes point down, rad; a tilted sole carries with its ball or its heel.
    """
    x0, x1, y0, y1 = leg.sole
    if tilt > _TILTED:
        x0, x1 = leg.ball - 0.03, leg.tip
    elif tilt < -_TILTED:
        x1 = x0 + 0.05
    x, y = np.array([x0, x1, x1, x0]), np.array([y0, y0, y1, y1])
    cos, sin = np.cos(turn), np.sin(turn)
    return np.stack([ankle[0] + cos * x - sin * y, ankle[1] + sin * x + cos * y], axis=1)


def hull(points: F64) -> F64:
    """Corners (k, 2) of the convex hull, to the left round (Andrew's chain)."""
    order = sorted({(float(x), float(y)) for x, y in points})
    ring: list[tuple[float, float]] = []
    for sweep in (order, order[::-1]):
        half: list[tuple[float, float]] = []
        for p in sweep:
            while len(half) > 1 and _left(half[-2], half[-1], p) <= 1e-12:
                half.pop()
            half.append(p)
        ring += half[:-1]
    return np.array(ring)


def _left(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def depth(ring: F64, point: F64) -> float:
    """How far a point (2,) is inside a hull, m; negative outside (then to the nearest edge's line)."""
    edges = np.roll(ring, -1, axis=0) - ring
    normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1, keepdims=True)
    return float(np.min(np.sum(normals * (point - ring), axis=1)))


def inside(ring: F64, point: F64, margin: float) -> F64:
    """The point (2,) moved at least `margin` inside a hull; less where the hull is narrow."""
    edges = np.roll(ring, -1, axis=0) - ring
    normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1, keepdims=True)
    middle = ring.mean(axis=0)
    margin = min(margin, 0.8 * float(np.min(np.sum(normals * (middle - ring), axis=1))))
    out = np.array(point)
    for _ in range(20):
        gaps = np.sum(normals * (out - ring), axis=1) - margin
        worst = int(np.argmin(gaps))
        if gaps[worst] >= -1e-6:
            break
        out = out - gaps[worst] * normals[worst]
    return out


def inset(ring: F64, margin: float) -> F64:
    """Corners of a hull whose edges are moved inwards, m; less where the hull is narrow."""
    edges = np.roll(ring, -1, axis=0) - ring
    normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1, keepdims=True)
    margin = min(margin, 0.8 * depth(ring, ring.mean(axis=0)))
    out = []
    for k, corner in enumerate(ring):
        both = np.stack([normals[k - 1], normals[k]])
        if abs(np.linalg.det(both)) > 1e-3:  # two edges in one line have no corner
            out.append(corner + np.linalg.solve(both, np.full(2, margin)))
    return np.array(out)


def chord(ring: F64, point: F64, axis: int) -> tuple[float, float]:
    """Where a line along an axis (0 or 1) through a point (2,) enters and leaves a hull.

    When it misses: the least and the greatest of the hull's own corners.
    """
    other, cuts = 1 - axis, []
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if a[other] != b[other] and (a[other] - point[other]) * (b[other] - point[other]) <= 0.0:
            share = (point[other] - a[other]) / (b[other] - a[other])
            cuts.append(float(a[axis] + share * (b[axis] - a[axis])))
    if len(cuts) < 2:
        return float(ring[:, axis].min()), float(ring[:, axis].max())
    return min(cuts), max(cuts)


def carrying(stance: Bools, rate: float, early: float = SOON) -> Bools:
    """Feet (n, 2) that can bear weight: not just before they leave the ground, nor just after they come.

    A foot that leaves it for a moment only does not change where the weight is.

    Args:
        stance: (n, 2) feet that stand.
        rate: Rows a second.
        early: s before a foot leaves and after it comes that the weight is on the other one.
    """
    width = int(round(early * rate))
    out = np.array(stance)
    for foot in range(2):
        for begin, end in spans(~stance[:, foot]):
            out[begin:end, foot] = end - begin < _MOMENT * rate
        padded = np.pad(out[:, foot], width, mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * width + 1)
        out[:, foot] = windows.all(axis=1)
    alone = ~out.any(axis=1)
    out[alone] = stance[alone]
    return out


def needed_shift(
    legs: tuple[Leg, ...],
    feet: list[Footing],
    bearing: Bools,
    com: F64,
    rows: NDArray[np.integer],
    rate: float,
    momentum: F64 | None = None,
    margin: float = MARGIN,
) -> F64:
    """(k, 2) how far the centre of mass must move so that the ground's force comes from the soles, m.

    Where it is slow it is over them then; where it is fast it may be beside them.

    Args:
        legs: Both.
        feet: Their ways.
        bearing: (n, 2) feet that bear weight.
        com: (k, 3) centre of mass in the rows `rows`, m.
        rows: (k,) indices, evenly apart.
        rate: Of `com`, rows a second.
        momentum: (k, 3) angular momentum about it by mass, m²/s; none when None.
        margin: m that the force stays inside the soles' edges.
    """
    point = pressure_point(com, rate, momentum)
    wanted = np.array(point)
    for i, row in enumerate(rows.tolist()):
        down = [corners(legs[f], feet[f], row) for f in range(2) if bearing[row, f]]
        if down:
            wanted[i] = inside(hull(np.concatenate(down)), point[i], margin)
    return centre_over(wanted - point, com[:, 2], rate)


def pressure_point(com: F64, rate: float, momentum: F64 | None = None) -> F64:
    """(n, 2) where the ground must push so that a body moves as it does, m.

    Args:
        com: (n, 3) its centre of mass, m.
        rate: Rows a second.
        momentum: (n, 3) angular momentum about it by mass, m²/s: what swings turns the body as well.
    """
    if len(com) < 3:
        return np.array(com[:, :2])
    bend, turn = np.zeros((len(com), 3)), np.zeros((len(com), 3))
    bend[1:-1] = np.diff(com, n=2, axis=0) * rate**2
    if momentum is None:
        bend[:, 2] = 0.0
    else:
        turn[:] = np.gradient(momentum, 1.0 / rate, axis=0)
    up = np.maximum(GRAVITY + bend[:, 2:], 0.3 * GRAVITY)
    return np.asarray(
        com[:, :2] - (com[:, 2:] * bend[:, :2] + np.stack([turn[:, 1], -turn[:, 0]], axis=1)) / up
    )


def centre_over(points: F64, heights: F64, rate: float) -> F64:
    """The way (n, 2) of a centre of mass whose ground force goes through given points (n, 2), m.

    An inverted pendulum: x - (z / g) x'' = p, with x = p at both ends, which three diagonals solve.
    """
    count = len(points)
    beside = np.zeros(count)
    beside[1:-1] = -heights[1:-1] / GRAVITY * rate**2
    middle, out = 1.0 - 2.0 * beside, np.array(points)
    upper = np.zeros(count)
    for i in range(count):
        under = beside[i] if i else 0.0
        pivot = middle[i] - under * (upper[i - 1] if i else 0.0)
        upper[i] = beside[i] / pivot
        out[i] = (out[i] - under * (out[i - 1] if i else 0.0)) / pivot
    for i in range(count - 2, -1, -1):
        out[i] -= upper[i] * out[i + 1]
    return out


def needed_turn(spin: F64, wide: F64, both: Bools, rate: float) -> F64:
    """(k,) how far the body must turn about the vertical so that the soles need not twist on the ground, rad.

    Args:
        spin: (k,) angular momentum about the vertical by mass, m²/s.
        wide: (k,) moment of inertia about the vertical by mass, m².
        both: (k,) whether both feet bear weight.
        rate: Rows a second.
    """
    grip = np.where(both, *GRIP)
    torque = np.gradient(spin, 1.0 / rate)
    much = (np.clip(torque, -grip, grip) - torque) / wide
    slow = np.full(len(spin), GRAVITY / _SLOWLY**2)
    return centre_over(-(much / _SLOWLY**2)[:, None], slow, rate)[:, 0]


def smoothed(values: F64, rate: float, spread: float = _SMOOTH) -> F64:
    """Gaussian average of values (n, k) over time, ends held."""
    half = int(np.ceil(3 * spread * rate))
    kernel = np.exp(-0.5 * (np.arange(-half, half + 1) / (spread * rate)) ** 2)
    padded = np.pad(values, ((half, half), (0, 0)), mode="edge")
    columns = [np.convolve(padded[:, i], kernel / kernel.sum(), mode="valid") for i in range(values.shape[1])]
    return np.stack(columns, axis=1)


def needed_drop(
    legs: tuple[Leg, ...], hips: F64, feet: list[Footing], stance: Bools, rate: float, near: float = _NEAR
) -> F64:
    """(n,) how far the pelvis must come down so that standing feet can be reached, m; smooth.

    Args:
        legs: Both.
        hips: (n, 2, 3) places, m.
        feet: Ways of the feet.
        stance: (n, 2).
        rate: Rows a second.
        near: s before and after a row that needs it.
    """
    need = np.zeros(len(hips))
    for i, (leg, foot) in enumerate(zip(legs, feet, strict=True)):
        gap = hips[:, i] - foot.ankle
        most = (REACH - 0.002) * leg.length
        flat = np.linalg.norm(gap[:, :2], axis=1)
        high = np.sqrt(np.maximum(most**2 - flat**2, (0.3 * leg.length) ** 2))
        need = np.maximum(need, np.where(stance[:, i], gap[:, 2] - high, 0.0))
    width = max(int(round(near * rate)), 1)
    padded = np.pad(need, width, mode="edge")
    most_near = np.lib.stride_tricks.sliding_window_view(padded, 2 * width + 1).max(axis=1)
    return np.asarray(smoothed(most_near[:, None], rate, 0.5 * near)[:, 0])
