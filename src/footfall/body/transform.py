"""Other bodies made from a body: heavier, longer, of other proportions, run with other physics.

Each function returns a new Body that knows what was done to it (`Body.made`). The studio's sliders, the
robustness trials and the command line all use these.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from footfall.body.schema import Body, Link, Physics, Servo, Shape, Vec3
from footfall.errors import ArgumentError, nearest

CAREFUL = "careful"  # the settings that every body has
PROPORTIONS = (
    "thighs", "shins", "feet", "hips", "torso", "shoulders", "arms", "forearms", "head", "girth", "weight",
)  # fmt: skip
_TRUNK = ("lower_back", "upper_back")


def _noted(body: Body, what: str) -> Body:
    return replace(body, made=(*body.made, what))


def scale_mass(body: Body, factor: float) -> Body:
    """All masses and inertias times `factor`; gains and limits stay."""
    links = tuple(
        replace(link, mass=link.mass * factor, inertia=_times(link.inertia, (factor,) * 3))
        for link in body.links
    )
    return _noted(replace(body, links=links), f"masses × {factor:g}")


def scale_length(body: Body, factor: float) -> Body:
    """All lengths times `factor`: masses, gains and limits stay, inertias follow."""
    links = tuple(_longer(link, factor) for link in body.links)
    return _noted(replace(body, links=links), f"lengths × {factor:g}")


def lopsided(body: Body, side: str, factor: float) -> Body:
    """The limbs of one side longer or shorter, and heavier or lighter, by `factor`.

    Args:
        body: The body.
        side: "left" or "right".
        factor: Of lengths and masses.
    """
    own = {link.name for link in body.links if link.side == side}
    links = tuple(
        replace(
            _longer(link, factor),
            # where a limb begins belongs to what it hangs on
            at=_times(link.at, (factor,) * 3) if link.parent in own else link.at,
            mass=link.mass * factor,
            inertia=_times(link.inertia, (factor**3,) * 3),
        )
        if link.name in own
        else link
        for link in body.links
    )
    return _noted(replace(body, links=links), f"{side} limbs × {factor:g}")


def with_physics(body: Body, name: str) -> Body:
    """The body run with one of its named settings.

    Raises:
        ArgumentError: It has no such settings.
    """
    known = {CAREFUL: body.physics, **body.settings}  # a body without others is always careful
    if name not in known:
        raise ArgumentError(
            f"{body.name} has no physics '{name}'", argument="physics", help=nearest(name, list(known))
        )
    return _noted(with_settings(body, known[name]), f"physics {name}")


def with_settings(body: Body, physics: Physics) -> Body:
    """The body run with other settings."""
    return replace(body, physics=physics)


def with_solver(body: Body, solver: str, cone: str) -> Body:
    """The body with another solver and friction cone."""
    return _noted(replace(body, physics=replace(body.physics, solver=solver, cone=cone)), f"{solver}, {cone}")


def with_delay(body: Body, seconds: float) -> Body:
    """The body, whose torques answer what was sensed `seconds` ago."""
    return _noted(replace(body, physics=replace(body.physics, delay=seconds)), f"delay {seconds:g} s")


def stretch(body: Body, factors: Mapping[str, float]) -> Body:
    """The body with other proportions.

    Lengths, masses and inertias follow the factors; gains and torque limits follow weight times height, so
    that a heavier or taller body is as strong for its size.

    Args:
        body: The body; one that wraps a user's MJCF stays as it is.
        factors: By the names of `PROPORTIONS`; what is left out is 1.
    """
    changed = {name: factor for name, factor in factors.items() if factor != 1.0}
    if body.mjcf or not changed:
        return body
    along = {link.name: _stretch(link, changed) for link in body.links}
    links = tuple(_scaled(link, along, changed.get("weight", 1.0)) for link in body.links)
    taller = replace(body, links=links)
    strength = taller.mass / body.mass * _leg_length(taller) / _leg_length(body)
    made = ", ".join(f"{name} × {factor:g}" for name, factor in changed.items())
    return _noted(_stronger(taller, strength), made)


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


def with_limits(body: Body, limits: Mapping[str, float]) -> Body:
    """Other limits of torque at some joints.

    Args:
        body: The body.
        limits: Largest torque (N m) by joint; a bare ``Hip`` means both sides.

    Raises:
        ArgumentError: It has no such joint, or a limit is below 0.
    """
    own = {joint.name for joint in body.joints}
    bare = {name[1:] for name in own if name[:1] in "lr"}
    for name, limit in limits.items():
        if name not in own | bare:
            raise ArgumentError(
                f"there is no joint '{name}'", argument="limits", help=nearest(name, sorted(own | bare))
            )
        if not (math.isfinite(limit) and limit >= 0.0):
            raise ArgumentError(f"{limit} N m is no limit", argument="limits", help="give 0 or more")

    def limit_of(joint: str, old: float) -> float:
        return limits.get(joint, limits.get(joint[1:], old) if joint not in bare else old)

    joints = tuple(
        replace(j, axes=tuple(replace(a, limit=limit_of(j.name, a.limit)) for a in j.axes))
        for j in body.joints
    )
    said = ", ".join(f"{name} at most {limit:g} N m" for name, limit in limits.items())
    return _noted(replace(body, joints=joints), said)


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


def _longer(link: Link, factor: float) -> Link:
    whole = (factor,) * 3
    shapes = tuple(
        replace(s, at=_times(s.at, whole), to=_times(s.to, whole), size=_times(s.size, whole))
        for s in link.shapes
    )
    return replace(
        link,
        com=_times(link.com, whole),
        inertia=_times(link.inertia, (factor**2,) * 3),
        at=_times(link.at, whole),
        shapes=shapes,
    )


def _times(a: Vec3, b: Vec3) -> Vec3:
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]
