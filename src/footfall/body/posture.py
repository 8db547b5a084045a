"""How a body holds itself at rest: arms off the ground, its weight between its hips.

Arms that would touch the ground bend at the elbows and are held out. A body with one heavy arm, or hips
that are not beside the middle, leans its trunk the other way, as someone who carries a bag does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from footfall.body.grow import Limb
from footfall.body.strength import places

_OFF, _LEAST = 0.3, 0.12  # of the leg: how far bent elbows keep hands off the ground, and how far all does
_SHARE = 0.75  # of the way to the middle: how far a lean brings the weight
_EVEN = 0.01  # rad: a lean too small to count
_ARMS = ("upper_arm", "forearm")


@dataclass(frozen=True)
class Posture:
    """Angles at rest, rad.

    Attributes:
        elbows: How far elbows bend.
        out: How far upper arms are held out from the vertical.
        tilt: How far the trunk leans to the left.
        back: How far upper arms are held back, so that bent forearms do not pull forwards.
    """

    elbows: float = 0.3
    out: float = 0.12
    tilt: float = 0.0
    back: float = 0.0


_MOST = Posture(elbows=1.6, out=1.3, tilt=0.35, back=0.9)


def posture(limbs: Sequence[Limb], leg: float) -> Posture:
    """How a body holds itself.

    Args:
        limbs: The whole body.
        leg: Hip to sole, m.
    """
    arms = _arms(limbs, leg)
    back = min(_MOST.back, _back(limbs, arms.elbows) - _back(limbs, Posture.elbows))
    return replace(arms, elbows=arms.elbows + back, back=back, tilt=_tilt(limbs))


def _arms(limbs: Sequence[Limb], leg: float) -> Posture:
    """Both arms alike, as the one that needs it more."""
    held, where = Posture(), places(limbs)
    for arm, forearm in _pairs(limbs):
        shoulder = leg + float(where[arm.name][2])
        upper, lower, thick = arm.size[2], forearm.size[2], 0.5 * max(arm.size[0], forearm.size[0])
        bent = max(held.elbows, min(_MOST.elbows, _angle(shoulder - upper - _OFF * leg, lower)))
        long = upper + max(0.0, lower * math.cos(bent))
        out = max(held.out, min(_MOST.out, _angle(shoulder - _LEAST * leg - thick, long)))
        held = Posture(bent, out)
    return held


def _pairs(limbs: Sequence[Limb]) -> list[tuple[Limb, Limb]]:
    """Upper arms with their forearms."""
    return [(a, b) for a in limbs for b in limbs if b.role == "forearm" and b.parent == a.name]


def _angle(room: float, length: float) -> float:
    """How far from the vertical something must be held that is longer than there is room for, rad."""
    return math.acos(max(0.0, room) / length) if room < length else 0.0


def _back(limbs: Sequence[Limb], bent: float) -> float:
    """How far upper arms are held back so that their forearms, `bent` from the vertical, do not pull, rad."""
    forwards = down = 0.0
    for arm, forearm in _pairs(limbs):
        upper, lower = arm.size[2], forearm.size[2]
        forwards += forearm.mass * 0.5 * lower * math.sin(bent)
        down += (0.5 * arm.mass + forearm.mass) * upper
    return math.atan2(forwards, down) if down > 0.0 else 0.0


def _tilt(limbs: Sequence[Limb]) -> float:
    """The lean that brings the centre of mass towards the middle between the hips, rad to the left."""
    where = places(limbs)
    trunk = next((limb for limb in limbs if limb.role == "lower_back"), None)
    hips = [float(where[limb.name][1]) for limb in limbs if limb.role == "thigh"]
    if trunk is None or not hips:
        return 0.0
    aside = high = 0.0
    upper: set[str] = set()
    for limb in limbs:
        x = where[limb.name] + limb.com
        aside += limb.mass * (float(x[1]) - sum(hips) / len(hips))
        if limb is trunk or limb.parent in upper:
            # arms hang from their shoulders, however the trunk leans
            at = where[limb.parent if limb.role == "forearm" else limb.name] if limb.role in _ARMS else x
            upper.add(limb.name)
            high += limb.mass * float(at[2] - where[trunk.name][2])
    tilt = -_SHARE * math.atan2(aside, high) if high > 0.0 else 0.0
    return 0.0 if abs(tilt) < _EVEN else max(-_MOST.tilt, min(_MOST.tilt, tilt))
