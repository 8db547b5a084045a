"""Gains and torque limits from size alone: the same rules for a child, a person and a giant.

What carries the body is as stiff as its weight times its leg asks for; what the body carries is as
stiff as its inertia asks for, in the time in which a leg of that length swings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.body.grow import Limb

GRAVITY = 9.81  # m/s²
_SWING = 0.306  # s: sqrt(leg / g) of the person whose damping is a tenth of its stiffness

# role -> stiffness in weight times leg, stiffness in inertia times g / leg, limit over stiffness
_RULES: dict[str, tuple[float, float, float]] = {
    "lower_back": (0.0, 8.3, 1.33),
    "upper_back": (0.0, 17.0, 1.33),
    "head": (0.0, 60.0, 1.2),
    "upper_arm": (0.0, 10.0, 2.0),
    "forearm": (0.0, 23.0, 2.0),
    "thigh": (0.63, 14.5, 1.0),
    "shank": (0.63, 40.0, 1.0),
    "foot": (0.157, 100.0, 2.0),
    "toe": (0.022, 0.0, 2.9),
}
_ROOT = 1.2  # weight times leg: stiffness of the servo that keeps the pelvis upright
YAW = 0.5  # stiffness of that servo about the vertical, of its forward one
_ROTOR = 0.001  # mass times leg squared: rotor inertia of the hips, against which that servo works
_LOW = 0.1  # of the leg: a foot below a higher ankle is stiffer
_ANKLE = 4.5  # weight times what an ankle is too high: that foot's stiffness
_ROLL_OF_FOOT = 0.5  # a foot's sideways stiffness, of its forward one


@dataclass(frozen=True)
class Strength:
    """Stiffness (N m/rad), damping (N m s/rad) and torque limit (N m) of a joint.

    `roll` is its share of stiffness and damping sideways.
    """

    kp: float
    kd: float
    limit: float
    roll: float = 1.0


def places(limbs: Sequence[Limb]) -> dict[str, NDArray[np.float64]]:
    """Where each link's joint is in the zero pose, from the root, m."""
    found: dict[str, NDArray[np.float64]] = {}
    for limb in limbs:
        found[limb.name] = np.array(limb.at) + (found[limb.parent] if limb.parent else 0.0)
    return found


def carried_inertia(limbs: Sequence[Limb], name: str) -> float:
    """Moment about a joint's pitch axis of all that hangs on it, kg m²."""
    where = places(limbs)
    below = {name}
    total = 0.0
    for limb in limbs:
        if limb.parent in below:
            below.add(limb.name)
        if limb.name in below:
            x, _, z = where[limb.name] + limb.com - where[name]
            total += float(limb.inertia[1] + limb.mass * (x * x + z * z))
    return total


def strength(limbs: Sequence[Limb], limb: Limb, leg: float) -> Strength:
    """Gains of the joint that a link hangs on.

    Args:
        limbs: The whole body.
        limb: The link.
        leg: Hip to sole, m.
    """
    weight, arm = GRAVITY * sum(one.mass for one in limbs), lever(limbs, leg)
    of_weight, of_inertia, limit = _RULES[limb.role]
    inertia = carried_inertia(limbs, limb.name) if of_inertia else 0.0
    kp = max(of_weight * weight * arm, of_inertia * inertia * GRAVITY / leg)
    roll = 1.0
    if limb.role == "foot":
        # a high foot tips over under its load where a low one slaps down
        high = _ANKLE * weight * (0.5 * limb.size[2] - limb.middle[2] - _LOW * leg)
        aside = max(_ROLL_OF_FOOT * kp, high)
        kp = max(kp, high)
        roll = aside / kp
    return Strength(kp, damping(kp, leg), limit * kp, roll)


def lever(limbs: Sequence[Limb], leg: float) -> float:
    """What the weight acts on, m: the leg, or the height of the centre of mass where that is greater."""
    where = places(limbs)
    mass = sum(one.mass for one in limbs)
    above = sum(one.mass * float(where[one.name][2] + one.com[2]) for one in limbs) / mass
    return max(leg, leg + above)


def root_strength(limbs: Sequence[Limb], leg: float) -> tuple[float, float]:
    """Stiffness and damping of the servo on the root, N m/rad and N m s/rad."""
    kp = _ROOT * GRAVITY * sum(one.mass for one in limbs) * lever(limbs, leg)
    return kp, damping(kp, leg)


def rotor_inertia(limbs: Sequence[Limb], leg: float) -> float:
    """Rotor inertia of the hips, kg m²: without it a light pelvis shakes against its servo."""
    return _ROTOR * sum(one.mass for one in limbs) * leg * leg


def damping(kp: float, leg: float) -> float:
    """Damping for a stiffness: slower for longer legs."""
    return 0.1 * kp * float(np.sqrt(leg / GRAVITY)) / _SWING
