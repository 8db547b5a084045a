"""VPP against its closed forms: where the pivot is, how large the force, which torques give it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    GAIT_FLOOR,
    GAIT_PIVOT,
    LEG_ANKLE_HEIGHT,
    LIMB_ANKLE,
    SCALE_LEG,
    SCALE_WEIGHT,
    SERVO_ON,
)
from footfall.control.opcodes import (
    VPP_DAMP_SHIFT,
    VPP_DOWN_FALL,
    VPP_DOWN_SHARE,
    VPP_HEIGHT_COM,
    VPP_HIPS_PITCH,
    VPP_HIPS_ROLL,
    VPP_LEGS_HIPS,
    VPP_LOAD_SHARE,
    VPP_MOST_ALONG,
    VPP_OFFSET_FORWARD,
    VPP_OFFSET_LEFT,
    VPP_PART,
    VPP_PIVOT,
    VPP_PRESSURE_FORWARD,
    VPP_PRESSURE_LEFT,
    VPP_SETTLE_TIME,
    VPP_SPRING_DAMPING,
    VPP_SPRING_STIFFNESS,
    VPP_YAW_ANGLE,
    VPP_YAW_KD,
)
from footfall.control.scale import natural_time
from footfall.control.steps import pivot

pytestmark = pytest.mark.sim
Plain = Any
LEG_AXES = ("Hip.yaw", "Hip.roll", "Hip.pitch", "Knee.pitch", "Ankle.roll", "Ankle.pitch")


def standing(scene: Plain, given: dict[int, float], foot: str = "lFoot") -> Any:
    """A scattered pose that stands on both feet with these numbers of a VPP."""
    s = scene()
    quiet = {VPP_PIVOT: 0.2, VPP_DAMP_SHIFT: 0.0, VPP_HIPS_PITCH: 0.0, VPP_HIPS_ROLL: 0.0}
    s.say({VPP_PART: s.part(foot), **quiet, **given}, "VPP")
    for name in ("lFoot", "rFoot"):
        s.c.touching[s.part(name)] = 1
    s.c.foot_load[:] = 300.0, 100.0
    return s


def root(s: Any) -> np.ndarray:
    return np.asarray(s.sim.data.xmat[s.c.root_body[0]]).reshape(3, 3)


def ankle(s: Any, leg: int) -> np.ndarray:
    """Below the ankle, on the sole."""
    place = s.anchor(f"{'lr'[leg]}Ankle.pitch")
    return np.array([place[0], place[1], place[2] - s.c.legs[leg, LEG_ANKLE_HEIGHT]])


def test_the_pivot_goes_with_the_pelvis(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_PIVOT: 0.25, VPP_OFFSET_FORWARD: 0.03, VPP_OFFSET_LEFT: -0.02})
    expected = s.com + root(s) @ np.array([0.03, -0.02, 0.25])
    np.testing.assert_allclose(plain(pivot.pivot_point)(s.c, s.c.acts[0, 0]), expected)


@pytest.mark.parametrize("rate", [(0.0, 1.5, 0.0), (1.5, 0.0, 0.0), (0.0, 0.0, 1.0), (-0.4, 0.7, 0.2)])
def test_a_trunk_that_tips_takes_the_pivot_along(plain: Plain, scene: Plain, rate: Any) -> None:
    s = standing(scene, {VPP_DAMP_SHIFT: 0.1})
    s.c.cvel[s.c.root_body[0], :3] = s.world(*rate)  # about the forward, the left and the upward axis
    unit = 0.1 * s.c.scale[SCALE_LEG] * plain(natural_time)(s.c)
    # leaning forwards is a turn about the left axis; leaning left is one against the forward axis
    expected = s.com + root(s) @ np.array([unit * rate[1], -unit * rate[0], 0.2])
    np.testing.assert_allclose(plain(pivot.pivot_point)(s.c, s.c.acts[0, 0]), expected)


def test_in_the_plane_it_has_no_side(plain: Plain, scene: Plain) -> None:
    s = scene("planar17")
    s.say({VPP_PIVOT: 0.2, VPP_OFFSET_LEFT: 0.5, VPP_DAMP_SHIFT: 0.3, VPP_YAW_ANGLE: 1.0}, "VPP")
    assert plain(pivot.pivot_point)(s.c, s.c.acts[0, 0])[1] == s.com[1]
    assert plain(pivot.turning_moment)(s.c, s.c.acts[0, 0]) == 0.0


def test_the_height_is_above_the_soles_by_their_load(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {})
    low = np.array([ankle(s, 0)[2], ankle(s, 1)[2]])
    assert plain(pivot.feet_height)(s.c) == pytest.approx(0.75 * low[0] + 0.25 * low[1])
    s.c.foot_load[:] = 0.0
    assert plain(pivot.feet_height)(s.c) == pytest.approx(low.min())


@pytest.mark.parametrize(("lower", "rising"), [(0.02, 0.0), (-0.02, 0.0), (0.0, 0.3), (0.0, -0.3)])
def test_the_legs_are_a_spring(plain: Plain, scene: Plain, lower: float, rising: float) -> None:
    s = standing(scene, {VPP_SPRING_STIFFNESS: 10.0, VPP_SPRING_DAMPING: 2.0})
    s.c.com_velocity[:] = 0.0, 0.0, rising, 1.0
    s.c.reg[VPP_HEIGHT_COM] = s.com[2] - plain(pivot.feet_height)(s.c) + lower
    leg, time = s.c.scale[SCALE_LEG], plain(natural_time)(s.c)
    expected = s.c.scale[SCALE_WEIGHT] * (1.0 + 10.0 * lower / leg - 2.0 * rising * time / leg)
    assert plain(pivot.upward_force)(s.c, s.c.acts[0, 0]) == pytest.approx(expected)


def test_the_force_neither_pulls_nor_throws(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_HEIGHT_COM: 0.0, VPP_SPRING_STIFFNESS: 1000.0})
    assert plain(pivot.upward_force)(s.c, s.c.acts[0, 0]) == 0.0
    s.c.reg[VPP_HEIGHT_COM] = 100.0
    assert plain(pivot.upward_force)(s.c, s.c.acts[0, 0]) == pytest.approx(2.5 * s.c.scale[SCALE_WEIGHT])


@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.05, 0.0), (-0.05, 0.04)])
def test_the_force_points_at_the_pivot(plain: Plain, scene: Plain, offset: tuple[float, float]) -> None:
    given = {VPP_OFFSET_FORWARD: offset[0], VPP_OFFSET_LEFT: offset[1], VPP_LOAD_SHARE: 0.6}
    s = standing(scene, {**given, VPP_PRESSURE_FORWARD: 0.03, VPP_PRESSURE_LEFT: -0.01})
    begins = np.array(plain(pivot.pressed_point)(s.c, s.c.acts[0, 0], 0))
    np.testing.assert_allclose(begins, ankle(s, 0) + s.world(0.03, -0.01))
    force = np.array(plain(pivot.aimed_force)(s.c, s.c.acts[0, 0], *begins))
    to_pivot = np.array(plain(pivot.pivot_point)(s.c, s.c.acts[0, 0])) - begins
    np.testing.assert_allclose(force / force[2], to_pivot / to_pivot[2])
    assert force[2] == pytest.approx(0.6 * plain(pivot.upward_force)(s.c, s.c.acts[0, 0]))


def test_the_ground_grips_only_so_much(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_OFFSET_FORWARD: 50.0, VPP_MOST_ALONG: 0.4})
    fx, fy, up = plain(pivot.aimed_force)(s.c, s.c.acts[0, 0], *ankle(s, 0))
    assert np.hypot(fx, fy) == pytest.approx(0.4 * up)
    assert s.ahead(np.array([fx, fy, 0.0]))[0] > 0.0


@pytest.mark.parametrize("foot", ["lFoot", "rFoot"])
def test_the_leg_gives_the_force_by_the_transposed_jacobian(plain: Plain, scene: Plain, foot: str) -> None:
    s = standing(scene, {VPP_OFFSET_FORWARD: 0.04, VPP_OFFSET_LEFT: 0.03}, foot)
    leg, body = "lr".index(foot[0]), s.body(foot)
    s.c.servo[:, SERVO_ON] = 1.0
    plain(pivot.vpp)(s.c, 0, 0)
    begins = ankle(s, leg)
    force = np.array(plain(pivot.aimed_force)(s.c, s.c.acts[0, 0], *begins))
    whole = -s.moves(begins, body).T @ force
    own = [s.dof(foot[0] + axis) for axis in LEG_AXES if foot[0] + axis in s.sim.actors[0].anatomy.dof_names]
    expected = np.zeros_like(whole)
    expected[own] = whole[own]
    assert np.abs(expected).max() > 10.0
    np.testing.assert_allclose(s.c.tau, expected, atol=1e-9)
    assert not np.any(s.c.servo[own, SERVO_ON]) and s.c.servo[s.dof("lElbow.pitch"), SERVO_ON] == 1.0


def test_a_foot_in_the_air_pushes_nothing(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {})
    s.c.touching[:] = 0
    s.c.servo[:, SERVO_ON] = 1.0
    plain(pivot.vpp)(s.c, 0, 0)
    assert not np.any(s.c.tau) and np.all(s.c.servo[:, SERVO_ON] == 1.0)


@pytest.mark.parametrize("turn", [0.05, -0.05])
def test_it_turns_to_its_heading(plain: Plain, scene: Plain, turn: float) -> None:
    s = standing(scene, {VPP_YAW_KD: 0.0, VPP_LOAD_SHARE: 0.5})
    s.c.acts[:, 0, VPP_YAW_ANGLE], s.c.reg[VPP_YAW_ANGLE] = VPP_YAW_ANGLE, s.yaw + turn
    size = s.c.scale[SCALE_WEIGHT] * s.c.scale[SCALE_LEG]
    moment = plain(pivot.turning_moment)(s.c, s.c.acts[0, 0])
    assert moment == pytest.approx(0.5 * 0.35 * turn * size)
    before = s.c.tau.copy()
    plain(pivot.vpp)(s.c, 0, 0)
    turned = s.c.tau - before
    s.c.tau[:] = 0.0
    s.c.acts[:, 0, VPP_YAW_ANGLE] = -1
    plain(pivot.vpp)(s.c, 0, 0)
    for axis in ("lHip.yaw", "lHip.pitch", "lAnkle.roll"):
        dof = s.dof(axis)
        assert (turned - s.c.tau)[dof] == pytest.approx(-moment * s.axis(axis)[2], abs=1e-9)


def test_the_turn_is_damped_and_bounded(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_YAW_KD: 0.1})
    s.c.acts[:, 0, VPP_YAW_ANGLE], s.c.reg[VPP_YAW_ANGLE] = VPP_YAW_ANGLE, s.yaw
    s.c.cvel[s.c.root_body[0], 2] = 0.5
    size = s.c.scale[SCALE_WEIGHT] * s.c.scale[SCALE_LEG]
    expected = -0.1 * 0.5 * plain(natural_time)(s.c) * size
    assert plain(pivot.turning_moment)(s.c, s.c.acts[0, 0]) == pytest.approx(expected)
    s.c.reg[VPP_YAW_ANGLE] = s.yaw + 1.0
    assert plain(pivot.turning_moment)(s.c, s.c.acts[0, 0]) == pytest.approx(0.062 * size)


@pytest.mark.parametrize(("pitch", "roll"), [(1.0, 0.0), (0.0, 1.0), (0.5, 0.25)])
def test_the_standing_hip_takes_up_what_the_other_does(
    plain: Plain, scene: Plain, pitch: float, roll: float
) -> None:
    s = standing(scene, {VPP_HIPS_PITCH: pitch, VPP_HIPS_ROLL: roll})
    hip = [s.dof(f"rHip.{axis}") for axis in ("yaw", "roll", "pitch")]
    wanted = s.world(20.0, 50.0)  # on the other thigh: about the forward and the left axis, N m
    s.c.tau[hip] = [s.axis(f"rHip.{axis}") @ wanted for axis in ("yaw", "roll", "pitch")]
    plain(pivot.take_up)(s.c, s.c.acts[0, 0], 0)
    taken = -s.world(20.0 * roll, 50.0 * pitch)
    for axis in ("yaw", "roll", "pitch"):
        assert s.c.tau[s.dof(f"lHip.{axis}")] == pytest.approx(s.axis(f"lHip.{axis}") @ taken, abs=1e-9)


def test_the_legs_may_hold_the_hips_instead(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_LEGS_HIPS: 0.9, VPP_HEIGHT_COM: 5.0})
    hips = 0.5 * (s.anchor("lHip.pitch")[2] + s.anchor("rHip.pitch")[2])
    assert plain(pivot.wanted_height)(s.c, s.c.acts[0, 0]) == pytest.approx(0.9 + s.com[2] - hips)
    s.c.acts[:, 0, VPP_LEGS_HIPS] = -1
    assert plain(pivot.wanted_height)(s.c, s.c.acts[0, 0]) == 5.0


def test_the_floor_follows_the_feet_in_a_while(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_SETTLE_TIME: 0.5, VPP_LOAD_SHARE: 0.25})
    feet = plain(pivot.feet_height)(s.c)
    s.c.gait[GAIT_FLOOR] = feet - 0.1
    share = 0.25 * s.c.step[0] / (0.5 * plain(natural_time)(s.c))
    assert plain(pivot.floor_height)(s.c, s.c.acts[0, 0]) == pytest.approx(feet - 0.1 * (1.0 - share))
    s.c.gait[GAIT_FLOOR] = feet - 10.0  # another place
    assert plain(pivot.floor_height)(s.c, s.c.acts[0, 0]) == feet
    s.c.gait[GAIT_FLOOR], s.c.reg[VPP_SETTLE_TIME] = feet - 0.1, 0.0
    assert plain(pivot.floor_height)(s.c, s.c.acts[0, 0]) == feet


def test_without_an_ankle_the_force_begins_below_the_foot(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_PRESSURE_FORWARD: 0.05, VPP_PRESSURE_LEFT: 0.02})
    begins = np.array(plain(pivot.pressed_point)(s.c, s.c.acts[0, 0], 0))
    np.testing.assert_allclose(begins, ankle(s, 0) + s.world(0.05, 0.02))
    s.c.leg_joints[0, LIMB_ANKLE] = -1
    np.testing.assert_allclose(plain(pivot.pressed_point)(s.c, s.c.acts[0, 0], 0), ankle(s, 0))


def test_where_the_pivot_is_is_kept(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_PIVOT: 0.17, VPP_OFFSET_FORWARD: 0.03, VPP_OFFSET_LEFT: -0.02})
    plain(pivot.vpp)(s.c, 0, 0)
    assert s.c.gait[GAIT_PIVOT : GAIT_PIVOT + 3].tolist() == [0.03, -0.02, 0.17]


def test_down_a_step_the_legs_go_by_the_lower_foot(plain: Plain, scene: Plain) -> None:
    s = standing(scene, {VPP_DOWN_SHARE: 1.0})
    soles = [plain(pivot.sole_height)(s.c, leg) for leg in (0, 1)]
    mean = 0.75 * soles[0] + 0.25 * soles[1]
    assert soles[0] != soles[1]
    assert plain(pivot.floor_height)(s.c, s.c.acts[0, 0]) == pytest.approx(min(soles))
    s = standing(scene, {VPP_DOWN_SHARE: 0.5})
    assert plain(pivot.floor_height)(s.c, s.c.acts[0, 0]) == pytest.approx(0.5 * (mean + min(soles)))
    s = standing(scene, {VPP_DOWN_SHARE: 1.0, VPP_DOWN_FALL: 2.0})  # the next foot lands far below both
    assert plain(pivot.floor_height)(s.c, s.c.acts[0, 0]) == pytest.approx(mean - 2.0)
