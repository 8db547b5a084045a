"""Another build of the same body: longer legs, broader hips, more weight; both sides alike.

Lengths, masses and inertias follow the factors; gains and torque limits follow weight times height, so that
a heavier or taller body is as strong for its size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from footfall.body import Body, Link, Servo, Shape
from footfall.errors import FootfallError, nearest
from footfall.studio.replies import Proportion

Vec3 = tuple[float, float, float]

# name -> (label, group, lowest, highest factor)
SLIDERS: dict[str, tuple[str, str, float, float]] = {
    "thighs": ("Thigh length", "Legs", 0.6, 1.5),
    "shins": ("Shin length", "Legs", 0.6, 1.5),
    "feet": ("Foot length", "Legs", 0.6, 1.6),
    "hips": ("Hip width", "Trunk", 0.6, 1.6),
    "torso": ("Torso length", "Trunk", 0.6, 1.5),
    "shoulders": ("Shoulder width", "Trunk", 0.6, 1.6),
    "arms": ("Upper arm length", "Arms", 0.5, 1.6),
    "forearms": ("Forearm length", "Arms", 0.5, 1.6),
    "head": ("Head size", "Trunk", 0.6, 1.8),
    "girth": ("Girth", "Whole body", 0.7, 1.5),
    "weight": ("Weight", "Whole body", 0.5, 2.0),
}
_LEG, _TRUNK = ("thigh", "shank"), ("lower_back", "upper_back")


def sliders(body: Body, values: Mapping[str, float]) -> tuple[Proportion, ...]:
    """The sliders of a body; none for one that wraps a user's own MJCF."""
    if body.mjcf:
        return ()
    present = {role for link in body.links for role in link.roles}
    absent = {"arms": "upper_arm", "forearms": "forearm", "head": "head", "shoulders": "upper_arm"}
    return tuple(
        Proportion(name=name, label=label, group=group, low=low, high=high, value=values.get(name, 1.0))
        for name, (label, group, low, high) in SLIDERS.items()
        if name not in absent or absent[name] in present
    )


def check(values: Mapping[str, float]) -> None:
    """Refuse what is no slider, or beyond its ends.

    Raises:
        FootfallError: With the nearest legal name, or the range.
    """
    for name, value in values.items():
        if name not in SLIDERS:
            raise FootfallError(f"there is no proportion '{name}'", help=nearest(name, list(SLIDERS)))
        _, _, low, high = SLIDERS[name]
        if not low <= value <= high:
            raise FootfallError(f"{name} cannot be {value:g}", help=f"it goes from {low:g} to {high:g}")


def build(body: Body, values: Mapping[str, float]) -> Body:
    """The body with these proportions (factors; what is left out is 1)."""
    if body.mjcf or all(value == 1.0 for value in values.values()):
        return body
    stretch = {link.name: _stretch(link, values) for link in body.links}
    links = tuple(_scaled(link, stretch, values.get("weight", 1.0)) for link in body.links)
    taller = replace(body, links=links)
    strength = taller.mass / body.mass * _leg_length(taller) / _leg_length(body)
    return _stronger(taller, strength)


def _stretch(link: Link, values: Mapping[str, float]) -> Vec3:
    """Factors along the link's own x, y and z."""

    def of(name: str) -> float:
        return values.get(name, 1.0)

    girth, roles = of("girth"), link.roles
    if "pelvis" in roles and not any(r in roles for r in _TRUNK):
        return girth, of("hips") * girth, girth
    if any(role in roles for role in _TRUNK):
        return girth, of("shoulders") * girth, of("torso")
    if "head" in roles or "neck" in roles:
        return (of("head"),) * 3
    if "foot" in roles or "toe" in roles:
        return of("feet"), girth, 1.0
    length = {
        "thigh": "thighs",
        "shank": "shins",
        "upper_arm": "arms",
        "forearm": "forearms",
        "hand": "forearms",
    }
    named = next((length[role] for role in roles if role in length), "")
    return girth, girth, of(named) if named else 1.0


def _scaled(link: Link, stretch: Mapping[str, Vec3], weight: float) -> Link:
    own = stretch[link.name]
    volume = own[0] * own[1] * own[2]
    return replace(
        link,
        at=_times(link.at, stretch[link.parent]) if link.parent else link.at,
        com=_times(link.com, own),
        mass=link.mass * volume * weight,
        inertia=_inertia(link.inertia, own, volume * weight),
        shapes=tuple(_shape(shape, own) for shape in link.shapes),
    )


def _inertia(old: Vec3, s: Vec3, mass: float) -> Vec3:
    """Moments of a link stretched along its axes: each second moment grows by its factor squared."""
    half = sum(old) / 2
    x, y, z = ((half - old[i]) * s[i] ** 2 * mass for i in range(3))
    return y + z, x + z, x + y


def _shape(shape: Shape, s: Vec3) -> Shape:
    at, to = _times(shape.at, s), _times(shape.to, s)
    if shape.kind in ("box", "ellipsoid"):
        return replace(shape, at=at, to=to, size=_times(shape.size, s))
    along = [abs(b - a) for a, b in zip(shape.at, shape.to, strict=True)]
    if shape.kind == "sphere" or max(along) == 0.0:
        thick = math.cbrt(s[0] * s[1] * s[2])
    else:
        main = along.index(max(along))
        thick = math.sqrt(math.prod(s[i] for i in range(3) if i != main))
    return replace(shape, at=at, to=to, size=(shape.size[0] * thick, shape.size[1], shape.size[2]))


def _leg_length(body: Body) -> float:
    legs = [link for link in body.links if link.side in ("left", "") and link.parent]
    return sum(abs(link.at[2]) for link in legs if {"shank", "foot"} & set(link.roles)) or 1.0


def _stronger(body: Body, factor: float) -> Body:
    joints = tuple(
        replace(
            joint,
            axes=tuple(
                replace(a, kp=a.kp * factor, kd=a.kd * factor, limit=a.limit * factor) for a in joint.axes
            ),
        )
        for joint in body.joints
    )
    servo = body.root_servo
    root = Servo(servo.kp * factor, servo.kd * factor, servo.yaw_kp * factor, servo.yaw_kd * factor)
    return replace(body, joints=joints, root_servo=root)


def _times(a: Vec3, b: Vec3) -> Vec3:
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]
