"""Quaternions of all four branches, and the knee by the law of cosines."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control.columns import LEG_KNEE_SIDE, LEG_SHANK, LEG_THIGH
from footfall.control.steps.leg import knee_angle, quat_of_columns, two_links

Plain = Callable[..., Any]
STRETCH = 0.995  # of the leg that it may reach


@pytest.mark.parametrize(
    "quat",
    [
        (0.9, 0.2, -0.3, 0.1),  # the trace is positive
        (0.1, 0.9, 0.2, -0.3),  # else the largest of x, y, z
        (0.1, -0.3, 0.9, 0.2),
        (0.1, 0.2, -0.3, 0.9),
        (0.0, 0.9, 0.3, 0.2),
    ],
)
def test_columns_of_a_rotation_give_its_quaternion(plain: Plain, quat: tuple[float, ...]) -> None:
    q = np.array(quat) / np.linalg.norm(quat)
    mat = np.zeros(9)
    mujoco.mju_quat2Mat(mat, q)
    got = np.array(plain(quat_of_columns)(*mat.reshape(3, 3).T.ravel()))
    assert np.linalg.norm(got) == pytest.approx(1.0)
    np.testing.assert_allclose(got * np.sign(got @ q), q, atol=1e-9)


@pytest.mark.parametrize("bends", [1.0, -1.0])
@pytest.mark.parametrize("distance", [0.5, 0.7, 5.0])
def test_the_knee_obeys_the_law_of_cosines(plain: Plain, scene: Plain, distance: float, bends: float) -> None:
    s = scene()
    row = s.c.legs[1]
    row[LEG_THIGH : LEG_THIGH + 2], row[LEG_SHANK : LEG_SHANK + 2], row[LEG_KNEE_SIDE] = (
        (0.03, -0.4),
        (-0.02, -0.45),
        bends,
    )
    dof = s.dof("rKnee.pitch")
    s.c.dof_low[dof], s.c.dof_high[dof] = -3.0, 3.0
    knee = plain(knee_angle)(s.c, 1, distance, STRETCH)
    bend = np.array([[math.cos(knee), math.sin(knee)], [-math.sin(knee), math.cos(knee)]])
    ankle = row[LEG_THIGH : LEG_THIGH + 2] + bend @ row[LEG_SHANK : LEG_SHANK + 2]
    longest = STRETCH * (math.hypot(0.03, 0.4) + math.hypot(0.02, 0.45))
    assert np.linalg.norm(ankle) == pytest.approx(min(distance, longest))
    straight = math.atan2(-0.02, 0.45) - math.atan2(0.03, 0.4)
    assert bends * (knee - straight) > 0.0
    s.c.dof_low[dof], s.c.dof_high[dof] = -0.1, 0.1
    assert plain(knee_angle)(s.c, 1, 0.5, STRETCH) == bends * 0.1  # no farther than the joint goes


@pytest.mark.parametrize("yaw", [0.4, 2.9])
@pytest.mark.parametrize("goal", [(0.1, 0.05, -0.8), (-0.3, -0.2, -0.6), (0.1, 0.2, 0.7), (0.6, 0.3, 0.1)])
def test_thigh_and_knee_put_the_ankle_there(plain: Plain, scene: Plain, goal: Any, yaw: float) -> None:
    s = scene()
    quat, knee = plain(two_links)(s.c, 0, *goal, yaw, STRETCH)
    row, mat = s.c.legs[0], np.zeros(9)
    mujoco.mju_quat2Mat(mat, np.array(quat))
    bend = np.array([[math.cos(knee), 0, math.sin(knee)], [0, 1, 0], [-math.sin(knee), 0, math.cos(knee)]])
    thigh, shank = (
        np.array([row[LEG_THIGH], 0, row[LEG_THIGH + 1]]),
        np.array([row[LEG_SHANK], 0, row[LEG_SHANK + 1]]),
    )
    np.testing.assert_allclose(mat.reshape(3, 3) @ (thigh + bend @ shank), goal, atol=1e-6)
    assert (
        mat.reshape(3, 3)[:, 1] @ [-math.sin(yaw), math.cos(yaw), 0.0] > 0.0
    )  # to the left of where it points
