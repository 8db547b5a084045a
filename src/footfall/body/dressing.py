"""What a grown person is dressed with: a head, hands, and joints without gaps. Only drawn."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.body.grow import Limb

_HAND = 0.36  # of a forearm with its hand
_ROUND = 1.04  # a joint's ball is a little thicker than the limb that hangs on it


def radius(limb: Limb, thick: float) -> float:
    """Of a limb that is a capsule, m.

    Args:
        limb: The limb.
        thick: The thickest that legs may be, m.
    """
    own = 0.5 * limb.size[0]
    if limb.role in ("thigh", "shank"):
        own = min(own, 0.5 * thick)
    return min(own, 0.45 * limb.size[2])


def dressing(limbs: Sequence[Limb], limb: Limb, thick: float) -> list[str]:
    """Shapes of a body file that are seen on a limb and touch nothing."""
    if limb.role == "head":
        return [_solid("head", limb.middle, limb.size, "skin")]
    if limb.role == "lower_back":  # solids that only meet would part as soon as it bends
        x, y, z = limb.size
        return [_solid("ellipsoid", limb.middle, (x, y, 1.5 * z), "shirt")]
    if limb.role == "upper_back":
        (x, y, z), (forward, left, up) = limb.size, limb.middle
        ribs = _solid("ellipsoid", (forward, left, up - 0.42 * z), (0.85 * x, 0.74 * y, 0.9 * z), "shirt")
        return [ribs, *shoulders(limbs, thick)]
    if limb.role == "forearm":
        return [_ball(radius(limb, thick), "sleeve"), _hand(radius(limb, thick), limb.size[2])]
    if limb.role in ("upper_arm", "thigh", "shank"):
        return [_ball(radius(limb, thick), "sleeve" if limb.role == "upper_arm" else "leg")]
    if limb.role == "foot":
        return [_ball(radius(_parent(limbs, limb), thick), "leg")]
    return []


def shoulders(limbs: Sequence[Limb], thick: float) -> list[str]:
    """A bar from one shoulder to the other, on the torso: arms may hang beside it."""
    left, right = (
        next((limb for limb in limbs if limb.role == "upper_arm" and limb.side == side), None)
        for side in ("left", "right")
    )
    if left is None or right is None:
        return []
    return [
        f'{{ kind = "capsule", from = {_numbers(right.at)}, to = {_numbers(left.at)}, '
        f'radius = {min(radius(left, thick), radius(right, thick)):.5g}, colour = "shirt" }}'
    ]


def _hand(thick: float, length: float) -> str:
    """At the end of a forearm, wider than it, within its length."""
    long = _HAND * length
    middle = (0.4 * thick, 0.0, 0.5 * long - 0.998 * length)
    return _solid("hand", middle, (3.0 * thick, 2.05 * thick, long), "skin")


def _parent(limbs: Sequence[Limb], limb: Limb) -> Limb:
    return next(other for other in limbs if other.name == limb.parent)


def _ball(thick: float, colour: str) -> str:
    """A ball about the joint."""
    return f'{{ kind = "sphere", at = [0, 0, 0], radius = {_ROUND * thick:.5g}, colour = "{colour}" }}'


def _solid(kind: str, at: Sequence[float], size: Sequence[float], colour: str) -> str:
    return f'{{ kind = "{kind}", at = {_numbers(at)}, size = {_numbers(size)}, colour = "{colour}" }}'


def _numbers(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.5g}" for value in values) + "]"
