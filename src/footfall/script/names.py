"""The names a script may use for joints and parts, and how sw… and st… follow the side."""

from __future__ import annotations

MIDDLE_JOINTS = ("waist", "lTorso2uTorso", "uTorso2neck", "neck2head")
SIDE_JOINTS = ("Shoulder", "Elbow", "Wrist", "Hip", "Knee", "Ankle", "Toe")
MIDDLE_PARTS = ("pelvis", "lTorso", "uTorso", "trunk", "neck", "head")
SIDE_PARTS = ("Arm", "Forearm", "Hand", "Thigh", "Shin", "Foot", "Toes")

SIDES = ("l", "r")  # side 0: left stance
ROLES = ("st", "sw")


def _sided(stems: tuple[str, ...], prefixes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(p + stem for stem in stems for p in prefixes)


JOINTS: tuple[str, ...] = MIDDLE_JOINTS + _sided(SIDE_JOINTS, SIDES + ROLES)
PARTS: tuple[str, ...] = MIDDLE_PARTS + _sided(SIDE_PARTS, SIDES + ROLES)

_MIDDLE_PAIRS = {"trunk": "waist", "lTorso": "waist", "uTorso": "lTorso2uTorso"}
_MIDDLE_PAIRS |= {"neck": "uTorso2neck", "head": "neck2head"}
_SIDE_PAIRS = {"Arm": "Shoulder", "Forearm": "Elbow", "Hand": "Wrist"}
_SIDE_PAIRS |= {"Thigh": "Hip", "Shin": "Knee", "Foot": "Ankle", "Toes": "Toe"}

# The joint that moves a part against its parent. The pelvis is the root: it has none.
JOINT_OF_PART: dict[str, str] = _MIDDLE_PAIRS | {
    prefix + part: prefix + joint for part, joint in _SIDE_PAIRS.items() for prefix in SIDES + ROLES
}
PART_OF_JOINT: dict[str, str] = {joint: part for part, joint in reversed(JOINT_OF_PART.items())}


def on_side(name: str, side: int) -> str:
    """The plain name behind a swing or stance name.

    Args:
        name: ``swHip``, ``lHip``, ``pelvis`` …
        side: 0 when the left leg is stance, 1 when the right one is.

    >>> on_side("swHip", 0), on_side("stHip", 0), on_side("waist", 1)
    ('rHip', 'lHip', 'waist')
    """
    if len(name) > 2 and name[2].isupper():
        if name.startswith("st"):
            return SIDES[side] + name[2:]
        if name.startswith("sw"):
            return SIDES[1 - side] + name[2:]
    return name
