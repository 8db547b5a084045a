"""The root's torque sum by hand: what is asked for, what other joints take away, how hips share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    CLOSING_ASKED,
    CLOSING_FADING,
    CLOSING_GRIP,
    CLOSING_JOINT,
    CLOSING_PART,
    CLOSING_SHARED,
    CLOSING_SPIN,
    CLOSING_TORQUE,
    LEG_BACK,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    SCALE_LEG,
    SCALE_MASS,
    SERVO_ON,
)
from footfall.control.opcodes import (
    VPD_ANGLE,
    VPD_CLOSE_JOINT,
    VPD_CLOSE_LOAD,
    VPD_CLOSE_SHARED,
    VPD_GRIP_SHARE,
    VPD_GRIP_SPIN,
    VPD_KD,
    VPD_KP,
    VPD_PART,
    VPD_YAW_KP,
)
from footfall.control.servos import close
from footfall.control.servos.close import ALONE, BY_LOAD, GROUNDED
from footfall.control.servos.vpd import world_servo

Plain = Callable[..., Any]
TURN = np.array([30.0, -40.0, 12.0])


def world_torque(s: Any, joint: str, torques: np.ndarray) -> np.ndarray:
    """The vector whose parts along a joint's hinges are these torques."""
    dofs = [d for d in s.c.joint_dof[s.joint(joint)] if d >= 0]
    axes = s.sim.data.xaxis[s.sim.model.dof_jntid[dofs]]
    return np.array(np.linalg.lstsq(axes, torques[dofs], rcond=None)[0])


def asking(scene: Plain, shared: float = ALONE, body: str = "human") -> Any:
    s = scene(body)
    s.c.closing[:] = 0.0
    s.c.closing[[CLOSING_ASKED, CLOSING_JOINT, CLOSING_PART, CLOSING_SHARED]] = (
        1.0,
        s.joint("lHip"),
        s.part("pelvis"),
        shared,
    )
    s.c.closing[CLOSING_GRIP] = -1.0
    s.c.closing[CLOSING_TORQUE : CLOSING_TORQUE + 3] = TURN if body == "human" else (0.0, TURN[1], 0.0)
    s.c.clipped[:] = np.linspace(-9.0, 8.0, s.sim.model.nv)
    s.c.foot_load[:] = 300.0, 100.0
    return s


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {VPD_KP: 900.0},
        {VPD_KD: 33.0},
        {VPD_YAW_KP: 71.0},
        {VPD_KP: 900.0, VPD_KD: 33.0, VPD_YAW_KP: 71.0},
    ],
)
def test_what_the_statement_asks_for(plain: Plain, scene: Plain, columns: Any) -> None:
    s = scene()
    s.say({
        VPD_ANGLE: 0.2, VPD_PART: s.part("trunk"), VPD_CLOSE_JOINT: s.joint("lHip"), VPD_CLOSE_SHARED: 1,
        VPD_CLOSE_LOAD: 0.3, VPD_GRIP_SHARE: 0.05, VPD_GRIP_SPIN: 0.7, **columns,
    })  # fmt: skip
    kp, kd, yaw_kp, yaw_kd = s.c.root_gain
    if VPD_KP in columns:
        kp, kd, yaw_kp, yaw_kd = (v * columns[VPD_KP] / s.c.root_gain[0] for v in s.c.root_gain)
    if VPD_KD in columns:
        kd, yaw_kd = columns[VPD_KD], yaw_kd * columns[VPD_KD] / kd
    if VPD_YAW_KP in columns:
        yaw_kp, yaw_kd = columns[VPD_YAW_KP], yaw_kd * columns[VPD_YAW_KP] / yaw_kp
    s.c.servo[:, SERVO_ON] = 1.0
    plain(close.vpd_close)(s.c, 0, 0)
    act, part = s.c.acts[0, 0], s.part("trunk")
    expected = plain(world_servo)(s.c, act, part, (yaw_kp, kp, kp), (yaw_kd, kd, kd))
    closing = s.c.closing
    np.testing.assert_allclose(closing[CLOSING_TORQUE : CLOSING_TORQUE + 3], expected)
    assert np.abs(expected).min() > 0.1
    assert closing[[CLOSING_ASKED, CLOSING_JOINT, CLOSING_PART, CLOSING_SHARED]].tolist() == [
        1.0,
        s.joint("lHip"),
        part,
        GROUNDED,
    ]
    assert closing[[CLOSING_FADING, CLOSING_GRIP, CLOSING_SPIN]].tolist() == [0.3, 0.05, 0.7]
    off = s.c.joint_dof[s.joint("lHip")]
    assert not s.c.servo[off, SERVO_ON].any() and s.c.servo[s.dof("rHip.pitch"), SERVO_ON] == 1.0


@pytest.mark.parametrize("joint", ["lHip", "waist", "lKnee"])
def test_a_joints_torques_as_one_vector(plain: Plain, scene: Plain, joint: str) -> None:
    s = asking(scene)
    got = plain(close.joint_torque_vector)(s.c, s.joint(joint), s.c.clipped)
    np.testing.assert_allclose(got, world_torque(s, joint, s.c.clipped), atol=1e-9)
    assert np.abs(got).max() > 0.1


