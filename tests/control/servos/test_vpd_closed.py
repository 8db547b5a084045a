"""World-frame servos by hand: targets after feedback, torque vectors, what each hinge gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control.columns import SERVO_ON
from footfall.control.opcodes import (
    RAWVPD_ANGLE,
    RAWVPD_COMFB_CD,
    RAWVPD_COMFB_CV,
    RAWVPD_COMFB_PLACE,
    RAWVPD_FLAGS_FLAGS,
    RAWVPD_JOINT_JOINT,
    RAWVPD_KD,
    RAWVPD_KP,
    RAWVPD_PART,
    VPD_ANGLE,
    VPD_BY_JOINT,
    VPD_BY_JOINT2,
    VPD_BY_SHARE,
    VPD_FEEDBACK_CD,
    VPD_FEEDBACK_CV,
    VPD_KD,
    VPD_KP,
    VPD_LATERAL_CD,
    VPD_LATERAL_CV,
    VPD_LIMITS_HIGH,
    VPD_LIMITS_LOW,
    VPD_PART,
    VPD_ROLL_ANGLE,
    VPD_YAW_ANGLE,
)
from footfall.control.place import JOINT_PLACES
from footfall.control.servos import vpd as w

Plain = Callable[..., Any]
KP, KD = (30.0, 40.0, 50.0), (3.0, 4.0, 5.0)  # about yaw, roll, pitch


def quat(yaw: float, roll: float, pitch: float) -> np.ndarray:
    made = np.zeros(4)
    mujoco.mju_euler2Quat(made, np.array([yaw, roll, pitch]), "zxy")
    return made


def by_hand(
    s: Any, body: int, desired: np.ndarray, rate: np.ndarray, kp: Any = KP, kd: Any = KD
) -> np.ndarray:
    """kp error + kd (rate - omega) about the heading frame's axes, world."""
    back, turn, error = np.zeros(4), np.zeros(4), np.zeros(3)
    mujoco.mju_negQuat(back, s.sim.data.xquat[body])
    mujoco.mju_mulQuat(turn, desired, back)
    mujoco.mju_quat2Vel(error, turn, 1.0)
    stiff, damped = np.array([kp[1], kp[2], kp[0]]), np.array([kd[1], kd[2], kd[0]])
    inside = stiff * s.ahead(error) + damped * s.ahead(rate - s.sim.data.cvel[body, :3])
    return np.array(s.world(*inside))


@pytest.mark.parametrize("lateral", [False, True])
@pytest.mark.parametrize(("part", "stance", "out"), [("lThigh", "r", 1.0), ("rThigh", "l", -1.0)])
def test_targets_after_feedback(
    plain: Plain, scene: Plain, part: str, stance: str, out: float, lateral: bool
) -> None:
    s = scene()
    hips = 0.5 * (s.anchor("lHip.pitch") + s.anchor("rHip.pitch"))
    d = s.ahead(hips - s.anchor(f"{stance}Ankle.pitch"))
    v = s.ahead(s.moves(hips, int(s.c.root_body[0])) @ s.sim.data.qvel)
    own = {VPD_LATERAL_CD: 0.5, VPD_LATERAL_CV: 0.3} if lateral else {}
    cd, cv = (0.5, 0.3) if lateral else s.c.lateral
    s.say({VPD_ANGLE: -0.2, VPD_ROLL_ANGLE: 0.1, VPD_FEEDBACK_CD: 0.7, VPD_FEEDBACK_CV: 0.4, **own})
    pitch, roll = plain(w.target_angles)(s.c, s.c.acts[0, 0], s.part(part))
    assert pitch == pytest.approx(-0.2 - 0.7 * d[0] - 0.4 * v[0])
    assert roll == pytest.approx(0.1 + out * (cd * d[1] + cv * v[1]))
    s.say({VPD_ANGLE: -0.2})
    assert plain(w.target_angles)(s.c, s.c.acts[0, 0], s.part(part)) == (-0.2, 0.0)
    for angle, bounded in ((-0.9, -0.3), (0.9, 0.1), (-0.2, -0.2)):
        s.say({VPD_ANGLE: angle, VPD_LIMITS_LOW: -0.3, VPD_LIMITS_HIGH: 0.1})
        assert plain(w.target_angles)(s.c, s.c.acts[0, 0], s.part(part))[0] == bounded


