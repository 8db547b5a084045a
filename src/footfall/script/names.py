"""The names a script may use for joints and parts, and how sw… and st… follow the side."""

from __future__ import annotations

MIDDLE_JOINTS = ("waist", "lTorso2uTorso", "uTorso2neck", "neck2head")
SIDE_JOINTS = ("Shoulder", "Elbow", "Wrist", "Hip", "Knee", "Ankle", "Toe")
MIDDLE_PARTS = ("pelvis", "lTorso", "uTorso", "trunk", "neck", "head")
SPINE = ("pelvis", "lTorso", "uTorso", "trunk")  # parts that the hips can hold upright
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


# How far a joint can go, rad, per axis: the widest of the library's bodies. Names without side.
RANGES: dict[str, dict[str, tuple[float, float]]] = {
    "waist": {"pitch": (-0.6, 0.6), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "lTorso2uTorso": {"pitch": (-0.6, 0.6), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "uTorso2neck": {"pitch": (-0.6, 0.6), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "neck2head": {"pitch": (-0.79, 0.79), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "Shoulder": {"pitch": (-3.15, 1.58), "roll": (-0.3, 1.7), "yaw": (-1.5, 1.5)},
    "Elbow": {"pitch": (-2.75, 0.0)},
    "Wrist": {"pitch": (-1.58, 1.58)},
    "Hip": {"pitch": (-3.0, 1.3), "roll": (-0.4, 1.0), "yaw": (-1.0, 1.0)},
    "Knee": {"pitch": (0.0, 3.0)},
    "Ankle": {"pitch": (-1.2, 1.2), "roll": (-0.75, 0.75)},
    "Toe": {"pitch": (-0.52, 0.1)},
}


def stem(name: str) -> str:
    """A name without its side.

    >>> stem("swHip"), stem("lKnee"), stem("lTorso2uTorso"), stem("waist")
    ('Hip', 'Knee', 'lTorso2uTorso', 'waist')
    """
    if name in MIDDLE_JOINTS or name in MIDDLE_PARTS:
        return name
    for prefix in ROLES + SIDES:
        if name.startswith(prefix) and name[len(prefix) :][:1].isupper():
            return name[len(prefix) :]
    return name


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
