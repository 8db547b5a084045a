"""Names of the classic body: joints, parts, limits, and how the parts hang together."""

from __future__ import annotations

import math

from ..names import JOINT_OF_PART

SIDES = ("l", "r")

JOINTS: tuple[str, ...] = (
    *("neck2head", "uTorso2neck", "lShoulder", "rShoulder", "lElbow", "rElbow", "lWrist", "rWrist"),
    *("lTorso2uTorso", "waist", "lHip", "rHip", "lKnee", "rKnee", "lAnkle", "rAnkle"),
)
PARTS: tuple[str, ...] = (
    *("head", "neck", "uTorso", "lTorso", "pelvis", "lArm", "rArm", "lForearm", "rForearm"),
    *("lHand", "rHand", "lThigh", "rThigh", "lShin", "rShin", "lFoot", "rFoot"),
)
ALIASES = {"lFArm": "lForearm", "rFArm": "rForearm"}

# part -> the part it hangs on; the pelvis is the root
_CHAINS = (("lTorso", "pelvis"), ("uTorso", "lTorso"), ("neck", "uTorso"), ("head", "neck"))
_LIMBS = (
    *(("Arm", "uTorso"), ("Forearm", "Arm"), ("Hand", "Forearm")),
    *(("Thigh", "pelvis"), ("Shin", "Thigh"), ("Foot", "Shin")),
)
PARENTS: dict[str, str] = dict(_CHAINS) | {
    side + part: parent if parent in ("uTorso", "pelvis") else side + parent
    for part, parent in _LIMBS
    for side in SIDES
}

_SIDE_LIMITS = {
    "Shoulder": (-179.94, 90.0),
    "Elbow": (-157.5, 0.0),
    "Wrist": (-90.0, 90.0),
    "Hip": (-135.0, 45.0),
    "Knee": (0.0, 157.5),
    "Ankle": (-60.0, 60.0),
}
_DEGREES = {"waist": (-22.5, 22.5), "lTorso2uTorso": (-22.5, 22.5), "uTorso2neck": (0.0, 0.0)}
_DEGREES |= {"neck2head": (-45.0, 45.0)}
_DEGREES |= {side + joint: pair for joint, pair in _SIDE_LIMITS.items() for side in SIDES}

# joint -> (lowest, highest) angle, rad
LIMITS: dict[str, tuple[float, float]] = {
    joint: (math.radians(low), math.radians(high)) for joint, (low, high) in _DEGREES.items()
}


def is_ancestor(part: str, of: str) -> bool:
    """Whether `of` hangs on `part`, directly or through others.

    >>> is_ancestor("pelvis", of="lFoot"), is_ancestor("lThigh", of="rFoot")
    (True, False)
    """
    while of in PARENTS:
        of = PARENTS[of]
        if of == part:
            return True
    return False


def joint_between(part: str, other: str) -> tuple[str, bool]:
    """The joint through which a part pushes on another, and whether the part is on its child side.

    This is how the older ``VPD part(…).parent(other)`` is understood.

    >>> joint_between("uTorso", "lThigh"), joint_between("rFoot", "rShin")
    (('lHip', False), ('rAnkle', True))
    """
    if is_ancestor(other, of=part) or part.endswith("Thigh"):
        return JOINT_OF_PART[part], True
    return JOINT_OF_PART.get(other, JOINT_OF_PART.get(part, "waist")), False
