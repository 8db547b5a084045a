"""What a script can name: joints and parts, how sw… and st… follow the side, and what can be sensed.

These are tables: checker, compiler, docs and completion read them.
"""

from __future__ import annotations

from functools import lru_cache

from .program import Sense

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
    "waist": {"pitch": (-0.6, 0.95), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "lTorso2uTorso": {"pitch": (-0.6, 0.6), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "uTorso2neck": {"pitch": (-0.6, 0.6), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "neck2head": {"pitch": (-0.79, 0.79), "roll": (-0.6, 0.6), "yaw": (-0.6, 0.6)},
    "Shoulder": {"pitch": (-3.15, 1.58), "roll": (-0.7, 1.7), "yaw": (-2.2, 2.2)},
    "Elbow": {"pitch": (-2.75, 0.0)},
    "Wrist": {"pitch": (-1.58, 1.58)},
    "Hip": {"pitch": (-3.0, 1.3), "roll": (-0.6, 1.0), "yaw": (-1.4, 1.4)},
    "Knee": {"pitch": (0.0, 3.0)},
    "Ankle": {"pitch": (-1.2, 1.2), "roll": (-0.75, 0.75)},
    "Toe": {"pitch": (-0.52, 0.1)},
}


@lru_cache(1000)
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


@lru_cache(1000)
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


# name -> (kind of number, meaning)
PLAIN: dict[str, tuple[str, str]] = {
    "time": ("time", "seconds since the phase began"),
    "phi": (
        "number",
        "how much of a LASTS phase has passed, from 0 to 1; without LASTS, that of the skill it calls",
    ),
    "swSide": ("number", "1 while the left leg swings, -1 while the right one does"),
    "complete": ("truth", "whether the skill called in this phase has returned"),
    "returns": ("number", "how often the skill called in this phase has returned"),
    "motion": (
        "number",
        "the larger of the centre of mass's speed, m/s, and the fastest joint's rate, rad/s",
    ),
    "gravity": ("number", "of the world, m/s²"),
    "climb": (
        "length",
        "how much higher than the standing foot the swinging one will land, m: of steps that STEP plans, and "
        "with .foresee(0) of all",
    ),
    "random": ("number", "a fresh random number from 0 to 1, drawn by the seed at every use"),
}
# What is followed by a name that no body has: word -> (kind of number, name wanted, meaning)
PROBES: dict[str, tuple[str, str, str]] = {
    "key": ("truth", "KEY", "whether a key is held: a letter or a digit"),
    "near": (
        "length",
        "ENTITY",
        "distance ahead or behind of the nearest part from an entity of the world, m",
    ),
}
BODY: dict[str, tuple[str, str]] = {
    "mass": ("number", "of the whole body, kg"),
    "weight": ("force", "of the whole body, N"),
    "leg": ("length", "hip to sole of its straight legs, m"),
    "time": ("time", "its natural time, sqrt(leg / gravity), s: what its steps are measured by"),
    "speed": ("speed", "its natural speed, sqrt(leg * gravity), m/s: what its speeds are measured by"),
    "knee": ("number", "1, or -1 when its knees bend backwards"),
    "stance": ("length", "how far apart its feet must walk, so that feet and legs pass each other, m"),
    "arms": ("number", "how far its arms may swing: 1, less when they are heavy beside its legs"),
    "elbows": ("angle", "how far its elbows bend at rest, so that its hands keep off the ground"),
    "feet": ("number", "how far its feet may roll from heel to toe: 1, less when ankles are high"),
    "tilt": ("angle", "how far its trunk leans to the left to bring its weight between its hips"),
    "out": ("angle", "how far its arms are held out at rest, so that they keep off the ground"),
    "back": (
        "angle",
        "how far its arms are held back at rest, so that bent elbows do not pull it over",
    ),
    "sole": ("length", "how far the middle of its soles is ahead of its ankles, m"),
    "gyration": ("length", "its radius of gyration about its centre of mass, of a forward turn, m"),
}
PLACE: dict[str, tuple[str, str]] = {
    "height": ("length", "above the ground below, m"),
    "x": ("length", "world x, m"),
    "y": ("length", "world y, m"),
    "speed": ("speed", "forward, heading frame, m/s"),
    "side": ("speed", "to the left, heading frame, m/s"),
    "rise": ("speed", "upwards, m/s"),
    "drift": ("speed", "towards the swing side, heading frame, m/s"),
    "ahead": ("length", "ahead of the stance ankle, heading frame, m"),
    "aside": ("length", "from the stance ankle towards the swing side, heading frame, m"),
}
COM: dict[str, tuple[str, str]] = {
    **PLACE,
    "pitchspin": ("number", "angular momentum about it, of a forward turn, kg m²/s"),
    "rollspin": ("number", "angular momentum about it, of a turn to the right about the heading, kg m²/s"),
    "yawspin": ("number", "angular momentum about it, of a turn to the left about the vertical, kg m²/s"),
}
PART: dict[str, tuple[str, str]] = {
    **PLACE,
    "pitch": ("angle", "forward lean in the heading frame, rad, from -π to π, where it wraps"),
    "roll": ("angle", "sideways lean in the heading frame, rad, from -π to π"),
    "yaw": ("angle", "turn about the vertical, rad, from -π to π, where it wraps"),
    "pitchrate": ("number", "rate of the pitch, rad/s"),
    "force": ("force", "contact force, N"),
}
TRUNK: dict[str, tuple[str, str]] = {
    **PART,
    "turned": ("number", "forward turn since the run began, rad; it does not wrap: two somersaults are 4 π"),
}
JOINT: dict[str, tuple[str, str]] = {
    "pitch": ("angle", "angle, rad; what the bare name means too"),
    "roll": ("angle", "sideways angle, rad"),
    "yaw": ("angle", "angle about its length, rad"),
    "rate": ("number", "rate of the pitch, rad/s"),
}

THING: dict[str, tuple[str, str]] = {
    "height": ("length", "of its centre above the ground below, m"),
    "x": ("length", "world x of its centre, m"),
    "y": ("length", "world y of its centre, m"),
    "speed": ("speed", "along the body's heading, m/s"),
    "side": ("speed", "to the body's left, m/s"),
    "rise": ("speed", "upwards, m/s"),
    "yaw": ("angle", "turn about the vertical, rad, from -π to π, where it wraps"),
    "distance": ("length", "level distance of its centre from the pelvis, m"),
    "bearing": ("angle", "the heading that leads from the pelvis to it, rad, from -π to π"),
    "deep": ("length", "its size along its own x, m"),
    "wide": ("length", "its size along its own y, m"),
    "tall": ("length", "its size along its own z, m"),
    "held": ("number", "hands that hold it, 0 to 2"),
}

CLIP: dict[str, tuple[str, str]] = {
    "time": ("time", "how far into the clip the last TRACK is, s"),
    "phi": ("number", "the same as a share of its length, 0 to 1"),
    "stance": ("number", "which feet stand in it: 0 none, 1 the left, 2 the right, 3 both"),
}
_JOINTS = frozenset(JOINTS)
_PARTS = frozenset(PARTS)


def attributes(name: str) -> dict[str, tuple[str, str]] | None:
    """What may follow ``name.``; None when the name cannot be sensed."""
    if name == "com":
        return COM
    if name == "body":
        return BODY
    if name == "clip":
        return CLIP
    if name == "trunk":
        return TRUNK
    if name in _PARTS:
        return PART
    return JOINT if name in _JOINTS else None


@lru_cache(1000)
def find_sense(parts: tuple[str, ...]) -> Sense | None:
    """The sense behind dotted names, or None.

    A name that is no part or joint is taken for a prop of the world: whether there is a PROP of
    that name is for the checker to say.

    >>> find_sense(("swKnee",))
    Sense(kind='joint', name='swKnee', attr='pitch')
    """
    if len(parts) == 1:
        if parts[0] in PLAIN:
            return Sense(parts[0])
        return Sense("joint", parts[0], "pitch") if parts[0] in _JOINTS else None
    if len(parts) != 2:
        return None
    name, attr = parts
    known = attributes(name)
    if known is None and name not in PLAIN and attr in THING:
        return Sense("thing", name, attr)
    if attr not in (known or {}):
        return None
    if name in ("com", "body", "clip"):
        return Sense(name, "", attr)
    if attr == "force":
        return Sense("force", name, "")
    if attr == "turned":
        return Sense("turned")
    return Sense("part" if name in _PARTS else "joint", name, attr)


@lru_cache(1000)
def sense_kind(sense: Sense) -> str:
    """The kind of number a sense gives: angle, length, speed, force, time, number, truth."""
    if sense.kind in ("contact", "pose"):
        return "truth"
    if sense.kind in PROBES:
        return PROBES[sense.kind][0]
    if sense.kind == "force":
        return "force"
    if sense.kind == "turned":
        return TRUNK["turned"][0]
    table = {"com": COM, "body": BODY, "part": PART, "joint": JOINT, "thing": THING, "clip": CLIP}.get(
        sense.kind, PLAIN
    )
    return table[sense.attr or sense.kind][0]
