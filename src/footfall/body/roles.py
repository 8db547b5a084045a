"""Roles of links, and the script names of parts and joints that follow from them."""

from __future__ import annotations

MIDDLE_ROLES = ("pelvis", "lower_back", "upper_back", "neck", "head")
SIDE_ROLES = ("upper_arm", "forearm", "hand", "thigh", "shank", "foot", "toe")
ROLES = MIDDLE_ROLES + SIDE_ROLES
LEG_ROLES = frozenset({"thigh", "shank", "foot", "toe"})
SIDES = ("left", "right")

# role -> (part, joint to the parent); the side's letter goes in front of those of the limbs.
SIDE_NAMES = {
    "upper_arm": ("Arm", "Shoulder"),
    "forearm": ("Forearm", "Elbow"),
    "hand": ("Hand", "Wrist"),
    "thigh": ("Thigh", "Hip"),
    "shank": ("Shin", "Knee"),
    "foot": ("Foot", "Ankle"),
    "toe": ("Toes", "Toe"),
}
MIDDLE_PARTS = {
    "pelvis": "pelvis",
    "lTorso": "lower_back",
    "uTorso": "upper_back",
    "trunk": "upper_back",
    "neck": "neck",
    "head": "head",
}

# What a body without the wanted part or joint of the spine offers instead, nearest first.
PART_FALLBACK = {
    "lTorso": ("uTorso",),
    "uTorso": ("lTorso",),
    "trunk": ("lTorso", "pelvis"),
    "neck": ("head",),
    "head": ("neck",),
}
JOINT_FALLBACK = {
    "waist": ("lTorso2uTorso",),
    "lTorso2uTorso": ("waist",),
    "uTorso2neck": ("neck2head",),
    "neck2head": ("uTorso2neck",),
}


# Other words for parts: what people and other bodies call them.
_MIDDLE_ALIASES = {"torso": "trunk", "chest": "trunk", "upper_back": "uTorso", "lower_back": "lTorso"}
_SIDE_ALIASES = {"UpperArm": "Arm", "LowerArm": "Forearm", "Shank": "Shin", "Calf": "Shin", "Toe": "Toes"}


def plain_part(word: str) -> str:
    """The script name behind another word for a part; the word itself when there is none.

    >>> plain_part("torso"), plain_part("lShank"), plain_part("lFoot")
    ('trunk', 'lShin', 'lFoot')
    """
    return _MIDDLE_ALIASES.get(word) or word[:1] + _SIDE_ALIASES.get(word[1:], word[1:])


def part_name(role: str, side: str) -> str:
    """The script name of the part that plays a role.

    >>> part_name("shank", "left"), part_name("upper_back", "")
    ('lShin', 'uTorso')
    """
    if role in SIDE_NAMES:
        return side[:1] + SIDE_NAMES[role][0]
    return next(part for part, of in MIDDLE_PARTS.items() if of == role)


def joint_name(role: str, side: str, has_lower_back: bool) -> str:
    """The script name of the joint between a link with this role and its parent; "" for the pelvis.

    >>> joint_name("thigh", "right", False), joint_name("upper_back", "", False)
    ('rHip', 'waist')
    """
    if role in SIDE_NAMES:
        return side[:1] + SIDE_NAMES[role][1]
    spine = {
        "lower_back": "waist",
        "upper_back": "lTorso2uTorso" if has_lower_back else "waist",
        "neck": "uTorso2neck",
        "head": "neck2head",
    }
    return spine.get(role, "")
