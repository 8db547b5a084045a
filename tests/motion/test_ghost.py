"""The pendulum as lines: where on the picture they are, and that they are before the body."""

from __future__ import annotations

import numpy as np

from footfall.engine.pendulum import Pendulum
from footfall.motion.camera import Camera
from footfall.motion.ghost import NEAREST, PIVOT, strokes

CAMERA = Camera((0.0, 0.0, 1.0), 6.0, 90.0, 0.0, 18.0)


def pendulum() -> Pendulum:
    com, up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0])
    feet = np.array([[-0.2, 0.1, 0.0], [0.2, -0.1, 0.0]])
    return Pendulum(com, com, com - 0.1 * up, com + 0.4 * up, com + 0.2 * up, feet, feet[0], com[:2])


def test_they_lie_on_the_lines_of_sight() -> None:
    eye = np.array([0.0, -6.0, 1.0])
    drawn = strokes(pendulum(), CAMERA)
    pivot = [s.points[0] for s in drawn if s.colour == PIVOT and len(s.points) == 1][0]
    np.testing.assert_allclose(pivot - eye, NEAREST * (pendulum().pivot - eye), atol=1e-12)
    assert max(s.points[:, 1].max() for s in drawn) < -2.0  # before anything near the figure


def test_springs_face_the_eye() -> None:
    legs = [s.points for s in strokes(pendulum(), CAMERA) if len(s.points) > 5]
    assert len(legs) == 2
    for points in legs:
        along = points[-1] - points[0]
        aside = points - points[0] - np.outer((points - points[0]) @ along / (along @ along), along)
        assert np.linalg.norm(aside, axis=1).max() > 0.02
        assert np.abs(aside[:, 1]).max() < 0.3 * np.linalg.norm(aside, axis=1).max()
