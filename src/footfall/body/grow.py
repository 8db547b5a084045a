"""From proportions to links: places, shapes, masses and inertias of solids of one density."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.body.proportions import HEAD, Proportions

DENSITY = 900.0  # kg/m³
_SOLE = 0.2  # of a foot's length: the thickest that its sole is; a higher ankle stands on a shaft
_SHAFT = 0.7  # of the shank's thickness
F64 = NDArray[np.float64]


@dataclass(frozen=True)
class Limb:
    """A link that has grown: a solid hung on a joint.

    Attributes:
        name: ``lThigh``.
        role: What it is.
        side: "left", "right" or "".
        parent: Name of the link it hangs on, "" for the root.
        at: Its joint in the parent's frame, m.
        kind: box, capsule or ellipsoid.
        middle: The solid's middle in its own frame, m.
        size: Whole lengths along x, y, z, m (a capsule's are its thickness and length along z).
        shaft: Thickness and length of a cylinder from the joint down to the solid, m; 0, 0 without one.
    """

    name: str
    role: str
    side: str
    parent: str
    at: tuple[float, float, float]
    kind: str
    middle: tuple[float, float, float]
    size: tuple[float, float, float]
    shaft: tuple[float, float] = (0.0, 0.0)

    @property
    def _solids(self) -> tuple[tuple[float, F64, F64], ...]:
        """Mass, moments and middle of the solid and of its shaft."""
        thick, long = self.shaft
        own, shaft = _solid(self.kind, self.size), _solid("capsule", (thick, thick, long))
        return (*own, np.array(self.middle)), (*shaft, np.array([0.0, 0.0, -0.5 * long]))

    @property
    def mass(self) -> float:
        """Of its solids, kg."""
        return sum(mass for mass, _, _ in self._solids)

    @property
    def com(self) -> F64:
        """Its centre of mass in its own frame, (3,) m."""
        return np.asarray(sum(mass * at for mass, _, at in self._solids) / self.mass)

    @property
    def inertia(self) -> F64:
        """Moments about its centre of mass, along its own axes, (3,) kg m²."""
        total = np.zeros(3)
        for mass, moments, at in self._solids:
            x, y, z = np.square(at - self.com)
            total += moments + mass * np.array([y + z, x + z, x + y])
        return total


def _solid(kind: str, size: tuple[float, float, float]) -> tuple[float, F64]:
    """Mass (kg) and moments about the middle (kg m²) of a box, an ellipsoid, or a capsule's cylinder."""
    share, part = {"box": (1.0, 12), "ellipsoid": (np.pi / 6, 20), "capsule": (np.pi / 4, 0)}[kind]
    mass = float(DENSITY * share * np.prod(size))
    x, y, z = np.square(size)
    if kind == "capsule":
        return mass, mass * np.array([x / 16 + z / 12, x / 16 + z / 12, x / 8])
    return mass, mass / part * np.array([y + z, x + z, x + y])


def grow(p: Proportions) -> tuple[Limb, ...]:
    """All links of a body, parents first."""
    return (*_middle(p), *_arm(p, 0), *_arm(p, 1), *_leg(p, 0), *_leg(p, 1))


def _middle(p: Proportions) -> list[Limb]:
    pelvis, torso = p.one("pelvis_diameter") * HEAD, p.one("torso_diameter") * HEAD
    trunk = p.one("trunk_length") * HEAD
    waist = p.one("waist") * trunk  # above the hips
    lower = p.one("chest") * (trunk - waist)
    upper = trunk - waist - lower
    neck = p.one("neck_length") * HEAD
    head = (p.one("head_depth") * HEAD, p.one("head_width") * HEAD, p.one("head_height") * HEAD)
    return [
        # the root's frame is at the height of the hips
        Limb(
            "pelvis", "pelvis", "", "", (0, 0, 0), "box",
            (0, 0, 0.25 * waist), (0.6 * pelvis, pelvis, 1.5 * waist),
        ),
        Limb(
            "lowerBack", "lower_back", "", "pelvis", (0, 0, waist), "box",
            (0, 0, 0.5 * lower), (0.49 * torso, 0.7 * torso, lower),
        ),
        Limb(
            "torso", "upper_back", "", "lowerBack", (0, 0, lower), "box",
            (0, 0, 0.55 * upper), (0.6 * torso, torso, 1.2 * upper),
        ),
        Limb(
            "head", "head", "", "torso", (0, 0, 1.15 * upper), "ellipsoid", (0, 0, neck + 0.5 * head[2]), head
        ),
    ]  # fmt: skip


def _arm(p: Proportions, side: int) -> list[Limb]:
    word, letter, out = (("left", "l", 1.0), ("right", "r", -1.0))[side]
    torso = p.one("torso_diameter") * HEAD
    trunk = p.one("trunk_length") * HEAD
    upper_torso = (1 - p.one("chest")) * (1 - p.one("waist")) * trunk
    length = p.values["arm_length"][side] * HEAD
    upper = min(max(p.values["elbow"][side], 0.05), 0.95) * length  # a joint needs some length on both sides
    thick = p.values["upper_arm_diameter"][side] * HEAD
    thin = p.values["forearm_diameter"][side] * HEAD
    at = (0.0, out * (0.5 * torso + 0.5 * thick), 0.9 * upper_torso)
    lower = length - upper
    return [
        Limb(
            f"{letter}UpperArm", "upper_arm", word, "torso", at, "capsule",
            (0, 0, -0.5 * upper), (thick, thick, upper),
        ),
        Limb(
            f"{letter}Forearm", "forearm", word, f"{letter}UpperArm", (0, 0, -upper), "capsule",
            (0, 0, -0.5 * lower), (thin, thin, lower),
        ),
    ]  # fmt: skip


def _leg(p: Proportions, side: int) -> list[Limb]:
    word, letter, out = (("left", "l", 1.0), ("right", "r", -1.0))[side]
    leg = p.one("leg_length") * HEAD
    ankle = p.values["ankle_height"][side] * leg
    shank = p.values["knee"][side] * (leg - ankle)
    thigh = leg - ankle - shank
    width, length = p.values["foot_width"][side] * HEAD, p.values["foot_length"][side] * HEAD
    thick, thin = p.values["thigh_diameter"][side] * HEAD, p.values["shank_diameter"][side] * HEAD
    hip = p.values["hip"][side] * 0.5 * p.one("pelvis_diameter") * HEAD
    heel = 0.28 * 0.75 * length  # behind the ankle
    sole = min(ankle, _SOLE * length)
    shaft = (_SHAFT * min(thin, width), ankle - sole)
    return [
        Limb(
            f"{letter}Thigh", "thigh", word, "pelvis", (0, out * hip, 0), "capsule",
            (0, 0, -0.5 * thigh), (thick, thick, thigh),
        ),
        Limb(
            f"{letter}Shank", "shank", word, f"{letter}Thigh", (0, 0, -thigh), "capsule",
            (0, 0, -0.5 * shank), (thin, thin, shank),
        ),
        Limb(
            f"{letter}Foot", "foot", word, f"{letter}Shank", (0, 0, -shank), "box",
            (0.375 * length - heel, 0, 0.5 * sole - ankle), (0.75 * length, width, sole), shaft,
        ),
        Limb(
            f"{letter}Toes", "toe", word, f"{letter}Foot", (0.75 * length - heel, 0, 0.33 * sole - ankle),
            "box", (0.125 * length, 0, 0), (0.25 * length, width, 0.66 * sole),
        ),
    ]  # fmt: skip
