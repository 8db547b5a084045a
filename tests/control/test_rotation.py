"""Rotations against MuJoCo's own."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footfall.control.rotation import cos_sin, pitch_of, quat_zxy, roll_of, rotation_error, wrap, yaw_of

pytestmark = pytest.mark.sim

wide = st.floats(-3.1, 3.1)
narrow = st.floats(-1.5, 1.5)


@pytest.mark.parametrize("angle", [0.0, 0.3, -2.0])
def test_cosine_and_sine_of_an_angle(angle: float) -> None:
    assert cos_sin(angle) == (math.cos(angle), math.sin(angle))


@settings(max_examples=50, deadline=None)
@given(wide, narrow, wide)
def test_zxy_angles_there_and_back(yaw: float, roll: float, pitch: float) -> None:
    quat, mat, expected = np.array(quat_zxy(yaw, roll, pitch)), np.zeros(9), np.zeros(4)
    mujoco.mju_euler2Quat(expected, np.array([yaw, roll, pitch]), "zxy")
    np.testing.assert_allclose(quat, expected, atol=1e-12)
    mujoco.mju_quat2Mat(mat, quat)
    assert (yaw_of(mat), roll_of(mat), pitch_of(mat)) == pytest.approx((yaw, roll, pitch), abs=1e-7)


@settings(max_examples=50, deadline=None)
@given(wide, narrow, wide, wide, narrow, wide)
def test_the_error_turns_one_into_the_other(
    a: float, b: float, c: float, d: float, e: float, f: float
) -> None:
    want, have = np.array(quat_zxy(a, b, c)), np.array(quat_zxy(d, e, f))
    error = np.array(rotation_error(want, have))
    angle = float(np.linalg.norm(error))
    assert angle <= math.pi + 1e-9  # the short way
    turn, got = np.zeros(4), np.zeros(4)
    mujoco.mju_axisAngle2Quat(turn, error / angle if angle > 1e-12 else np.array([0.0, 0.0, 1.0]), angle)
    mujoco.mju_mulQuat(got, turn, have)
    assert abs(float(got @ want)) == pytest.approx(1.0, abs=1e-9)


@given(st.floats(-50, 50))
@settings(deadline=None)
def test_wrap_changes_only_by_whole_turns(angle: float) -> None:
    wrapped = wrap(angle)
    assert -math.pi - 1e-9 <= wrapped <= math.pi + 1e-9
    assert (angle - wrapped) / (2 * math.pi) == pytest.approx(
        round((angle - wrapped) / (2 * math.pi)), abs=1e-9
    )
