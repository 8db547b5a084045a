"""From rotations to the angles of a body's hinges: yaw, roll, pitch from parent to child (z, x, y).

Two triples of angles give the same rotation, and where the roll is a right angle (an arm held out sideways)
only the sum of the others is known. The triple that is taken stays within the limits and does not jump.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footfall.body.schema import Axis
from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.rotations import F64

ORDER = ("yaw", "roll", "pitch")
MARGIN = 0.03
"""rad that angles stay away from their limits."""
_LOCKED = 0.2  # cosine of the roll below which yaw is not read from a rotation
_LEVEL = 0.95  # how near a limb is to the axis of its roll where the roll is not read from its direction
_JUMP, _BEYOND = 25.0, 4.0  # cost of a change from row to row, and of being beyond a limit


def sign(axis: Axis) -> float:
    """1 or -1: whether the hinge turns about the positive direction of its axis.

    Raises:
        FootfallError: It is not along z, x or y as its name says.
    """
    wanted = np.eye(3)[(2, 0, 1)[ORDER.index(axis.axis)]]
    along = float(wanted @ np.array(axis.vector))
    if abs(abs(along) - 1.0) > 1e-6:
        raise FootfallError(
            f"the hinge {axis.name} is not along an axis of its link",
            help="clips can be carried over to bodies whose hinges are yaw (z), roll (x) and pitch (y)",
        )
    return 1.0 if along > 0.0 else -1.0


def bounds(axis: Axis, margin: float = MARGIN) -> tuple[float, float]:
    """Limits of the hinge less the margin, rad; infinite when it has none."""
    if axis.low is None or axis.high is None:
        return -np.inf, np.inf
    room = min(margin, 0.25 * (axis.high - axis.low))
    return axis.low + room, axis.high - room


def turn(axes: tuple[Axis, ...], angles: F64) -> F64:
    """Rotations (n, 4) of a joint from its angles (n, k)."""
    out = np.broadcast_to(rot.IDENTITY, (len(angles), 4))
    for i, axis in enumerate(axes):
        out = rot.multiply(out, rot.about(np.array(axis.vector), angles[:, i]))
    return np.asarray(out)


def angles(axes: tuple[Axis, ...], turns: F64, aim: F64, *, clamp: bool = True) -> F64:
    """Angles (n, k) of a joint's hinges.

    Args:
        axes: Of the joint, in the order yaw, roll, pitch; some may be missing.
        turns: (n, 4) wanted rotation of the child against its parent.
        aim: (3,) or (n, 3) the direction in the child that matters most: along its bone.
        clamp: Whether to stay within the limits.
    """
    kinds = tuple(axis.axis for axis in axes)
    if list(kinds) != [kind for kind in ORDER if kind in kinds]:
        raise FootfallError(
            f"the hinges of {axes[0].joint} are {', '.join(kinds)}",
            help="the order yaw, roll, pitch is needed",
        )
    signs = np.array([sign(axis) for axis in axes])
    limits = [(-np.inf, np.inf)] * 3
    for axis, s in zip(axes, signs, strict=True):
        low, high = bounds(axis)
        limits[ORDER.index(axis.axis)] = (low, high) if s > 0 else (-high, -low)
    for i, kind in enumerate(ORDER):
        if kind not in kinds:
            limits[i] = (0.0, 0.0)
    whole = _triples(turns, np.array(limits))
    out = _within(whole, turns, np.broadcast_to(aim, (len(turns), 3)), np.array(limits), clamp)
    return np.asarray(out[:, [ORDER.index(kind) for kind in kinds]] * signs)


def _triples(turns: F64, limits: F64) -> F64:
    """(n, 3) yaw, roll, pitch, of two possible triples the ones along which nothing jumps."""
    first = rot.to_euler(turns, "zxy")
    second = np.stack([first[:, 0] + np.pi, np.pi - first[:, 1], first[:, 2] + np.pi], axis=1)
    both = rot.wrapped(np.stack([first, second], axis=1))
    found = _smoothest(both, _outside(both, limits))
    return found if len(found) == 1 else np.unwrap(found, axis=0)


def _outside(options: F64, limits: F64) -> F64:
    """Cost (n, m) of options (n, m, 3) that are beyond the limits (3, 2)."""
    beyond = np.maximum(limits[:, 0] - options, 0.0) + np.maximum(options - limits[:, 1], 0.0)
    return np.asarray(_BEYOND * np.sum(np.minimum(beyond, np.pi) ** 2, axis=2))


def _smoothest(options: F64, price: F64) -> F64:
    """Of two options (n, 2, k) one in each row, (n, k): prices (n, 2) and changes cost least (Viterbi)."""
    if len(options) == 1:
        return np.asarray(options[:, int(price[0, 1] < price[0, 0])])
    steps = rot.wrapped(options[1:, :, None] - options[:-1, None])  # (n-1, now, before, k)
    changes = (_JUMP * np.sum(steps**2, axis=3)).tolist()  # plain numbers: thousands of rows, two by two
    prices = price.tolist()
    one, other = prices[0]
    back = [(0, 1)]
    for ((from_one, from_other), (to_one, to_other)), (p, q) in zip(changes, prices[1:], strict=True):
        a, b, c, d = one + from_one, other + from_other, one + to_one, other + to_other
        back.append((int(b < a), int(d < c)))
        one, other = p + min(a, b), q + min(c, d)
    choice = [int(other < one)]
    for pair in reversed(back[1:]):
        choice.append(pair[choice[-1]])
    return np.asarray(options[np.arange(len(options)), choice[::-1]])


def _within(whole: F64, turns: F64, aim: F64, limits: F64, clamp: bool) -> F64:
    """The triples, with yaw carried on where it is not known, brought within the limits one by one.

    What one hinge cannot do the later ones make up for, so that the bone still points where it should.
    """
    yaw, roll, pitch = (np.array(column) for column in whole.T)
    missing = limits[:, 0] == limits[:, 1]
    known = np.abs(np.cos(roll)) > _LOCKED
    yaw = _carried(_nearest_turn(yaw, limits[0]), known)
    kept = np.clip(yaw, *limits[0]) if clamp else np.where(missing[0], 0.0, yaw)
    moved = ~known | (np.abs(kept - yaw) > 1e-9)
    rest = rot.multiply(rot.about(np.array([0.0, 0.0, 1.0]), -kept), turns)
    if moved.any():
        roll, pitch = _aimed(rest, aim, np.stack([roll, pitch], axis=1), moved, limits[1:])
    held = np.clip(roll, *limits[1]) if clamp else np.where(missing[1], 0.0, roll)
    bent = np.abs(held - roll) > 1e-9
    if bent.any():
        pitch[bent] = _pitched(rest[bent], aim[bent], held[bent])
    pitch = _nearest_turn(pitch if len(pitch) == 1 else np.unwrap(pitch), limits[2])
    if clamp:
        pitch = np.clip(pitch, *limits[2])
    return np.stack([kept, held, pitch], axis=1)


def _carried(values: F64, known: NDArray[np.bool_]) -> F64:
    """Values (n,), on straight lines from what is known to what is known next."""
    if known.all():
        return values
    if not known.any():
        return np.full(len(values), np.median(values))
    rows = np.arange(len(values))
    return np.where(known, values, np.interp(rows, rows[known], values[known]))


def _nearest_turn(values: F64, limits: F64) -> F64:
    """Whole turns taken off, so that the middle value lies nearest to the limits' middle."""
    middle = float(np.mean(limits)) if np.isfinite(limits).all() else 0.0
    usual = values[0] if len(values) == 1 else np.median(values)
    return values - 2 * np.pi * np.round((usual - middle) / (2 * np.pi))