@pytest.mark.parametrize("yaw", [0.8, -2.0])
def test_the_torque_turns_a_body_towards_an_orientation_that_moves(
    plain: Plain, scene: Plain, yaw: float
) -> None:
    s = scene("human", yaw)
    body, rate = s.body("lThigh"), np.array([0.3, -0.2, 0.5])
    desired = quat(yaw + 0.3, 0.2, -0.4)
    got = plain(w.turn_towards)(s.c, body, desired, rate, KP, KD)
    expected = by_hand(s, body, desired, rate)
    assert np.abs(expected).min() > 0.1
    np.testing.assert_allclose(got, expected, atol=1e-9)


@pytest.mark.parametrize(
    ("part", "roll_sign", "yaw_sign"), [("lThigh", 1, 1), ("rThigh", -1, -1), ("trunk", -1, 1)]
)
def test_a_parts_target_in_the_scripts_signs(
    plain: Plain, scene: Plain, part: str, roll_sign: int, yaw_sign: int
) -> None:
    s = scene()
    for own in ({}, {VPD_YAW_ANGLE: 0.25}):
        s.say({VPD_ANGLE: 0.3, VPD_ROLL_ANGLE: 0.2, **own})
        facing = s.yaw
        if own:
            facing = 0.25 if part == "trunk" else s.yaw + yaw_sign * 0.25
        desired = quat(facing, roll_sign * 0.2, 0.3)
        got = plain(w.world_servo)(s.c, s.c.acts[0, 0], s.part(part), KP, KD)
        np.testing.assert_allclose(got, by_hand(s, s.body(part), desired, np.zeros(3)), atol=1e-9)


@pytest.mark.parametrize("angle", [0.4, -0.4])
def test_in_the_plane_it_is_one_pd(plain: Plain, scene: Plain, angle: float) -> None:
    s = scene("planar7")
    s.say({VPD_ANGLE: angle})
    body = s.body("lThigh")
    mat = s.sim.data.xmat[body]
    torque = 50.0 * (angle - np.arctan2(-mat[6], mat[8])) - 5.0 * s.sim.data.cvel[body, 1]
    got = plain(w.world_servo)(s.c, s.c.acts[0, 0], s.part("lThigh"), KP, KD)
    assert got == (0.0, pytest.approx(torque), 0.0)


@pytest.mark.parametrize(("kp", "kd"), [(None, None), (90.0, None), (None, 7.0), (90.0, 7.0)])
def test_gains_scale_with_the_joints(plain: Plain, scene: Plain, kp: float | None, kd: float | None) -> None:
    s = scene()
    columns: dict[int, float] = {}
    columns |= {VPD_KP: kp} if kp is not None else {}
    columns |= {VPD_KD: kd} if kd is not None else {}
    s.say(columns)
    hip = s.joint("lHip")
    own_kp, own_kd = s.c.gain[s.dof("lHip.pitch")]
    stiff = kp / own_kp if kp is not None else 1.0
    damped = kd / own_kd if kd is not None else stiff
    got_kp, got_kd = plain(w.joint_gains)(s.c, s.c.acts[0, 0], hip)
    assert got_kp == pytest.approx(tuple(stiff * s.c.joint_gain[hip, :3]))
    assert got_kd == pytest.approx(tuple(damped * s.c.joint_gain[hip, 3:]))


@pytest.mark.parametrize(("part", "joint", "sign"), [("lThigh", "lHip", 1.0), ("trunk", "lHip", -1.0)])
def test_each_hinge_gives_its_share_of_a_torque(
    plain: Plain, scene: Plain, part: str, joint: str, sign: float
) -> None:
    s = scene()
    torque = np.array([10.0, -20.0, 15.0])
    s.c.servo[:, SERVO_ON], s.c.tau[:], s.c.damp[:] = 1.0, 1.0, 2.0
    plain(w.turn_by)(s.c, s.part(part), s.joint(joint), *torque, 0.5, KD)
    for dof in s.c.joint_dof[s.joint(joint)]:
        axis = s.sim.data.xaxis[s.sim.model.dof_jntid[dof]]
        assert s.c.tau[dof] == pytest.approx(1.0 + sign * axis @ torque)
        assert s.c.servo[dof, SERVO_ON] == 0.0
        along = s.ahead(axis) ** 2
        own = 0.5 * (KD[1] * along[0] + KD[2] * along[1] + KD[0] * along[2]) if sign > 0 else 0.0
        assert s.c.damp[dof] == pytest.approx(2.0 + own)
    assert np.count_nonzero(s.c.tau != 1.0) == 3


