"""Where things are and how fast they move, against MuJoCo's own answers and by hand."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control.kinematics import (
    angular_momentum,
    bump_height,
    com_velocity,
    find_com,
    ground_height,
    heading,
    hip_midpoint,
    point_velocity,
    profile_height,
    to_heading,
)

STEPS = np.array([[0.0, 0.1], [1.0, 0.3], [1.0, -0.4], [3.0, -0.2]])


@pytest.mark.parametrize("yaw", [0.8, -2.0])
def test_heading_is_the_pelvis_facing(
    plain: Callable[..., Any], scene: Callable[..., Any], yaw: float
) -> None:
    s = scene("human", yaw)
    mat = s.sim.data.xmat[s.c.root_body[0]].reshape(3, 3)
    left = mat[:, 1]  # its y axis: the facing is square to it, level
    assert plain(heading)(s.c) == pytest.approx(np.arctan2(-left[0], left[1]))
    assert abs(plain(heading)(s.c)) > 0.3
    assert plain(heading)(scene("planar7").c) == 0.0


@pytest.mark.parametrize("part", ["lFoot", "trunk", "rForearm"])
def test_a_point_of_a_body_moves_as_its_jacobian_says(
    plain: Callable[..., Any], scene: Callable[..., Any], part: str
) -> None:
    s = scene()
    body, point = s.body(part), s.sim.data.xipos[s.body(part)] + [0.2, -0.1, 0.3]
    expected = s.moves(point, body) @ s.sim.data.qvel
    assert np.abs(expected).min() > 1e-3
    np.testing.assert_allclose(plain(point_velocity)(s.c, body, *point), expected, atol=1e-12)


@pytest.mark.parametrize("body", ["human", "planar7"])
def test_the_centre_of_mass_is_mujocos(
    plain: Callable[..., Any], scene: Callable[..., Any], body: str
) -> None:
    s = scene(body)
    s.c.com[:] = 9.0
    plain(find_com)(s.c)
    np.testing.assert_allclose(s.c.com, s.com)
    np.testing.assert_allclose(plain(com_velocity)(s.c), s.velocity, atol=1e-12)


def test_its_velocity_is_worked_out_once_a_tick(plain: Callable[..., Any], scene: Callable[..., Any]) -> None:
    s = scene()
    first = plain(com_velocity)(s.c)
    s.c.cvel[:] = 0.0
    assert plain(com_velocity)(s.c) == first != (0.0, 0.0, 0.0)
    s.c.com_velocity[3] = 0.0  # the next tick
    assert plain(com_velocity)(s.c) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("hand", [0, 1])
def test_what_a_hand_carries_counts(plain: Callable[..., Any], scene: Callable[..., Any], hand: int) -> None:
    """A load of so many newtons is a point mass at the thing's centre: here the head stands for it."""
    s = scene()
    geom = int(np.flatnonzero(s.c.geom_body == s.body("head"))[0])
    s.c.hand_load[:] = 0.0
    s.c.hand_load[hand], s.c.grips[hand, 0] = 50.0, geom + 1
    load, mass = 50.0 / 9.81, s.sim.bodies[0].mass
    thing = s.sim.data.xipos[s.body("head")]
    moving = s.moves(thing, s.body("head")) @ s.sim.data.qvel
    plain(find_com)(s.c)
    np.testing.assert_allclose(s.c.com, (mass * s.com + load * thing) / (mass + load), atol=1e-9)
    expected = (mass * s.velocity + load * moving) / (mass + load)
    np.testing.assert_allclose(plain(com_velocity)(s.c), expected, atol=1e-9)


def test_the_hips_midpoint(plain: Callable[..., Any], scene: Callable[..., Any]) -> None:
    s = scene()
    expected = 0.5 * (s.anchor("lHip.pitch") + s.anchor("rHip.pitch"))
    assert np.abs(expected).min() > 0.001
    np.testing.assert_allclose(plain(hip_midpoint)(s.c), expected, atol=1e-9)
    for leg in (0, 1):  # a body without two hips: its root
        one = scene()
        one.c.hip_jnt[leg] = -1
        root = one.sim.data.xpos[one.c.root_body[0]]
        assert np.abs(root).min() > 1e-4
        np.testing.assert_allclose(plain(hip_midpoint)(one.c), root)


@pytest.mark.parametrize("yaw", [0.0, 0.5, 2.0, -2.5])
def test_forward_and_left(plain: Callable[..., Any], yaw: float) -> None:
    way = np.array([np.cos(yaw), np.sin(yaw)])
    left = np.array([-np.sin(yaw), np.cos(yaw)])
    assert plain(to_heading)(yaw, *(2.0 * way - 3.0 * left)) == pytest.approx((2.0, -3.0))


@pytest.mark.parametrize(
    ("x", "height"),
    [(-5.0, 0.1), (0.5, 0.2), (0.99999, 0.3), (1.0, -0.4), (2.0, -0.3), (3.0, -0.2), (9.0, -0.2)],
)
def test_profiles_are_straight_between_knots_and_level_beyond(
    plain: Callable[..., Any], x: float, height: float
) -> None:
    assert plain(profile_height)(STEPS, x) == pytest.approx(height, abs=1e-4)
    c = SimpleNamespace(ground=STEPS, bumps=np.zeros((0, 0)), bump_grid=np.zeros(3))
    assert plain(ground_height)(c, x, 7.0) == pytest.approx(height, abs=1e-4)


def test_bumps_are_mujocos_height_field(plain: Callable[..., Any]) -> None:
    """Rays straight down on the same grid, in both triangles of each cell."""
    rows, columns, cell = 3, 4, 0.5
    heights = np.random.default_rng(0).uniform(0.1, 1.0, (rows, columns))
    heights.flat[:2] = 0.0, 1.0  # MuJoCo stretches data over the whole range
    spec = mujoco.MjSpec()
    spec.add_hfield(
        name="bumps",
        nrow=rows,
        ncol=columns,
        size=[0.5 * cell * (columns - 1), 0.5 * cell * (rows - 1), 1.0, 0.1],
        userdata=heights.ravel(),
    )
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_HFIELD, hfieldname="bumps")
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    frame = np.array([-0.5 * cell * (columns - 1), -0.5 * cell * (rows - 1), cell])
    c = SimpleNamespace(ground=np.array([[0.0, -3.0]]), bumps=heights, bump_grid=frame)
    below = np.array([0.0, 0.0, -1.0])
    for u, v in [(0.3, 0.2), (0.2, 0.7), (2.6, 1.1), (1.5, 1.9)]:
        x, y = frame[0] + u * cell, frame[1] + v * cell
        far = mujoco.mj_ray(model, data, np.array([x, y, 5.0]), below, None, 1, -1, np.zeros(1, np.int32))
        assert plain(ground_height)(c, x, y) == pytest.approx(5.0 - far, abs=1e-6)
        assert plain(bump_height)(c, u, v) == pytest.approx(5.0 - far, abs=1e-6)
    assert plain(ground_height)(c, 99.0, 0.0) == -3.0  # beyond the grid the profile goes on


def test_angular_momentum_is_mujocos(plain: Callable[..., Any], scene: Callable[..., Any]) -> None:
    s = scene()
    mujoco.mj_subtreeVel(s.sim.model, s.sim.data)
    wanted = s.sim.data.subtree_angmom[int(s.c.root_body[0])]
    np.testing.assert_allclose(plain(angular_momentum)(s.c), wanted, atol=1e-9)
    assert np.linalg.norm(wanted) > 0.1
