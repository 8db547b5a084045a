"""Parts that all bodies share: a head with its neck, a hand with a thumb, a shoe.

A body file names one where a shape may stand, ``{ kind = "head", at = […], size = […] }``, by the box that it
fills; here it becomes plain shapes. They are only drawn, but for the box of a shoe with ``contact = true``:
that touches the ground, is not seen itself, and the sole that is seen has its underside and its edges.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from footfall.body.schema import Shape, Vec3

Rgba = tuple[float, float, float, float]
Look = Mapping[str, tuple[float, ...]]
UNSEEN: Rgba = (0.6, 0.62, 0.65, 0.0)
_DARKER = 0.6  # of the skin or the shoe: hair and soles of a look that has no colour for them
_SOLE = 0.012  # m: thickest, of what is seen of a sole


@dataclass(frozen=True)
class Box:
    """The box that a part fills.

    Attributes:
        at: Its middle in the link's frame, m.
        half: Half its lengths, m.
    """

    at: Vec3
    half: Vec3

    def ball(self, at: Vec3, half: Vec3, rgba: Rgba) -> Shape:
        """An ellipsoid; its middle and half axes are shares of the box's half lengths."""
        place = self.point(at)
        x, y, z = (share * own for share, own in zip(half, self.half, strict=True))
        return Shape("ellipsoid", place, place, (x, y, z), False, rgba)

    def rod(self, at: Vec3, to: Vec3, radius: float, rgba: Rgba) -> Shape:
        """A capsule between two places of the box; `radius` in m."""
        return Shape("capsule", self.point(at), self.point(to), (radius, 0.0, 0.0), False, rgba)

    def slab(self, low: Vec3, high: Vec3, rgba: Rgba) -> Shape:
        """A smaller box between two corners, in shares as above."""
        a, b = self.point(low), self.point(high)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)
        half = ((b[0] - a[0]) / 2, (b[1] - a[1]) / 2, (b[2] - a[2]) / 2)
        return Shape("box", middle, middle, half, False, rgba)

    def point(self, share: Vec3) -> Vec3:
        """A place of the box: (0, 0, 0) its middle, (1, 1, 1) a corner."""
        x, y, z = (at + s * half for at, s, half in zip(self.at, share, self.half, strict=True))
        return x, y, z


def head(box: Box, look: Look, colour: Rgba) -> tuple[Shape, ...]:
    """Face, chin, nose, hair, and a neck down to the joint; from its middle on the box is the head's own."""
    hair = _colour(look, "hair", colour)
    return (
        *_neck(box, colour),
        box.ball((0, 0, 0), (1, 1, 1), colour),
        box.ball((0.24, 0, -0.42), (0.66, 0.70, 0.56), colour),
        box.ball((1.0, 0, -0.12), (0.16, 0.17, 0.20), colour),
        box.ball((-0.19, 0, 0.28), (1.04, 1.12, 0.85), hair),
    )


def _neck(box: Box, colour: Rgba) -> tuple[Shape, ...]:
    """From the link's joint, just below it, into the head; nothing where the head hides it."""
    radius = 0.6 * min(box.half[:2])
    top, foot = box.point((-0.15, 0, -0.45)), (0.0, 0.0, -0.4 * radius)
    if math.dist(top, foot) < 1e-3:
        return ()
    return (Shape("capsule", foot, top, (radius, 0.0, 0.0), False, colour),)


def hand(box: Box, look: Look, colour: Rgba) -> tuple[Shape, ...]:
    """Palm, fingers, and a thumb ahead of them: hanging arms have their palms at the thighs."""
    thumb = 0.62 * min(box.half[:2])
    return (
        box.ball((-0.1, 0, 0.40), (0.9, 1, 0.60), colour),
        box.ball((-0.15, 0, -0.38), (0.8, 0.78, 0.62), colour),
        box.rod((0.45, 0, 0.45), (1.0, 0, -0.20), thumb, colour),
    )


