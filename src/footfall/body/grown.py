"""A grown body as the text of a body file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from footfall.body.dressing import dressing, radius, shoulders
from footfall.body.grow import Limb, grow
from footfall.body.parse import body_of
from footfall.body.posture import Posture, posture
from footfall.body.proportions import HEAD, Proportions
from footfall.body.schema import Body
from footfall.body.strength import GRAVITY, YAW, root_strength, rotor_inertia, strength
from footfall.body.tables import read_text

# role -> axis -> range; a foot has no yaw, a knee bends one way
_FREE = (-0.6, 0.6)
_RANGES: dict[str, dict[str, tuple[float, float]]] = {
    "lower_back": dict.fromkeys(("yaw", "roll", "pitch"), _FREE),
    "upper_back": dict.fromkeys(("yaw", "roll", "pitch"), _FREE),
    "head": dict.fromkeys(("yaw", "roll", "pitch"), _FREE),
    "upper_arm": {"yaw": (-1.5, 1.5), "roll": (-0.3, 1.7), "pitch": (-3.15, 1.5)},
    "forearm": {"pitch": (-2.7, 0.0)},
    "thigh": {"yaw": (-1.0, 1.0), "roll": (-0.4, 1.0), "pitch": (-1.9, 1.3)},
    "shank": {"pitch": (0.0, 2.5)},
    "foot": {"roll": (-0.75, 0.75), "pitch": (-0.75, 0.75)},
    "toe": {"pitch": (-0.52, 0.1)},
}
_COLOURS = {"pelvis": "trousers", "lower_back": "shirt", "upper_back": "shirt", "head": "skin"}
_COLOURS |= {
    "upper_arm": "sleeve",
    "forearm": "skin",
    "thigh": "leg",
    "shank": "leg",
    "foot": "shoe",
    "toe": "shoe",
}
_APART = 0.03  # m: feet and legs stand at least this far apart at rest
_NARROW = 0.5  # of the hips' distance: legs are that thick, and no thinner, however close the hips are
_BENT = 0.2  # rad: knees at rest
_SPIN = 0.05  # of the leg: friction of soles against turning, as of a patch and not of a point
_WALKING = 0.2  # of sqrt(g leg): speed of the start that walks already
_LOOK: dict[str, tuple[float, float, float]] = {
    "shirt": (0.20, 0.42, 0.58),
    "trousers": (0.17, 0.22, 0.30),
    "skin": (0.87, 0.70, 0.57),
    "hair": (0.25, 0.20, 0.18),
    "sleeve_left": (0.26, 0.50, 0.66),
    "sleeve_right": (0.78, 0.45, 0.30),
    "leg_left": (0.29, 0.51, 0.66),
    "leg_right": (0.80, 0.46, 0.30),
    "shoe_left": (0.16, 0.29, 0.40),
    "shoe_right": (0.50, 0.24, 0.14),
    "sole": (0.74, 0.72, 0.68),
}
STEP = 0.001  # s; with steps of 2 ms fewer bodies of odd proportions walk
_HEAD_TEXT = """\
# Grown from proportions; all masses from volume, all gains from size.
title = "{title}"
planar = false
collide_legs = true
lateral = [0.5, 0.2]

[root_servo]
kp = {kp:.5g}
kd = {kd:.5g}
yaw_kp = {yaw_kp:.5g}
yaw_kd = {yaw_kd:.5g}

[physics]
timestep = {step:g}
integrator = "implicitfast"
cone = "elliptic"
impratio = 10.0
solver = "Newton"
iterations = 30
solref = [0.01, 1.0]
friction = 1.0
spin = {spin:.3g}
jacobian = "sparse"

[physics.careful]
timestep = 0.001
jacobian = "auto"
"""


def body_text(
    proportions: Proportions,
    title: str,
    look: Mapping[str, tuple[float, float, float]] | None = None,
    worn: Mapping[str, Sequence[str]] | None = None,
    step: float = STEP,
) -> str:
    """The body file of a body with these proportions.

    Args:
        proportions: Its numbers.
        title: One line.
        look: Colours by name, instead of a person's or besides them.
        worn: Link -> shapes that are only seen, as they stand in a body file.
        step: Its time step, s.
    """
    limbs = grow(proportions)
    leg = proportions.one("leg_length") * HEAD
    kp, kd = root_strength(limbs, leg)
    pieces = [
        _HEAD_TEXT.format(
            title=title, step=step, kp=kp, kd=kd, yaw_kp=YAW * kp, yaw_kd=YAW * kd, spin=_SPIN * leg
        )
    ]
    colours = {**_LOOK, **(look or {})}.items()
    pieces.append("\n".join(["[look]", *(f"{name} = {_numbers(colour)}" for name, colour in colours), ""]))
    thick, held = _room_between_legs(limbs), posture(limbs, leg)
    for limb in limbs:
        shapes = [*_worn(limbs, limb, thick, worn or {}), *_shapes(limbs, limb, thick)]
        text = "".join(f"  {shape},\n" for shape in shapes)
        own = _link(limbs, limb, leg, held, proportions.backward_knees)
        pieces.append(f"{own}shapes = [\n{text}]\n")
    return "\n".join([*pieces, _start(limbs, leg, proportions.backward_knees)])


def _worn(limbs: Sequence[Limb], limb: Limb, thick: float, worn: Mapping[str, Sequence[str]]) -> list[str]:
    """What is only seen: a person's dress, or what a body has instead; its arms hang on it in any case."""
    if limb.name not in worn:
        return dressing(limbs, limb, thick)
    return [*worn[limb.name], *(shoulders(limbs, thick) if limb.role == "upper_back" else ())]


