"""What a body's sizes are measured by: mass, weight, leg, room for the feet, room for the arms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body
from footfall.body.posture import Posture
from footfall.control.leg import ANKLE_HEIGHT, BACK, FRONT, KNEE_SIDE, ROOM, SHANK, THIGH
from footfall.control.scale import (
    ARMS,
    ARMS_BACK,
    ARMS_OUT,
    ELBOWS,
    FEET,
    KNEES,
    LEG,
    MASS,
    SCALE_WIDTH,
    STANCE,
    TILT,
    WEIGHT,
)

_GRAVITY = 9.81  # m/s², of a body on its own; the world's is read while it runs
_BETWEEN = 0.02  # of the leg: room between the feet when they pass
_TURNED = 0.1  # of a foot's length: room because feet turn a little in and out
_TILTED = 0.1  # of an ankle's height: room because feet tilt
_HIPS = 0.75  # of the hips' distance: wide hips walk wide
_LOW = 0.1  # of the leg: feet roll under ankles that are no higher than this
_LIGHT = 4.0  # arms that weigh this much less than legs, by inertia, swing freely


def scale_of(body: Body, legs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table `scale` (control/scale.py).

    Args:
        body: The body.
        legs: (2, LEG_WIDTH) its legs in numbers (control/leg.py).
    """
    scale = np.zeros(SCALE_WIDTH)
    scale[MASS], scale[WEIGHT] = body.mass, body.mass * _GRAVITY
    scale[KNEES] = -1.0 if min(legs[:, KNEE_SIDE]) < 0 else 1.0
    scale[LEG] = np.mean([_length(row) for row in legs])
    wide, long = float(legs[:, ROOM].sum()), float(np.mean(legs[:, FRONT] + legs[:, BACK]))
    between = _BETWEEN * scale[LEG] + _TURNED * long + _TILTED * float(legs[:, ANKLE_HEIGHT].max())
    scale[STANCE] = max(wide + between, _HIPS * _hips_apart(body))
    scale[ARMS] = _arm_swing(body)
    held = Posture()
    scale[ELBOWS] = -_at_rest(body, ("lElbow", "rElbow"), "pitch", -held.elbows)
    scale[ARMS_OUT] = _at_rest(body, ("lShoulder", "rShoulder"), "roll", held.out)
    scale[ARMS_BACK] = _at_rest(body, ("lShoulder", "rShoulder"), "pitch")
    scale[TILT] = _at_rest(body, ("waist",), "roll")
    high = float(legs[:, ANKLE_HEIGHT].max())
    scale[FEET] = min(1.0, _LOW * scale[LEG] / high) if high > 0 else 1.0
    return scale


def _length(row: NDArray[np.float64]) -> float:
    """Hip to sole of a straight leg, m."""
    thigh, shank = row[THIGH : THIGH + 2], row[SHANK : SHANK + 2]
    return float(np.hypot(*thigh) + np.hypot(*shank) + row[ANKLE_HEIGHT])


def _hips_apart(body: Body) -> float:
    """Distance of the hips, m."""
    thighs = [body.part(side + "Thigh") for side in "lr"]
    return sum(abs(thigh.at[1]) for thigh in thighs if thigh is not None)


def _arm_swing(body: Body) -> float:
    """1 for arms that are light beside the legs, less for heavy ones."""
    arms, legs = (
        [_hanging(body, link.name) for side in "lr" if (link := body.part(side + stem)) is not None]
        for stem in ("Arm", "Thigh")
    )
    if not arms or not legs:
        return 1.0
    return min(1.0, float(np.mean(legs)) / (_LIGHT * max(arms)))


def _at_rest(body: Body, joints: Sequence[str], axis: str, default: float = 0.0) -> float:
    """The mean angle of some joints about an axis at rest, rad."""
    angles = [
        one.rest
        for name in joints
        if (joint := body.joint(name)) is not None
        for one in joint.axes
        if one.axis == axis
    ]
    return sum(angles) / len(angles) if any(angles) else default


def _hanging(body: Body, name: str) -> float:
    """Moment about a joint's pitch axis of all that hangs on it, straight down, kg m²."""
    places = {name: np.zeros(3)}
    total = 0.0
    for link in body.links:
        if link.parent in places:
            places[link.name] = places[link.parent] + np.array(link.at)
        if link.name in places:
            x, _, z = places[link.name] + np.array(link.com)
            total += link.inertia[1] + link.mass * (x * x + z * z)
    return total