@pytest.mark.parametrize("share", [None, 0.3])
def test_one_joint_or_two_turn_the_part(plain: Plain, scene: Plain, share: float | None) -> None:
    s, apart = scene(), scene()
    part, first, second = s.part("lShank"), s.joint("lKnee"), s.joint("lHip")
    for two in (False, True):
        columns: dict[int, float] = {VPD_ANGLE: 0.4, VPD_PART: part, VPD_BY_JOINT: first}
        columns |= {VPD_BY_JOINT2: second} if two else {}
        columns |= {VPD_BY_SHARE: share} if two and share is not None else {}
        for one in (s, apart):
            one.say(columns, "VPD")
            one.c.tau[:] = one.c.damp[:] = 0.0
        plain(w.vpd)(s.c, 0, 0)
        kp, kd = plain(w.joint_gains)(apart.c, apart.c.acts[0, 0], first)
        torque = np.array(plain(w.world_servo)(apart.c, apart.c.acts[0, 0], part, kp, kd))
        k = (share or 0.5) if two else 1.0
        plain(w.turn_by)(apart.c, part, first, *(k * torque), k, kd)
        if two:
            plain(w.turn_by)(apart.c, part, second, *((1 - k) * torque), 1 - k, kd)
        assert np.abs(s.c.tau).max() > 1.0
        np.testing.assert_allclose(s.c.tau, apart.c.tau)
        np.testing.assert_allclose(s.c.damp, apart.c.damp)


@pytest.mark.parametrize("flags", [False, True])
@pytest.mark.parametrize("feedback", [False, True])
@pytest.mark.parametrize(("kp", "kd"), [(-300.0, -30.0), (300.0, 30.0)])
def test_the_classic_servo(
    plain: Plain, scene: Plain, kp: float, kd: float, feedback: bool, flags: bool
) -> None:
    """-(kp (angle + feedback - phi) - kd rate), its damping implicit on a part's own joint, the reaction."""
    s = scene()
    place = JOINT_PLACES + s.joint("rAnkle")
    own = {RAWVPD_COMFB_CD: 0.3, RAWVPD_COMFB_CV: 0.2, RAWVPD_COMFB_PLACE: place} if feedback else {}
    own |= {RAWVPD_FLAGS_FLAGS: 1} if flags else {}
    s.say({
        RAWVPD_ANGLE: 0.4, RAWVPD_KP: kp, RAWVPD_KD: kd, RAWVPD_PART: s.part("lThigh"),
        RAWVPD_JOINT_JOINT: s.joint("lHip"), **own,
    })  # fmt: skip
    s.c.servo[:, SERVO_ON] = 1.0
    plain(w.vpd_raw)(s.c, 0, 0)
    d, v = s.ahead(s.com - s.anchor("rAnkle.pitch"))[0], s.ahead(s.velocity)[0]
    target = 0.4 + (0.3 * d + 0.2 * v if feedback else 0.0)
    body = s.body("lThigh")
    mat, rate = s.sim.data.xmat[body], s.ahead(s.sim.data.cvel[body, :3])[1]
    torque = -(kp * (target - np.arctan2(-mat[6], mat[8])) - kd * rate)
    hip, other = s.dof("lHip.pitch"), s.dof("rHip.pitch")
    assert s.c.tau[hip] == pytest.approx(torque)
    assert s.c.damp[hip] == (30.0 if kd < 0 else 0.0)
    assert s.c.tau[other] == (pytest.approx(-torque) if flags else 0.0)
    assert (s.c.servo[hip, SERVO_ON], s.c.servo[other, SERVO_ON]) == (0.0, 0.0 if flags else 1.0)
