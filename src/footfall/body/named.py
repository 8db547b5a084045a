"""The grown bodies of the library, from proportions and a few shapes to look at.

`python -m footfall.body.named` writes their files anew; a test tells when that is due.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from footfall.body.grown import body_text
from footfall.body.proportions import Proportions, backward, default_proportions

DATA = Path(__file__).parent / "data"
STEP = 0.002  # s: under it all of them keep what is promised of them
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Named:
    """A body of the library.

    Attributes:
        title: One line.
        proportions: Its numbers.
        look: Colours that differ from a person's, by name.
        worn: Link -> shapes that are only seen, as in a body file; sides are mirrored.
    """

    title: str
    proportions: Proportions
    look: dict[str, Colour]
    worn: dict[str, tuple[str, ...]] = field(default_factory=dict)


def _ball(at: str, size: str, colour: str) -> str:
    return f'{{ kind = "ellipsoid", at = [{at}], size = [{size}], colour = "{colour}" }}'


def _box(at: str, size: str, colour: str) -> str:
    return f'{{ kind = "box", at = [{at}], size = [{size}], colour = "{colour}" }}'


def _rod(start: str, end: str, radius: float, colour: str) -> str:
    return f'{{ kind = "capsule", from = [{start}], to = [{end}], radius = {radius:g}, colour = "{colour}" }}'


def _feet(*shapes: str) -> dict[str, tuple[str, ...]]:
    """Shapes on both feet."""
    return {"lFoot": shapes, "rFoot": shapes}


def _sides(dark: Colour, left: Colour, right: Colour) -> dict[str, Colour]:
    """Colours of limbs, left and right apart."""
    return {
        "sleeve_left": left,
        "sleeve_right": right,
        "leg_left": left,
        "leg_right": right,
        "shoe_left": dark,
        "shoe_right": dark,
        "sole": (0.6 * dark[0], 0.6 * dark[1], 0.6 * dark[2]),
    }


_ROBOT_ARM = (
    _ball("0, 0, 0", "0.09, 0.09, 0.09", "joint"),
    '{ kind = "hand", at = [0.01, 0, -0.30], size = [0.10, 0.066, 0.13], colour = "joint" }',
)

ROBOT = Named(
    "robot whose knees are not at one height",
    default_proportions(
        knee=(0.40, 0.62),
        torso_diameter=1.5,
        pelvis_diameter=1.3,
        trunk_length=2.5,
        neck_length=0.25,
        head_width=0.8,
        head_depth=0.8,
        head_height=0.8,
        thigh_diameter=0.45,
        shank_diameter=0.4,
        arm_length=2.9,
        foot_width=0.7,
        foot_length=1.2,
        ankle_height=0.08,
    ),
    {
        "shirt": (0.62, 0.65, 0.68),
        "trousers": (0.30, 0.32, 0.35),
        "skin": (0.75, 0.77, 0.80),
        "eye": (0.95, 0.35, 0.10),
        "joint": (0.20, 0.21, 0.23),
        **_sides((0.25, 0.26, 0.28), (0.35, 0.55, 0.70), (0.80, 0.50, 0.25)),
    },
    {
        "torso": (
            _box("0, 0, 0.12", "0.20, 0.34, 0.24", "shirt"),
            _box("0.10, 0, 0.14", "0.02, 0.16, 0.10", "joint"),
            _ball("0.11, 0, 0.14", "0.02, 0.06, 0.06", "eye"),
        ),
        "pelvis": (_box("0, 0, 0.02", "0.17, 0.29, 0.12", "trousers"),),
        "head": (
            _box("0, 0, 0.15", "0.17, 0.18, 0.17", "skin"),
            _rod("0, 0, -0.03", "0, 0, 0.08", 0.03, "joint"),
            _box("0.085, 0, 0.17", "0.02, 0.14, 0.035", "eye"),
            _rod("0, 0, 0.23", "0, 0, 0.32", 0.008, "joint"),
            _ball("0, 0, 0.33", "0.03, 0.03, 0.03", "eye"),
        ),
        "lShank": (_ball("0, 0, 0", "0.13, 0.14, 0.13", "joint"),),
        "rShank": (_ball("0, 0, 0", "0.13, 0.14, 0.13", "joint"),),
        **_feet(_box("-0.02, 0, -0.01", "0.12, 0.11, 0.06", "joint")),
        "lForearm": _ROBOT_ARM,
        "rForearm": _ROBOT_ARM,
    },
)

HEAVY = Named(
    "heavy beast: broad, short-legged, with long arms",
    default_proportions(
        leg_length=3.2,
        trunk_length=3.2,
        torso_diameter=2.3,
        pelvis_diameter=1.9,
        waist=0.15,
        chest=0.4,
        thigh_diameter=0.75,
        shank_diameter=0.55,
        foot_length=1.4,
        foot_width=0.95,
        ankle_height=0.08,
        arm_length=3.7,
        upper_arm_diameter=0.6,
        forearm_diameter=0.6,
        head_width=1.0,
        head_height=0.95,
        head_depth=1.1,
        neck_length=0.01,
        knee=0.48,
    ),
    {
        "shirt": (0.36, 0.27, 0.22),
        "trousers": (0.30, 0.22, 0.18),
        "skin": (0.42, 0.32, 0.26),
        "horn": (0.90, 0.86, 0.74),
        "eye": (0.95, 0.75, 0.15),
        "snout": (0.55, 0.42, 0.34),
        **_sides((0.20, 0.15, 0.12), (0.30, 0.33, 0.38), (0.46, 0.30, 0.20)),
    },
    {
        "head": (
            _rod("-0.02, 0, -0.08", "0, 0, 0.08", 0.09, "skin"),
            _rod("0, 0.08, 0.16", "0.06, 0.20, 0.26", 0.028, "horn"),
            _rod("0, -0.08, 0.16", "0.06, -0.20, 0.26", 0.028, "horn"),
            _ball("0.11, 0, 0.07", "0.14, 0.14, 0.10", "snout"),
            _ball("0.10, 0.06, 0.14", "0.03, 0.035, 0.035", "eye"),
            _ball("0.10, -0.06, 0.14", "0.03, 0.035, 0.035", "eye"),
        ),
        "torso": (_ball("-0.05, 0, 0.30", "0.34, 0.46, 0.26", "shirt"),),
        "lowerBack": (_ball("0.02, 0, 0.08", "0.36, 0.46, 0.36", "shirt"),),
        **_feet(_ball("0.02, 0, -0.01", "0.20, 0.18, 0.10", "snout")),
    },
)

TALL = Named(
    "tall beast: long thin legs, long neck, a tail to look at",
    default_proportions(
        leg_length=5.6,
        trunk_length=2.4,
        torso_diameter=1.3,
        pelvis_diameter=1.3,
        thigh_diameter=0.5,
        shank_diameter=0.35,
        foot_length=1.6,
        foot_width=0.8,
        ankle_height=0.06,
        arm_length=4.2,
        elbow=0.5,
        neck_length=1.6,
        head_width=0.6,
        head_height=0.7,
        head_depth=1.2,
        knee=0.55,
    ),
    {
        "shirt": (0.42, 0.48, 0.30),
        "trousers": (0.36, 0.42, 0.26),
        "skin": (0.50, 0.55, 0.34),
        "eye": (0.95, 0.85, 0.30),
        "spot": (0.26, 0.32, 0.18),
        **_sides((0.24, 0.26, 0.16), (0.30, 0.46, 0.40), (0.60, 0.46, 0.22)),
    },
    {
        "head": (
            _rod("0, 0, 0", "0.02, 0, 0.40", 0.045, "skin"),
            _ball("0.10, 0, 0.42", "0.16, 0.10, 0.09", "shirt"),
            _ball("0.09, 0.05, 0.48", "0.035, 0.03, 0.035", "eye"),
            _ball("0.09, -0.05, 0.48", "0.035, 0.03, 0.035", "eye"),
        ),
        "pelvis": (
            _rod("-0.08, 0, 0.02", "-0.38, 0, -0.10", 0.045, "shirt"),
            _rod("-0.38, 0, -0.10", "-0.66, 0, -0.12", 0.03, "spot"),
        ),
        "torso": (
            _ball("-0.09, 0, 0.10", "0.05, 0.12, 0.20", "spot"),
            _rod("0, 0, 0", "0, 0, 0.26", 0.05, "shirt"),
        ),
        "lowerBack": (_rod("0, 0, -0.05", "0, 0, 0.22", 0.07, "shirt"),),
        **_feet(_ball("0.02, 0, -0.01", "0.14, 0.10, 0.08", "skin")),
    },
)

BIRD = Named(
    "bird: knees that bend backwards, wings for arms",
    backward(
        default_proportions(
            leg_length=3.4,
            trunk_length=1.8,
            torso_diameter=1.5,
            pelvis_diameter=1.4,
            waist=0.2,
            chest=0.4,
            thigh_diameter=0.4,
            shank_diameter=0.25,
            foot_length=1.5,
            foot_width=0.8,
            ankle_height=0.07,
            arm_length=2.0,
            upper_arm_diameter=0.3,
            forearm_diameter=0.25,
            neck_length=0.8,
            head_width=0.7,
            head_height=0.7,
            head_depth=0.8,
            knee=0.5,
        )
    ),
    {
        "shirt": (0.93, 0.90, 0.82),
        "trousers": (0.90, 0.84, 0.72),
        "skin": (0.93, 0.90, 0.82),
        "beak": (0.95, 0.60, 0.15),
        "eye": (0.10, 0.10, 0.12),
        "tail": (0.35, 0.40, 0.48),
        "comb": (0.85, 0.20, 0.18),
        **_sides((0.90, 0.58, 0.18), (0.40, 0.52, 0.62), (0.70, 0.50, 0.38)),
        "leg_left": (0.85, 0.58, 0.25),
        "leg_right": (0.95, 0.70, 0.30),
    },
    {
        "torso": (_ball("-0.04, 0, 0.02", "0.50, 0.36, 0.34", "shirt"),),
        "pelvis": (
            _ball("-0.20, 0, 0.12", "0.34, 0.20, 0.10", "tail"),
            _ball("-0.06, 0, 0.06", "0.36, 0.30, 0.26", "trousers"),
        ),
        "head": (
            _rod("0, 0, 0", "0.02, 0, 0.22", 0.05, "skin"),
            _ball("0.13, 0, 0.25", "0.16, 0.05, 0.05", "beak"),
            _ball("0.06, 0.06, 0.29", "0.03, 0.03, 0.03", "eye"),
            _ball("0.06, -0.06, 0.29", "0.03, 0.03, 0.03", "eye"),
            _ball("0, 0, 0.36", "0.12, 0.03, 0.07", "comb"),
        ),
        **_feet(_rod("0, 0, -0.02", "0.12, 0, -0.04", 0.02, "beak")),
        "lUpperArm": (_ball("-0.05, 0, -0.12", "0.24, 0.05, 0.34", "sleeve"),),
        "rUpperArm": (_ball("-0.05, 0, -0.12", "0.24, 0.05, 0.34", "sleeve"),),
        "lForearm": (_ball("-0.07, 0, -0.12", "0.20, 0.04, 0.34", "tail"),),
        "rForearm": (_ball("-0.07, 0, -0.12", "0.20, 0.04, 0.34", "tail"),),
    },
)

NAMED: dict[str, Named] = {"robot": ROBOT, "beast-heavy": HEAVY, "beast-tall": TALL, "bird": BIRD}


def named_text(name: str) -> str:
    """The body file of a body of the library that has grown."""
    one = NAMED[name]
    return body_text(one.proportions, one.title, look=one.look, worn=one.worn, step=STEP)


def main() -> None:
    """Write their files."""
    for name in NAMED:
        (DATA / f"{name}.toml").write_text(named_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
