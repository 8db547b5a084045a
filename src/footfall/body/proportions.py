"""Proportions: a body from twenty-odd lengths, as a body file.

Lengths are in head units of 0.2286 m, positions are fractions. Left and right may differ where a
number comes in pairs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from footfall.errors import FootfallError, nearest

HEAD = 0.2286  # m: the unit of length of proportions


@dataclass(frozen=True)
class Span:
    """What a number of a body may be: its default and its range.

    Attributes:
        default: Where a body begins.
        low, high: The range.
        sides: Whether left and right may differ.
        doc: One line.
    """

    default: float
    low: float
    high: float
    sides: bool
    doc: str


SPANS: dict[str, Span] = {
    "foot_width": Span(0.6, 0.6, 1.0, True, "width of a foot, head units"),
    "foot_length": Span(1.0, 0.6, 1.6, True, "length of a foot, head units"),
    "ankle_height": Span(0.05, 0.05, 0.30, True, "ankle above the sole, of the leg's length"),
    "shank_diameter": Span(0.33, 0.2, 1.0, True, "thickness of a shank, head units"),
    "thigh_diameter": Span(0.40, 0.2, 1.0, True, "thickness of a thigh, head units"),
    "leg_length": Span(4.0, 2.0, 6.0, False, "hip to sole, head units"),
    "knee": Span(0.52, 0.2, 0.8, True, "height of a knee, of the way from ankle to hip"),
    "hip": Span(0.6, 0.2, 0.8, True, "a hip's distance from the middle, of half the pelvis' width"),
    "pelvis_diameter": Span(1.1, 0.1, 2.5, False, "width of the pelvis, head units"),
    "torso_diameter": Span(1.4, 1.0, 2.6, False, "width of the chest, head units"),
    "trunk_length": Span(2.66, 1.8, 3.5, False, "hip to shoulder, head units"),
    "waist": Span(0.17, 0.1, 0.4, False, "height of the waist, of the trunk"),
    "chest": Span(0.5, 0.2, 0.8, False, "height of the chest's joint, of the way from waist to shoulder"),
    "neck_length": Span(0.05, 0.01, 2.0, False, "length of the neck, head units"),
    "head_width": Span(0.9, 0.1, 2.0, False, "width of the head, head units"),
    "head_height": Span(1.1, 0.1, 2.0, False, "height of the head, head units"),
    "head_depth": Span(1.0, 0.1, 2.0, False, "depth of the head, head units"),
    "upper_arm_diameter": Span(0.35, 0.2, 1.0, True, "thickness of an upper arm, head units"),
    "forearm_diameter": Span(0.28, 0.2, 1.0, True, "thickness of a forearm, head units"),
    "arm_length": Span(2.7, 1.0, 5.0, True, "length of an arm, head units"),
    "elbow": Span(0.444, 0.01, 0.99, True, "place of an elbow, of the arm's length"),
}


@dataclass(frozen=True)
class Proportions:
    """The numbers of a body: name -> (left, right); equal where the two sides share one.

    Attributes:
        values: As in `SPANS`, complete.
        backward_knees: Whether knees bend backwards, like a bird's.
    """

    values: dict[str, tuple[float, float]]
    backward_knees: bool = False

    def one(self, name: str) -> float:
        """A number that both sides share."""
        return self.values[name][0]


def default_proportions(**changes: float | tuple[float, float]) -> Proportions:
    """The default body with some numbers changed; a pair is (left, right).

    Raises:
        FootfallError: No such number, or beyond its range.
    """
    values = {name: (span.default, span.default) for name, span in SPANS.items()}
    for name, value in changes.items():
        if name not in SPANS:
            raise FootfallError(
                f"a body has no '{name}'", where="proportions", help=nearest(name, list(SPANS))
            )
        values[name] = _checked(name, value)
    return Proportions(values)


def _checked(name: str, value: float | tuple[float, float]) -> tuple[float, float]:
    span = SPANS[name]
    left, right = value if isinstance(value, tuple) else (value, value)
    for number in (left, right):
        if not span.low <= number <= span.high:
            raise FootfallError(
                f"{name} cannot be {number:g}",
                where="proportions",
                help=f"from {span.low:g} to {span.high:g}",
            )
    if left != right and not span.sides:
        raise FootfallError(
            f"{name} is one number", where="proportions", help="left and right cannot differ here"
        )
    return left, right


def random_proportions(seed: int, reach: float) -> Proportions:
    """A body drawn at random.

    Each number is uniform and independent over its range, shrunk by `reach` about the default. In
    every second body (odd seeds) left and right are drawn apart where they may differ.

    Args:
        seed: 0 and up.
        reach: 0 (the default body) to 1 (the whole ranges).
    """
    import numpy as np  # here, so that the command line starts without it

    draw = np.random.Generator(np.random.Philox(key=seed))
    values = {}
    for name, span in SPANS.items():
        low = span.default + reach * (span.low - span.default)
        high = span.default + reach * (span.high - span.default)
        left, right = (float(v) for v in draw.uniform(low, high, 2))
        values[name] = (left, right if seed % 2 == 1 and span.sides else left)
    return Proportions(values)


def backward(proportions: Proportions) -> Proportions:
    """The same body with knees that bend backwards."""
    return replace(proportions, backward_knees=True)