def test_hinges_that_line_up_are_counted_along_their_axes(plain: Plain, scene: Plain) -> None:
    s = asking(scene)
    yaw, roll, pitch = (s.c.dof_jnt[d] for d in s.c.joint_dof[s.joint("lHip")])
    s.c.xaxis[yaw], s.c.xaxis[roll], s.c.xaxis[pitch] = (0, 1, 0), (1, 0, 0), (0, 1, 0)
    for sign in (1e-9, -1e-9):
        s.c.xaxis[pitch, 2] = sign
        got = np.array(plain(close.joint_torque_vector)(s.c, s.joint("lHip"), s.c.clipped))
        assert np.isfinite(got).all()


@pytest.mark.parametrize(
    ("loads", "share"),
    [((300.0, 100.0), 0.75), ((300.0, -5.0), 1.0), ((-5.0, 300.0), 0.0), ((5.0, 5.0), 1.0)],
)
def test_the_stance_foots_share(plain: Plain, scene: Plain, loads: Any, share: float) -> None:
    s = scene()
    s.c.foot_load[:] = loads
    assert plain(close.stance_share)(s.c, 0) == pytest.approx(share)


@pytest.mark.parametrize(("shared", "share"), [(ALONE, 1.0), (BY_LOAD, 0.75), (GROUNDED, 0.75)])
@pytest.mark.parametrize("body", ["human", "planar7"])
def test_the_hips_give_what_closes_the_sum(
    plain: Plain, scene: Plain, shared: float, share: float, body: str
) -> None:
    s = asking(scene, shared, body)
    plain(close.close_root)(s.c)
    wanted = -s.c.closing[CLOSING_TORQUE : CLOSING_TORQUE + 3]
    for joint in s.c.root_joints:
        if joint != s.joint("lHip") and s.c.joint_moves[joint, s.part("pelvis")] == 0:
            wanted = wanted - plain(close.joint_torque_vector)(s.c, joint, s.c.clipped)
    for joint, part in (("lHip", share), ("rHip", 1.0 - share)):
        for dof in s.c.joint_dof[s.joint(joint)]:
            if dof >= 0:
                axis = s.sim.data.xaxis[s.sim.model.dof_jntid[dof]]
                assert s.c.tau[dof] == pytest.approx(part * axis @ wanted, abs=1e-9)
    assert np.abs(s.c.tau).max() > 1.0


def test_nothing_is_closed_unasked_or_in_flight(plain: Plain, scene: Plain) -> None:
    s = asking(scene)
    s.c.closing[CLOSING_ASKED] = 0.0
    plain(close.close_root)(s.c)
    assert not s.c.tau.any()
    s = asking(scene, GROUNDED)
    s.c.foot_load[:] = 5.0, 5.0
    plain(close.close_root)(s.c)
    assert not s.c.tau.any()


@pytest.mark.parametrize("load", [50.0, 1e6])
def test_it_fades_on_feet_that_hardly_stand(plain: Plain, scene: Plain, load: float) -> None:
    firm, fading = asking(scene), asking(scene)
    for s in (firm, fading):
        s.c.foot_load[:] = load, 0.0
    fading.c.closing[CLOSING_FADING] = 0.5
    plain(close.close_root)(firm.c)
    plain(close.close_root)(fading.c)
    share = min(1.0, load / (0.5 * firm.c.scale[SCALE_MASS] * 9.81))
    np.testing.assert_allclose(fading.c.tau, share * firm.c.tau)


@pytest.mark.parametrize("leg", [0, 1])
@pytest.mark.parametrize("turn", [100.0, -100.0, 2.0])
def test_a_grip_bounds_the_turn_and_damps_the_spin(plain: Plain, scene: Plain, leg: int, turn: float) -> None:
    s = asking(scene)
    assert plain(close.gripped)(s.c, leg, turn) == turn  # without a grip
    s.c.closing[CLOSING_GRIP], s.c.closing[CLOSING_SPIN] = 0.1, 0.6
    s.c.foot_load[leg] = 200.0
    sole = s.c.legs[leg, LEG_FRONT] + s.c.legs[leg, LEG_BACK] + 2.0 * s.c.legs[leg, LEG_HALF_WIDTH]
    most = 0.1 * 200.0 * sole
    hip = s.joint(f"{'lr'[leg]}Hip")
    rate = s.sim.data.cvel[s.c.joint_child[hip], 2] - s.sim.data.cvel[s.c.root_body[0], 2]
    kd = 0.6 * s.c.joint_gain[hip, 3] * abs(rate) * np.sqrt(s.c.scale[SCALE_LEG] / 9.81)
    assert most < 100.0 and abs(kd * rate) > 1e-3
    s.c.damp[:] = 0.0
    assert plain(close.gripped)(s.c, leg, turn) == pytest.approx(np.clip(turn, -most, most) - kd * rate)
    assert s.c.damp[s.c.joint_dof[hip, 0]] == pytest.approx(2.0 * kd)
    assert np.count_nonzero(s.c.damp) == 1
    s.c.joint_dof[hip, 0] = -1  # a hip that cannot spin
    assert plain(close.gripped)(s.c, leg, turn) == pytest.approx(np.clip(turn, -most, most))
