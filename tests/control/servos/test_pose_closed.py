"""Servos of joints, row by row: targets, gains, what is kept, what is read on entry, and the torque."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    ACT_KEEP,
    SERVO_CD,
    SERVO_CV,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_PLACE,
    SERVO_TARGET,
)
from footfall.control.opcodes import (
    HOLD_GAINS_KD,
    HOLD_GAINS_KP,
    HOLD_JOINT,
    MATCH_JOINT,
    MATCH_TIME_SECONDS,
    MATCH_TO_JOINT,
    MATCH_TO_KD,
    MATCH_TO_KP,
    POSE_ANGLE,
    POSE_FEEDBACK_CD,
    POSE_FEEDBACK_CV,
    POSE_JOINT,
    POSE_KD,
    POSE_KP,
    POSE_LATERAL_CD,
    POSE_LATERAL_CV,
    POSE_OF_WHAT,
    POSE_OVER_PLACE,
    POSE_ROLL_ANGLE,
    POSE_TIME_SECONDS,
    POSE_YAW_ANGLE,
    POSEFB_CD,
    POSEFB_CV,
    POSEFB_JOINT,
    POSEFB_ON_PLACE,
)
from footfall.control.place import JOINT_PLACES, OF_COM
from footfall.control.servos import pose as p
from footfall.control.servos.pose import OWNED

Plain = Callable[..., Any]
HIP = ("lHip.yaw", "lHip.roll", "lHip.pitch")


def modern(s: Any, yes: bool = True) -> None:
    s.c.units[:, 3] = int(yes)
    s.c.frame_unit[:] = 0
    s.c.now[0] = s.c.depth[0] = 0


def targets(s: Any, axes: Any = HIP) -> list[float]:
    return [float(s.c.servo[s.dof(axis), SERVO_TARGET]) for axis in axes]


def angles(s: Any, axes: Any = HIP) -> np.ndarray:
    return np.array([s.sim.data.qpos[s.c.dof_qpos[s.dof(axis)]] for axis in axes])


@pytest.mark.parametrize(("kp", "kd"), [(None, None), (80.0, None), (None, 9.0), (80.0, 9.0), (0.0, 0.0)])
def test_pose_sets_each_axis_with_the_bodys_proportions(
    plain: Plain, scene: Plain, kp: float | None, kd: float | None
) -> None:
    s = scene()
    modern(s)
    columns: dict[int, float] = {POSE_ANGLE: -0.4, POSE_ROLL_ANGLE: 0.2, POSE_YAW_ANGLE: 0.1}
    columns |= {POSE_KP: kp} if kp is not None else {}
    columns |= {POSE_KD: kd} if kd is not None else {}
    s.say({**columns, POSE_JOINT: s.joint("lHip")})
    s.c.servo[:] = 5.0
    plain(p.pose)(s.c, 0, 0)
    assert targets(s) == [0.1, 0.2, -0.4]
    main = s.dof("lHip.pitch")
    stiff = kp / s.c.gain[main, 0] if kp is not None else 1.0
    damped = kd / s.c.gain[main, 1] if kd is not None else stiff
    for axis in HIP:
        dof, row = s.dof(axis), s.c.servo[s.dof(axis)]
        assert (row[SERVO_KP], row[SERVO_KD]) == (
            pytest.approx(stiff * s.c.gain[dof, 0]),
            pytest.approx(damped * s.c.gain[dof, 1]),
        )
        assert (row[SERVO_ON], row[SERVO_CD], row[SERVO_CV]) == (1.0, 0.0, 0.0)
    assert (s.c.servo[s.dof("rHip.pitch")] == 5.0).all()


def test_what_is_kept_outlives_the_phase_and_what_is_owned_is_left_alone(plain: Plain, scene: Plain) -> None:
    s = scene()
    modern(s)
    s.say({POSE_ANGLE: 0.5, POSE_JOINT: s.joint("lKnee"), ACT_KEEP: 1})
    s.c.kept[:] = 0.0
    plain(p.pose)(s.c, 0, 0)
    knee = s.dof("lKnee.pitch")
    assert s.c.kept[knee].tolist() == s.c.servo[knee].tolist() and s.c.kept[knee, SERVO_TARGET] == 0.5
    s.say({POSE_ANGLE: 0.9, POSE_JOINT: s.joint("lKnee")})
    s.c.servo[knee, SERVO_ON] = OWNED
    plain(p.pose)(s.c, 0, 0)
    assert (s.c.servo[knee, SERVO_TARGET], s.c.kept[knee, SERVO_TARGET]) == (0.5, 0.5)


@pytest.mark.parametrize(("t", "share"), [(0.0, 0.0), (0.1, 0.25), (0.9, 1.0)])
def test_a_timed_target_goes_straight_from_the_angle_on_entry(
    plain: Plain, scene: Plain, t: float, share: float
) -> None:
    s = scene()
    modern(s)
    s.say({POSE_ANGLE: 0.8, POSE_ROLL_ANGLE: -0.3, POSE_JOINT: s.joint("lHip"), POSE_TIME_SECONDS: 0.4})
    begin = angles(s)
    s.c.clock[0] = 0.0
    plain(p.pose)(s.c, 0, 0)
    for axis in HIP:
        s.c.qpos[s.c.dof_qpos[s.dof(axis)]] += 0.5  # it has moved since
    s.c.clock[0] = t
    plain(p.pose)(s.c, 0, 0)
    np.testing.assert_allclose(targets(s), begin + share * (np.array([0.0, -0.3, 0.8]) - begin))


def test_no_time_at_all(plain: Plain, scene: Plain) -> None:
    """Modern: there at once. Classic: it never moves, since its start is read anew every tick."""
    for yes, expected in ((True, 0.8), (False, None)):
        s = scene()
        modern(s, yes)
        s.say({POSE_ANGLE: 0.8, POSE_JOINT: s.joint("lKnee"), POSE_TIME_SECONDS: 0.0})
        plain(p.pose)(s.c, 0, 0)
        (now,) = angles(s, ["lKnee.pitch"])
        assert targets(s, ["lKnee.pitch"]) == [now if expected is None else expected]
        assert bool(plain(p.is_modern)(s.c)) == yes


@pytest.mark.parametrize(("joint", "sign"), [("lAnkle", 1.0), ("rAnkle", -1.0), ("waist", 1.0)])
@pytest.mark.parametrize("side", [0, 1])
def test_feedback_moves_pitch_and_roll(
    plain: Plain, scene: Plain, joint: str, sign: float, side: int
) -> None:
    """Eq. (4): from the stance ankle to the hips unless told otherwise; lateral is outwards on limbs."""
    s = scene()
    modern(s)
    gains = {POSE_FEEDBACK_CD: 0.7, POSE_FEEDBACK_CV: 0.4, POSE_LATERAL_CD: 0.5, POSE_LATERAL_CV: 0.3}
    axes = [f"{joint}.roll", f"{joint}.pitch"]
    hips = 0.5 * (s.anchor("lHip.pitch") + s.anchor("rHip.pitch"))
    moving = s.moves(hips, int(s.c.root_body[0])) @ s.sim.data.qvel
    s.say({POSE_ANGLE: 0.1, POSE_JOINT: s.joint(joint), **gains})
    plain(p.pose)(s.c, side, 0)
    d, v = s.ahead(hips - s.anchor(f"{'lr'[side]}Ankle.pitch")), s.ahead(moving)
    roll, pitch = sign * (0.5 * d[1] + 0.3 * v[1]), 0.1 + 0.7 * d[0] + 0.4 * v[0]
    assert targets(s, axes) == [pytest.approx(roll), pytest.approx(pitch)]
    s.say({POSE_ANGLE: 0.1, POSE_JOINT: s.joint(joint), **gains, POSE_OF_WHAT: OF_COM, POSE_OVER_PLACE: 3})
    plain(p.pose)(s.c, side, 0)
    d, v = s.ahead(s.com - s.sim.data.xipos[s.c.part_body[3]]), s.ahead(s.velocity)
    roll, pitch = sign * (0.5 * d[1] + 0.3 * v[1]), 0.1 + 0.7 * d[0] + 0.4 * v[0]
    assert targets(s, axes) == [pytest.approx(roll), pytest.approx(pitch)]


def test_feedback_about_one_axis_leaves_the_other(plain: Plain, scene: Plain) -> None:
    s = scene()
    act = s.c.acts
    s.say({POSE_FEEDBACK_CD: 0.7, POSE_FEEDBACK_CV: 0.4})
    act = s.c.acts[0, 0]
    pitch, roll = plain(p.pose_feedback)(s.c, 0, act, s.joint("lAnkle"))
    assert pitch != 0.0 and roll == 0.0
    s.say({POSE_LATERAL_CD: 0.7, POSE_LATERAL_CV: 0.4})
    act = s.c.acts[0, 0]
    pitch, roll = plain(p.pose_feedback)(s.c, 0, act, s.joint("lAnkle"))
    assert pitch == 0.0 and roll != 0.0


def test_match_takes_another_joints_angles(plain: Plain, scene: Plain) -> None:
    s = scene()
    modern(s)
    other = ("rHip.yaw", "rHip.roll", "rHip.pitch")
    columns = {MATCH_JOINT: s.joint("lHip"), MATCH_TO_JOINT: s.joint("rHip")}
    s.say({**columns, MATCH_TO_KP: 70.0, MATCH_TO_KD: 8.0})
    plain(p.match)(s.c, 0, 0)
    assert targets(s) == list(angles(s, other))
    row = s.c.servo[s.dof("lHip.pitch")]
    assert (row[SERVO_KP], row[SERVO_KD]) == (pytest.approx(70.0), pytest.approx(8.0))
    s.say({**columns, MATCH_TIME_SECONDS: 0.4})
    begin, goal = angles(s), angles(s, other)
    for t, share in ((0.0, 0.0), (0.1, 0.25), (0.4, 1.0)):
        s.c.clock[0] = t
        plain(p.match)(s.c, 0, 0)
        np.testing.assert_allclose(targets(s), begin + share * (goal - begin))
        s.c.qpos[:] += 0.3  # both were read on entry


def test_hold_keeps_the_angles_on_entry(plain: Plain, scene: Plain) -> None:
    s = scene()
    modern(s)
    s.say({HOLD_JOINT: s.joint("lHip"), HOLD_GAINS_KP: 60.0, HOLD_GAINS_KD: 5.0})
    begin = angles(s)
    for _ in range(2):
        plain(p.hold)(s.c, 0, 0)
        s.c.qpos[:] += 0.3
    assert targets(s) == list(begin)
    row = s.c.servo[s.dof("lHip.pitch")]
    assert (row[SERVO_KP], row[SERVO_KD]) == (pytest.approx(60.0), pytest.approx(5.0))


def test_entry_angles_of_axes_that_are_not_there_are_zero(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.say({})
    got = [plain(p.entry_angle)(s.c, 0, s.joint("lKnee"), axis) for axis in range(3)]
    assert got == [0.0, 0.0, *angles(s, ["lKnee.pitch"])]
    assert s.c.scratch[0, p.ENTERED] != 0.0


def test_posefb_puts_gains_on_the_pitch_servo(plain: Plain, scene: Plain) -> None:
    s = scene()
    place = JOINT_PLACES + s.joint("rAnkle")
    for keep in (0, 1):
        s.say(
            {
                POSEFB_CD: 0.3,
                POSEFB_CV: -0.2,
                POSEFB_JOINT: s.joint("lAnkle"),
                POSEFB_ON_PLACE: place,
                ACT_KEEP: keep,
            }
        )
        s.c.kept[:] = 0.0
        plain(p.posefb)(s.c, 0, 0)
        dof = s.dof("lAnkle.pitch")
        assert s.c.servo[dof, [SERVO_CD, SERVO_CV, SERVO_PLACE]].tolist() == [0.3, -0.2, place]
        assert s.c.kept[dof, [SERVO_CD, SERVO_CV, SERVO_PLACE]].tolist() == (
            [0.3, -0.2, place] if keep else [0.0, 0.0, 0.0]
        )


@pytest.mark.parametrize("feedback", [False, True])
@pytest.mark.parametrize("target", [0.6, -0.6])
def test_the_torque_of_a_servo(plain: Plain, scene: Plain, target: float, feedback: bool) -> None:
    s = scene()
    knee, hip = s.dof("lKnee.pitch"), s.dof("lHip.pitch")
    s.c.servo[:, SERVO_ON] = 0.0
    s.c.servo[hip, [SERVO_TARGET, SERVO_KP, SERVO_KD]] = 9.0, 9.0, 9.0  # off
    place = JOINT_PLACES + s.joint("rAnkle")
    gains = (0.3, 0.2) if feedback else (0.0, 0.0)
    s.c.servo[knee, [SERVO_TARGET, SERVO_KP, SERVO_KD, SERVO_ON, SERVO_CD, SERVO_CV, SERVO_PLACE]] = (
        target,
        50.0,
        3.0,
        1.0,
        *gains,
        place,
    )
    s.c.tau[:], s.c.damp[:] = 1.0, 2.0
    plain(p.joint_torques)(s.c)
    d, v = s.ahead(s.com - s.anchor("rAnkle.pitch"))[0], s.ahead(s.velocity)[0]
    goal = target + gains[0] * d + gains[1] * v
    q, rate = s.sim.data.qpos[s.c.dof_qpos[knee]], s.sim.data.qvel[knee]
    assert s.c.tau[knee] == pytest.approx(1.0 + 50.0 * (goal - q) - 3.0 * rate)
    assert s.c.damp[knee] == 2.0 + 3.0
    assert (s.c.tau[hip], s.c.damp[hip]) == (1.0, 2.0)


def test_the_factor_of_a_gain(plain: Plain) -> None:
    assert plain(p.scaled)(6.0, 4.0) == 1.5
    assert plain(p.scaled)(6.0, 0.0) == 1.0  # a body without that gain keeps none


def test_an_argument_or_its_default(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.reg = np.array([4.0, -6.0])
    assert (plain(p.arg)(s.c, 1, 9.0), plain(p.arg)(s.c, -1, 9.0)) == (-6.0, 9.0)