def grown_body(proportions: Proportions, name: str) -> Body:
    """A body with these proportions, without a file."""
    path = Path(f"{name}.toml")
    return body_of(read_text(body_text(proportions, name), str(path)), path)


def _room_between_legs(limbs: Sequence[Limb]) -> float:
    """The thickest that legs may be where they can touch each other, m: the hips' distance, less a gap.

    Legs that touch each other already at the hips would be wedged apart with tons.
    """
    hips = sum(abs(limb.at[1]) for limb in limbs if limb.role == "thigh")
    return max(_NARROW * hips, hips - _APART)


def _numbers(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.5g}" for value in values) + "]"


def _link(limbs: Sequence[Limb], limb: Limb, leg: float, held: Posture, backward: bool) -> str:
    """All of a link but its shapes."""
    lines = ["[[link]]", f'name = "{limb.name}"', f'roles = ["{limb.role}"]']
    if limb.side:
        lines.append(f'side = "{limb.side}"')
    if limb.parent:
        lines += [f'parent = "{limb.parent}"', f"at = {_numbers(limb.at)}"]
    lines += [
        f"mass = {limb.mass:.6g}",
        f"com = {_numbers(limb.com.tolist())}",
        f"inertia = {_numbers(limb.inertia.tolist())}",
    ]
    for axis, (low, high) in _RANGES.get(limb.role, {}).items():
        own = strength(limbs, limb, leg)
        share = own.roll if axis == "roll" else 1.0
        if limb.role == "shank" and backward:
            low, high = -high, -low
        rotor = f", armature = {rotor_inertia(limbs, leg):.3g}" if limb.role == "thigh" else ""
        lines.append(
            f"joint.{axis} = {{ range = [{low:g}, {high:g}], kp = {share * own.kp:.5g}, "
            f"kd = {share * own.kd:.5g}, limit = {own.limit:.5g}, "
            f"rest = {_rest(limb, axis, held):g}{rotor} }}"
        )
    return "\n".join([*lines, ""])


def _rest(limb: Limb, axis: str, held: Posture) -> float:
    """The angle of a hinge at rest, rad."""
    lean = -held.tilt if limb.side == "right" else held.tilt  # arms hang straight from a trunk that leans
    angles = {
        ("lower_back", "roll"): held.tilt,
        ("upper_arm", "roll"): held.out + lean,
        ("upper_arm", "pitch"): held.back,
        ("forearm", "pitch"): -held.elbows,
    }
    return angles.get((limb.role, axis), 0.0)


def _shapes(limbs: Sequence[Limb], limb: Limb, thick: float) -> list[str]:
    """What touches things; seen as it is, but for feet, which wear shoes."""
    look = f'contact = true, colour = "{_COLOURS[limb.role]}"'
    if limb.kind == "capsule":
        return [_rod(radius(limb, thick), limb.size[2], look)]
    kind = "ellipsoid"
    if limb.role == "foot":
        kind = "shoe_back" if any(other.parent == limb.name for other in limbs) else "shoe"
    elif limb.role == "toe":
        kind = "shoe_front"
    body = f'{{ kind = "{kind}", at = {_numbers(limb.middle)}, size = {_numbers(limb.size)}, {look} }}'
    if limb.shaft[1] < 0.01:  # nothing to see
        return [body]
    shaft = min(0.5 * limb.shaft[0], 0.45 * limb.shaft[1], 0.5 * thick)
    return [body, _rod(shaft, limb.shaft[1], look)]


def _rod(thick: float, length: float, look: str) -> str:
    """A capsule of some radius that hangs on the joint, m."""
    ends = (0.0, 0.0, -thick), (0.0, 0.0, thick - length)
    return (
        f'{{ kind = "capsule", from = {_numbers(ends[0])}, to = {_numbers(ends[1])}, '
        f"radius = {thick:.5g}, {look} }}"
    )


def _start(limbs: Sequence[Limb], leg: float, backward: bool) -> str:
    """At rest: knees a little bent, legs apart when the feet would touch."""
    feet = [limb for limb in limbs if limb.role == "foot"]
    hips = [limb for limb in limbs if limb.role == "thigh"]
    lack = sum(0.5 * foot.size[1] for foot in feet) + _APART - sum(abs(hip.at[1]) for hip in hips)
    shins = [limb for limb in limbs if limb.role == "shank"]
    reach = min(hip.size[2] + shin.size[2] for hip, shin in zip(hips, shins, strict=True))
    out = float(np.arcsin(min(0.5, max(0.0, 0.5 * lack / reach))))
    angles = []
    for side in ("left", "right"):
        letter = side[0]
        thigh = next(limb.size[2] for limb in hips if limb.side == side)
        shank = next(limb.size[2] for limb in limbs if limb.role == "shank" and limb.side == side)
        bent = -_BENT if backward else _BENT
        hip = -float(np.arctan2(shank * np.sin(bent), thigh + shank * np.cos(bent)))
        angles += [
            f"{letter}Hip = {{ pitch = {hip:.4f}, roll = {out:.4f} }}",
            f"{letter}Knee = {bent}",
            f"{letter}Ankle = {{ pitch = {-hip - bent:.4f}, roll = {-out:.4f} }}",
        ]
    pose = f'stance = "left"\nangles = {{ {", ".join(angles)} }}\n'
    speed = _WALKING * float(np.sqrt(GRAVITY * leg))
    return f"[start.rest]\n{pose}\n[start.walking]\n{pose}velocity = {_numbers((speed, 0.0, 0.0))}\n"