def shoe(box: Box, look: Look, colour: Rgba) -> tuple[Shape, ...]:
    """A whole shoe, on a foot without toes."""
    return (*_sole(box, look, colour, back=True, front=True), *_upper(box, colour, toes=False))


def shoe_back(box: Box, look: Look, colour: Rgba) -> tuple[Shape, ...]:
    """Heel and instep of a shoe; the toes are a link of their own."""
    return (*_sole(box, look, colour, back=True, front=False), *_upper(box, colour, toes=True))


def shoe_front(box: Box, look: Look, colour: Rgba) -> tuple[Shape, ...]:
    """The toes of a shoe."""
    soled = _thick(box)
    return (
        *_sole(box, look, colour, back=False, front=True),
        box.ball((-0.25, 0, 0.5 * soled + 0.25), (1.2, 0.96, 1.25 - 0.5 * soled), colour),
    )


def _thick(box: Box) -> float:
    """How thick a sole looks, in half heights of the box."""
    return min(_SOLE / box.half[2], 0.8)


def _sole(box: Box, look: Look, colour: Rgba, *, back: bool, front: bool) -> tuple[Shape, ...]:
    """A slab at the bottom of the box, as wide and long, its outer corners cut."""
    rgba = _colour(look, "sole", colour)
    top = _thick(box) - 1.0
    cut = min(0.35 * box.half[1] / box.half[0], 0.6)
    low, high = -1.0 + cut * back, 1.0 - cut * front
    pieces = [box.slab((low, -1, -1), (high, 1, top), rgba)]
    if back:
        pieces.append(box.slab((-1, -0.7, -1), (low, 0.7, top), rgba))
    if front:
        pieces.append(box.slab((high, -0.7, -1), (1, 0.7, top), rgba))
    return tuple(pieces)


def _upper(box: Box, colour: Rgba, *, toes: bool) -> tuple[Shape, ...]:
    """A rounded wall along each side, the heel up to the ankle, and the instep."""
    bottom = 0.5 * _thick(box) - 1.0  # half sunk into the sole
    radius = min(0.5 * (0.9 - bottom) * box.half[2], 0.48 * box.half[1])
    middle = bottom + radius / box.half[2]
    side = 0.98 - radius / box.half[1]
    back, front = -0.98 + radius / box.half[0], 1.0 if toes else 0.9 - radius / box.half[0]
    ankle = max(-box.at[2] / box.half[2], 0.6)  # where the joint is, in half heights above the middle
    top = ankle + 0.35 * (ankle + 1.0)
    return (
        *(box.rod((back, s * side, middle), (front, s * side, middle), radius, colour) for s in (-1.0, 1.0)),
        box.ball((-0.42, 0, (top + bottom) / 2), (0.56, 0.9, (top - bottom) / 2), colour),
        box.ball((0.2, 0, middle), (0.98 if toes else 0.78, 0.92, 0.72 * (ankle - middle) + 0.4), colour),
    )


def _colour(look: Look, name: str, other: Rgba) -> Rgba:
    """A colour of the look, or else a darker one of the part's own."""
    red, green, blue = look.get(name, tuple(_DARKER * c for c in other[:3]))
    return red, green, blue, 1.0


PARTS: dict[str, Callable[[Box, Look, Rgba], tuple[Shape, ...]]] = {
    "head": head,
    "hand": hand,
    "shoe": shoe,
    "shoe_back": shoe_back,
    "shoe_front": shoe_front,
}


def dressed(kind: str, at: Vec3, half: Vec3, contact: bool, look: Look, colour: Rgba) -> tuple[Shape, ...]:
    """The shapes of a part.

    Args:
        kind: One of `PARTS`.
        at: Middle of the box that it fills, in the link's frame, m.
        half: Half its lengths, m.
        contact: Whether the box itself touches things.
        look: The body's named colours.
        colour: The part's own.
    """
    touching = (Shape("box", at, at, half, True, UNSEEN),) if contact else ()
    return touching + PARTS[kind](Box(at, half), look, colour)
