"""What a body's sizes are measured by: mass, weight, leg, room for the feet, room for the arms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Link
from footfall.control.leg import ANKLE_HEIGHT, BACK, FRONT, KNEE_SIDE, ROOM, SHANK, THIGH
from footfall.control.scale import ARMS, ELBOWS, FEET, KNEES, LEG, MASS, SCALE_WIDTH, STANCE, WEIGHT

_GRAVITY = 9.81  # m/s², of a body on its own; the world's is read while it runs
_BETWEEN = 0.02  # of the leg: room between the feet when they pass
_TURNED = 0.1  # of a foot's length: room because feet turn a little in and out
_TILTED = 0.1  # of an ankle's height: room because feet tilt
_HIPS = 0.75  # of the hips' distance: wide hips walk wide
_LOW = 0.1  # of the leg: feet roll under ankles that are no higher than this
_BENT, _MOST_BENT = 0.3, 1.6  # rad: elbows that hang free, and those that bend the most
_OFF = 0.3  # of the leg: how far hands keep off the ground
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
    scale[ELBOWS] = _elbows(body, float(scale[LEG]))
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


def _elbows(body: Body, leg: float) -> float:
    """How far elbows bend so that hands keep off the ground, rad."""
    bent = _BENT
    for side in "lr":
        arm, forearm = body.part(side + "Arm"), body.part(side + "Forearm")
        if arm is None or forearm is None:
            continue
        lower = max((-float(shape.to[2]) + shape.size[0] for shape in forearm.shapes), default=0.0)
        room = leg + _height(body, arm) + forearm.at[2] - _OFF * leg
        if lower > 0.0 and room < lower:
            bent = max(bent, float(np.arccos(max(0.0, room / lower))))
    return min(bent, _MOST_BENT)


def _height(body: Body, link: Link) -> float:
    """A link's joint above the hips in the zero pose, m."""
    thigh = body.part("lThigh")
    return _above_root(body, link) - (_above_root(body, thigh) if thigh is not None else 0.0)


def _above_root(body: Body, link: Link) -> float:
    parents = {one.name: one for one in body.links}
    total = 0.0
    while link.parent:
        total += link.at[2]
        link = parents[link.parent]
    return float(total)


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
