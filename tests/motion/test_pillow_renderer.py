"""The drawn figure: projection, hulls, and what stands in front."""

from __future__ import annotations

import mujoco
import numpy as np

from footfall.motion import pillow_renderer
from footfall.motion.camera import Camera

SIDE = Camera((0.0, 0.0, 0.5), 4.0, 90.0, 0.0, 30.0)


def _balls() -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(
        """<mujoco><worldbody><geom type="plane" size="0 0 1"/>
        <body pos="0 0 .5"><freejoint/><geom size=".1" rgba="0 1 0 1"/></body>
        <body pos="0 1 .5"><freejoint/><geom size=".2" rgba="1 0 0 1"/></body>
        <body pos=".5 0 .5"><freejoint/><geom size=".1" rgba="0 0 1 1"/></body></worldbody></mujoco>"""
    )


def test_things_are_where_the_camera_sees_them() -> None:
    model = _balls()
    image = pillow_renderer.PillowRenderer(model, (200, 200)).frame(model.qpos0, SIDE).astype(int)
    assert image[100, 100].argmax() == 1  # the near green ball covers the far red one
    right = 100 + round(0.5 / 4.0 * 100 / np.tan(np.radians(15)))
    assert image[100, right].argmax() == 2
    top = 100 - round(0.15 / 5.0 * 100 / np.tan(np.radians(15)))
    assert image[top, 100].argmax() == 0  # the far one is larger: it looks out above


def test_hull_of_a_square_with_a_point_inside() -> None:
    ring = pillow_renderer._hull(np.array([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1.0]]))
    assert sorted(map(tuple, ring.tolist())) == [(0, 0), (0, 2), (2, 0), (2, 2)]


def test_what_is_behind_the_camera_is_cut() -> None:
    cut = pillow_renderer._cut(np.array([[0.0, 0, -1], [0, 0, 3], [1, 0, 3]]))
    assert (cut[:, 2] >= pillow_renderer.NEAR - 1e-12).all() and len(cut) == 4
    assert len(pillow_renderer._cut(np.array([[0.0, 0, -1], [0, 1, -3]]))) == 0


def test_a_shadow_lies_on_a_slope() -> None:
    normal = np.array([-np.sin(0.1), 0.0, np.cos(0.1)])
    points = pillow_renderer._drop(np.array([[0.0, 0, 1], [1.0, 0.5, 2]]), np.zeros(3), normal)
    np.testing.assert_allclose(points @ normal, 0, atol=1e-12)
