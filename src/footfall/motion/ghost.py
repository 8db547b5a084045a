"""The pendulum of a TEMPLATE over a figure: trunk, springs, pivot, and where the next foot will land."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.engine.pendulum import Pendulum, spring
from footfall.motion.camera import Camera

Floats = NDArray[np.float64]
Colour = tuple[float, float, float]

INK: Colour = (0.08, 0.09, 0.11)  # not that of a leg: it is drawn over them
PIVOT: Colour = (0.85, 0.08, 0.10)
THICK, THIN, MORE = 0.016, 0.006, 0.007  # m, radii of the trunk, of springs, and what a full load adds
COIL = 0.09  # m, width of a spring
BALL, MARK = 0.042, 0.024  # m, radii of the pivot and of the next step
NEARER, NEAREST = 0.5, 0.45  # of the way from the eye: it is seen through the body, its pivot through it


@dataclass(frozen=True)
class Stroke:
    """A round line, or a ball where it has one point.

    Attributes:
        points: (k, 3) world, m.
        radius: m.
        colour: 0 to 1.
    """

    points: Floats
    radius: float
    colour: Colour


def strokes(found: Pendulum, camera: Camera) -> list[Stroke]:
    """A pendulum as it is drawn before all else; its springs are flat, and face the eye."""
    forward, _, _ = camera.axes()
    drawn = [Stroke(np.array([found.hips, found.neck]), THICK, INK)]
    for foot, load in zip(found.feet, found.load, strict=True):
        across = np.cross(foot - found.hips, forward)
        across *= COIL / max(1e-9, float(np.linalg.norm(across)))
        drawn.append(Stroke(spring(found.hips, foot, across), THIN + MORE * float(np.clip(load, 0, 1)), INK))
    drawn.append(Stroke(found.com[None], 0.7 * BALL, INK))
    marks = [Stroke(found.pivot[None], BALL, PIVOT), Stroke(found.land[None], MARK, PIVOT)]
    return [_before(s, camera, forward, NEARER) for s in drawn] + [
        _before(s, camera, forward, NEAREST) for s in marks
    ]


def _before(stroke: Stroke, camera: Camera, forward: Floats, share: float) -> Stroke:
    """The same on the picture, but at a share of its distance from the eye: before any part of the body."""
    eye = np.array(camera.lookat) - camera.distance * forward
    return Stroke(eye + share * (stroke.points - eye), share * stroke.radius, stroke.colour)