def _aimed(rest: F64, aim: F64, exact: F64, moved: NDArray[np.bool_], limits: F64) -> tuple[F64, F64]:
    """Roll and pitch that turn `aim` to where `rest` turns it; of two ways the one along which nothing jumps.

    Args:
        rest: (n, 4) what roll and pitch should do together.
        aim: (n, 3).
        exact: (n, 2) roll and pitch of the whole rotation.
        moved: (n,) rows in which those do not hold any more.
        limits: (2, 2) of roll and pitch.
    """
    want = rot.rotate(rest, aim)
    # Rx(b)·Ry(c)·aim: its x is aim.x cos c + aim.z sin c, and c is what brings that to want.x.
    size = np.maximum(np.hypot(aim[:, 0], aim[:, 2]), 1e-9)
    phase = np.arctan2(aim[:, 2], aim[:, 0])
    spread = np.arccos(np.clip(want[:, 0] / size, -1.0, 1.0))
    level = np.abs(want[:, 0]) / np.maximum(np.linalg.norm(want, axis=1), 1e-9) > _LEVEL
    options = []
    for pitch in (phase + spread, phase - spread):
        z = -aim[:, 0] * np.sin(pitch) + aim[:, 2] * np.cos(pitch)
        roll = rot.wrapped(np.arctan2(want[:, 2], want[:, 1]) - np.arctan2(z, aim[:, 1]))
        options.append(np.stack([roll, rot.wrapped(pitch)], axis=1))
    both = np.stack(options, axis=1)
    away = np.sum(rot.wrapped(both - exact[:, None]) ** 2, axis=2) * ~(moved | level)[:, None]
    price = np.where(level[:, None], 0.0, _outside(both, limits)) + _BEYOND * away
    found = _smoothest(both, price)
    out = np.where((moved & ~level)[:, None], found, exact)
    out[:, 0] = _carried(np.unwrap(out[:, 0]), ~(moved & level))
    return out[:, 0], out[:, 1]


def _pitched(rest: F64, aim: F64, roll: F64) -> F64:
    """The pitch that brings `aim` nearest to where `rest` turns it, the roll being what it is."""
    want = rot.rotate(rot.multiply(rot.about(np.array([1.0, 0.0, 0.0]), -roll), rest), aim)
    # Ry(c) turns z towards x.
    return rot.wrapped(np.arctan2(want[:, 0], want[:, 2]) - np.arctan2(aim[:, 0], aim[:, 2]))
