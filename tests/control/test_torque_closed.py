"""From asked torques to applied ones, tick by tick and by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    CLOSING_ASKED,
    EXTREME_AT_LIMIT,
    EXTREME_HIGHEST,
    EXTREME_LOWEST,
    EXTREME_PEAK,
    PROGRAM_LIMP,
    SERVO_CD,
    SERVO_CV,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_TARGET,
    SPEED_BRAKE,
    SPEED_FADES,
    SPEED_FAST,
)
from footfall.control.servos.pose import ONCE
from footfall.control.torque import (
    LOCKED,
    NEAR,
    apply_torques,
    clear_torques,
    clip_torques,
    delayed,
    remember,
    unlock,
)

Plain = Callable[..., Any]
DT = 1e-3


def test_a_modern_tick_begins_with_what_was_kept_or_the_rest_pose(plain: Plain, scene: Plain) -> None:
    s = scene()
    knee, hip = s.dof("lKnee.pitch"), s.dof("lHip.pitch")
    s.c.units[:, 3], s.c.closing[CLOSING_ASKED] = 1, 1.0
    s.c.tau[:] = s.c.damp[:] = 9.0
    s.c.servo[:] = 7.0
    s.c.kept[:] = 0.0
    s.c.kept[knee] = np.arange(s.c.kept.shape[1]) + 1.0
    plain(clear_torques)(s.c)
    assert s.c.closing[CLOSING_ASKED] == 0.0
    assert not s.c.tau[s.c.dofs].any() and not s.c.damp[s.c.dofs].any()
    assert s.c.servo[knee].tolist() == s.c.kept[knee].tolist()
    row = s.c.servo[hip]
    assert (row[SERVO_TARGET], row[SERVO_KP], row[SERVO_KD]) == (s.c.rest[hip], *s.c.gain[hip])
    assert (row[SERVO_ON], row[SERVO_CD], row[SERVO_CV]) == (1.0, 0.0, 0.0)
    s.c.rest[hip], s.c.layout[PROGRAM_LIMP] = -0.3, 1
    plain(clear_torques)(s.c)
    assert (row[SERVO_TARGET], row[SERVO_ON]) == (-0.3, 0.0)


def test_a_classic_tick_goes_on_with_its_poses(plain: Plain, scene: Plain) -> None:
    s = scene()
    knee, hip = s.dof("lKnee.pitch"), s.dof("lHip.pitch")
    s.c.units[:, 3] = 0
    s.c.servo[knee, SERVO_ON], s.c.servo[hip, SERVO_ON] = 1.0, ONCE
    plain(clear_torques)(s.c)
    assert (s.c.servo[knee, SERVO_ON], s.c.servo[hip, SERVO_ON]) == (1.0, 0.0)


def test_torques_are_bounded_both_ways(plain: Plain, scene: Plain) -> None:
    s = scene()
    a, b, e = s.c.dofs[:3]
    s.c.limit[:] = 10.0
    s.c.tau[[a, b, e]] = 30.0, -30.0, -4.0
    plain(clip_torques)(s.c)
    assert s.c.clipped[[a, b, e]].tolist() == [10.0, -10.0, -4.0]


@pytest.mark.parametrize("asked", [4.0, -4.0, 30.0, -30.0])
def test_what_mujoco_is_given(plain: Plain, scene: Plain, asked: float) -> None:
    """The damping is MuJoCo's: torque + kd qd is applied, and its passive force is corrected."""
    s = scene()
    knee = s.dof("lKnee.pitch")
    rate = float(s.c.qvel[knee])
    s.c.servo[:, SERVO_ON], s.c.learning[0], s.c.closing[CLOSING_ASKED], s.c.limit[:] = 0.0, 0, 0.0, 10.0
    s.c.tau[knee], s.c.damp[knee], s.c.dof_damping[knee], s.c.qfrc_passive[knee] = asked, 3.0, 1.0, 0.7
    s.c.extremes[:] = 0.0
    plain(apply_torques)(s.c, DT)
    torque = max(-10.0, min(10.0, asked))
    assert abs(rate) > 0.01
    assert s.c.clipped[knee] == torque
    assert s.c.qfrc_applied[knee] == pytest.approx(torque + 3.0 * rate)
    assert s.c.dof_damping[knee] == 3.0
    assert s.c.qfrc_passive[knee] == pytest.approx(0.7 - 2.0 * rate)
    assert s.c.extremes[knee, EXTREME_PEAK] == abs(torque)


