"""Angles of the joints above the pelvis, and of all joints as the clip plainly has them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footfall.body.schema import Body, Link
from footfall.motion.clips import hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.source import Source

_SPINE = {"upper_back": "trunk", "head": "head"}
_SIDED = {
    "upper_arm": "Arm",
    "forearm": "Forearm",
    "hand": "Hand",
    "thigh": "Thigh",
    "shank": "Shin",
    "foot": "Foot",
    "toe": "Toes",
}
_UPRIGHT = frozenset({"lower_back", "upper_back", "neck", "head", "foot", "toe"})
_LEGS = frozenset({"thigh", "shank", "foot", "toe"})


@dataclass(frozen=True)
class Posed:
    """What joints do.

    Attributes:
        angles: Hinge → (n,) rad.
        turns: Link → (n, 4) orientation that it has with these angles.
    """

    angles: dict[str, F64]
    turns: dict[str, F64]


def pose_joints(body: Body, source: Source, *, legs: bool, clamp: bool) -> Posed:
    """Angles of every hinge; those of joints that the clip does not move are at rest.

    Args:
        body: The body.
        source: What its parts should do.
        legs: Whether legs are wanted too.
        clamp: Whether to stay within limits.
    """
    count = len(source.hips)
    real = {body.root.name: source.parts["pelvis"]}
    rest = body.starts["rest"].angles
    out: dict[str, F64] = {}
    for joint in body.joints:
        link = body.link(joint.child)
        if not legs and _LEGS.intersection(link.roles):
            continue
        wanted = wanted_turn(body, source, link)
        parent = real.get(joint.parent)
        if wanted is None or parent is None or (not clamp and "toe" in link.roles):
            values = np.array([[rest.get(axis.name, axis.rest) for axis in joint.axes]]).repeat(count, axis=0)
        else:
            values = hinges.angles(
                joint.axes, rot.multiply(rot.inverse(parent), wanted), _aim(link), clamp=clamp
            )
        if parent is not None:
            real[link.name] = rot.multiply(parent, hinges.turn(joint.axes, values))
        out |= {axis.name: values[:, i] for i, axis in enumerate(joint.axes)}
    return Posed(out, real)


def wanted_turn(body: Body, source: Source, link: Link) -> F64 | None:
    """(n, 4) what the clip wants of a link; None when it says nothing about it."""
    for role in link.roles:
        if role in _SIDED:
            return source.parts.get(link.side[:1] + _SIDED[role])
        if role in _SPINE:
            return source.parts.get(_SPINE[role])
        if role == "lower_back":  # half of the way to the trunk, or all of it when there is no other
            whole = source.parts["trunk"]
            both = any("upper_back" in other.roles for other in body.links)
            return rot.slerp(source.parts["pelvis"], whole, np.array(0.5)) if both else whole
        if role == "neck":
            head = source.parts.get("head")
            both = any("head" in other.roles for other in body.links)
            return head if head is None or not both else rot.slerp(source.parts["trunk"], head, np.array(0.5))
    return None


def _aim(link: Link) -> F64:
    if _UPRIGHT.intersection(link.roles):  # of a foot: how its sole is tilted
        return np.array([0.0, 0.0, 1.0])
    return np.array([0.0, 0.0, -1.0])
