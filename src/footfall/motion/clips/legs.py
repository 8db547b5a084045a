"""Inverse kinematics of a leg in closed form: from the place of its hip and foot to its six angles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footfall.motion.clips import hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.figure import Leg
from footfall.motion.clips.rotations import F64

REACH = 0.99
"""Share of a leg's length that it is stretched to at most."""
_X, _Y, _Z = np.eye(3)


@dataclass(frozen=True)
class Bent:
    """A leg's angles in n rows.

    Attributes:
        hip: (n, k) of its hinges, rad.
        knee: (n,).
        ankle: (n, 2) roll and pitch.
        thigh, shank: (n, 4) orientations in the world.
    """

    hip: F64
    knee: F64
    ankle: F64
    thigh: F64
    shank: F64


def knee_angle(leg: Leg, distance: F64) -> F64:
    """The knee's angle (n,) at which hip and ankle are so far apart (n,), in the body's sign.

    |u + Ry(k)·v|² = D², with u and v the thigh and the shank: A cos k + B sin k = C.
    """
    u, v = leg.thigh, leg.shank
    a, b = u[0] * v[0] + u[2] * v[2], u[0] * v[2] - u[2] * v[0]
    c = 0.5 * (distance**2 - u @ u - v @ v) - u[1] * v[1]
    low, high = hinges.bounds(leg.knee)
    bend = 1.0 if low + high > 0.0 else -1.0  # birds' knees bend the other way
    turn = np.arctan2(b, a) + bend * np.arccos(np.clip(c / np.hypot(a, b), -1.0, 1.0))
    return np.clip(hinges.sign(leg.knee) * rot.wrapped(turn), low, high)


def nearest_reach(leg: Leg) -> float:
    """The least distance from hip to ankle, m: the knee bent as far as it goes."""
    low, high = hinges.bounds(leg.knee)
    most = np.array([high if low + high > 0.0 else low])
    bent = leg.thigh + rot.rotate(rot.about(_Y, hinges.sign(leg.knee) * most), leg.shank)
    return float(np.linalg.norm(bent))


def solve_leg(leg: Leg, pelvis: F64, hip: F64, ankle: F64, foot: F64) -> Bent:
    """Angles of a leg.

    The ankle is where it is asked for, as far as the leg reaches. The sole's tilt comes next; the foot's turn
    gives way first, when a limit of the hip is met.

    Args:
        leg: The leg.
        pelvis: (n, 4) orientation.
        hip: (n, 3) place, m.
        ankle: (n, 3) wanted place, m.
        foot: (n, 4) wanted orientation.
    """
    away = rot.rotate(rot.inverse(foot), hip - ankle)  # the hip as the foot sees it
    distance = np.clip(np.linalg.norm(away, axis=1), nearest_reach(leg), REACH * leg.length)
    away = away * (distance / np.maximum(np.linalg.norm(away, axis=1), 1e-9))[:, None]
    knee = knee_angle(leg, distance)
    bend = rot.about(_Y, hinges.sign(leg.knee) * knee)
    # The hip seen from the shank lies in the plane in which the knee bends: s = -v - Ry(-k)·u.
    s = -leg.shank - rot.rotate(rot.inverse(bend), leg.thigh)
    # And it is Rx(r)·Ry(p) of what the foot sees: y gives the ankle's roll, x and z its pitch.
    roll = np.arcsin(np.clip(away[:, 1] / s[:, 2], -1.0, 1.0))
    pitch = np.arctan2(away[:, 2], away[:, 0]) - np.arctan2(s[:, 2] * np.cos(roll), s[:, 0])
    shank = rot.multiply(foot, rot.multiply(rot.about(_Y, -pitch), rot.about(_X, -roll)))
    wanted = rot.multiply(rot.inverse(pelvis), rot.multiply(shank, rot.inverse(bend)))
    aim = leg.thigh + rot.rotate(bend, leg.shank)
    at_hip = hinges.angles(leg.hip, wanted, aim)
    thigh = rot.multiply(pelvis, hinges.turn(leg.hip, at_hip))
    shank = rot.multiply(thigh, bend)
    return Bent(at_hip, knee, flat_ankle(leg, shank, foot), thigh, shank)


def flat_ankle(leg: Leg, shank: F64, foot: F64) -> F64:
    """Roll and pitch (n, 2) of an ankle that tilts the sole as `foot` (n, 4) does, whatever its turn."""
    up = rot.rotate(rot.multiply(rot.inverse(shank), foot), _Z)
    # Rx(r)·Ry(p)·z = (sin p, -sin r cos p, cos r cos p)
    values = (np.arctan2(-up[:, 1], up[:, 2]), np.arcsin(np.clip(up[:, 0], -1.0, 1.0)))
    columns = []
    for axis, value in zip(leg.ankle, values, strict=True):
        columns.append(np.clip(hinges.sign(axis) * value, *hinges.bounds(axis)))
    return np.stack(columns, axis=1)


def sole_error(leg: Leg, bent: Bent, foot: F64) -> F64:
    """How far (n,) rad the sole of a leg that has been solved is tilted against what was asked for (n, 4)."""
    turned = rot.multiply(bent.shank, hinges.turn(leg.ankle, bent.ankle))
    return np.asarray(
        np.arccos(np.clip(np.sum(rot.rotate(turned, _Z) * rot.rotate(foot, _Z), axis=1), -1.0, 1.0))
    )