def test_servos_are_part_of_it(plain: Plain, scene: Plain) -> None:
    s = scene()
    knee = s.dof("lKnee.pitch")
    s.c.servo[:, SERVO_ON], s.c.learning[0], s.c.closing[CLOSING_ASKED], s.c.limit[:] = 0.0, 0, 0.0, 1e9
    s.c.servo[knee, [SERVO_TARGET, SERVO_KP, SERVO_KD, SERVO_ON, SERVO_CD, SERVO_CV]] = (
        0.9,
        50.0,
        2.0,
        1.0,
        0.0,
        0.0,
    )
    plain(apply_torques)(s.c, DT)
    q, rate = s.c.qpos[s.c.dof_qpos[knee]], s.c.qvel[knee]
    assert s.c.clipped[knee] == pytest.approx(50.0 * (0.9 - q) - 2.0 * rate)
    assert s.c.dof_damping[knee] == 2.0


def test_a_delay_gives_what_was_asked_before(plain: Plain, scene: Plain) -> None:
    s = scene()
    knee = s.dof("lKnee.pitch")
    assert plain(delayed)(s.c, knee, -5.0) == -5.0  # without a delay, at once
    s.c.delayed = np.zeros((2, s.sim.model.nv))
    s.c.servo[:, SERVO_ON], s.c.learning[0], s.c.closing[CLOSING_ASKED], s.c.limit[:] = 0.0, 0, 0.0, 10.0
    s.c.waiting[0], given, rows = 0, [], []
    for asked in (3.0, -4.0, 5.0):
        s.c.tau[knee] = asked
        plain(apply_torques)(s.c, DT)
        given.append(s.c.clipped[knee])
        rows.append(s.c.waiting[0])
    assert given == [0.0, 0.0, 3.0]
    assert rows == [1, 0, 1]


def test_extremes_are_remembered(plain: Plain, scene: Plain) -> None:
    s = scene()
    knee = s.dof("lKnee.pitch")
    s.c.extremes[knee] = 0.0, 0.0, np.inf, -np.inf
    s.c.limit[knee] = 10.0
    for torque, angle in ((-10.0, 0.4), (6.0, -0.2), (3.0, 0.1)):
        s.c.qpos[s.c.dof_qpos[knee]] = angle
        plain(remember)(s.c, knee, torque, DT)
    row = s.c.extremes[knee]
    assert (row[EXTREME_PEAK], row[EXTREME_AT_LIMIT], row[EXTREME_LOWEST], row[EXTREME_HIGHEST]) == (
        10.0,
        DT,
        -0.2,
        0.4,
    )


@pytest.mark.parametrize(("rate", "over"), [(10.0, 0.0), (25.0, 0.5), (-25.0, 0.5), (99.0, 1.0)])
@pytest.mark.parametrize("asked", [4.0, -4.0])
def test_nothing_drives_a_joint_at_any_speed(
    plain: Plain, scene: Plain, rate: float, over: float, asked: float
) -> None:
    """Beyond 20 rad/s what speeds it up fades over 10 rad/s, and a brake holds it back."""
    s = scene()
    knee = s.dof("lKnee.pitch")
    s.c.speeds[knee, [SPEED_FAST, SPEED_FADES, SPEED_BRAKE]] = 20.0, 0.1, 7.0
    s.c.servo[:, SERVO_ON], s.c.learning[0], s.c.closing[CLOSING_ASKED], s.c.limit[:] = 0.0, 0, 0.0, 10.0
    s.c.tau[knee], s.c.damp[knee], s.c.qvel[knee] = asked, 3.0, rate
    plain(apply_torques)(s.c, DT)
    torque = asked * (1.0 - over) if asked * rate > 0.0 else asked
    kd = 3.0 + 7.0 * over
    assert s.c.clipped[knee] == pytest.approx(torque)
    assert s.c.dof_damping[knee] == pytest.approx(kd)


@pytest.mark.parametrize(("angle", "share"), [(0.0, 0.0), (np.arccos(0.2), 0.5), (-np.pi / 2, 1.0)])
def test_hinges_that_line_up_get_an_inertia(plain: Plain, scene: Plain, angle: float, share: float) -> None:
    s = scene()
    hip = s.c.joint_dof[s.joint("lHip")]
    s.c.gimbals = np.array([[s.c.dof_qpos[hip[1]], hip[0], hip[2]]], np.int32)
    s.c.gimbal_rotor, s.c.rotor = np.array([0.4]), np.full(s.sim.model.nv, 0.05)
    s.c.dof_armature[:], s.c.qpos[s.c.dof_qpos[hip[1]]] = 9.0, angle
    plain(unlock)(s.c)
    assert (NEAR, LOCKED) == (0.3, 0.1)
    np.testing.assert_allclose(s.c.dof_armature[[hip[0], hip[2]]], 0.05 + 0.4 * share)
    assert s.c.dof_armature[hip[1]] == 9.0
