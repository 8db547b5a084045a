"""VPD: servo a part to an orientation in the heading frame, through a joint that moves it."""

from __future__ import annotations

import math

from footfall.control.columns import GAIN_KD, GAIN_KP, LATERAL_CD, LATERAL_CV, SERVO_ON, SIGN_ROLL, SIGN_YAW
from footfall.control.compile import njit
from footfall.control.kinematics import heading
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
    VPD_OF_WHAT,
    VPD_OVER_PLACE,
    VPD_PART,
    VPD_ROLL_ANGLE,
    VPD_YAW_ANGLE,
)
from footfall.control.place import OF_COM, ahead
from footfall.control.rotation import cos_sin, pitch_of, quat_zxy, rotation_error, wrap
from footfall.control.servos.feedback import placement
from footfall.control.servos.pose import scaled


@njit
def target_angles(c, act, part):
    """Pitch and roll of a VPD after foot-placement feedback, in the script's signs."""
    pitch = c.reg[act[VPD_ANGLE]]
    roll = c.reg[act[VPD_ROLL_ANGLE]] if act[VPD_ROLL_ANGLE] >= 0 else 0.0
    sagittal, lateral = act[VPD_FEEDBACK_CD] >= 0, act[VPD_LATERAL_CD] >= 0
    if sagittal or lateral:
        swing = max(0, c.part_side[part])
        d, v, d_side, v_side = placement(c, swing, act[VPD_OF_WHAT], act[VPD_OVER_PLACE])
        if sagittal:
            # Eq. (3) SIMBICON: theta = theta0 + cd d + cv v; forward is negative here
            pitch -= c.reg[act[VPD_FEEDBACK_CD]] * d + c.reg[act[VPD_FEEDBACK_CV]] * v
        # a sagittal law without a lateral one takes the body's own
        cd = c.reg[act[VPD_LATERAL_CD]] if lateral else c.lateral[LATERAL_CD]
        cv = c.reg[act[VPD_LATERAL_CV]] if lateral else c.lateral[LATERAL_CV]
        roll += cd * d_side + cv * v_side
    if act[VPD_LIMITS_LOW] >= 0:
        pitch = min(max(pitch, c.reg[act[VPD_LIMITS_LOW]]), c.reg[act[VPD_LIMITS_HIGH]])
    return pitch, roll


@njit
def world_servo(c, act, part, kp, kd):
    """Torque vector that turns a part to its target: kp error - kd omega, world axes.

    Args:
        c: The actor's Context.
        act: The linked statement.
        part: Index of the part.
        kp: Stiffness about yaw, roll and pitch, N m/rad.
        kd: Damping about yaw, roll and pitch, N m s/rad.

    Returns:
        The torque's three world components.
    """
    body = c.part_body[part]
    pitch, roll = target_angles(c, act, part)
    if c.planar[0]:
        error = wrap(pitch - pitch_of(c.xmat[body]))
        return 0.0, kp[2] * error - kd[2] * c.cvel[body, 1], 0.0

    facing = heading(c)
    yaw = facing
    if act[VPD_YAW_ANGLE] >= 0:
        turn = c.part_sign[part, SIGN_YAW] * c.reg[act[VPD_YAW_ANGLE]]
        # limbs turn relative to the heading; pelvis, trunk and head face a way in the world
        yaw = facing + turn if c.part_side[part] >= 0 else turn
    desired = quat_zxy(yaw, c.part_sign[part, SIGN_ROLL] * roll, pitch)
    return turn_towards(c, body, desired, (0.0, 0.0, 0.0), kp, kd)


@njit
def turn_towards(c, body, desired, rate, kp, kd):
    """Torque vector that turns a body to a world orientation that moves: kp error + kd (rate - omega).

    Args:
        c: The actor's Context.
        body: Body of the model.
        desired: Its wanted orientation (w, x, y, z).
        rate: Its wanted angular velocity, world axes, rad/s.
        kp: Stiffness about yaw, roll and pitch, N m/rad.
        kd: Damping about yaw, roll and pitch, N m s/rad.

    Returns:
        The torque's three world components.
    """
    facing = heading(c)
    ex, ey, ez = rotation_error(desired, c.xquat[body])
    wx, wy, wz = c.cvel[body, 0] - rate[0], c.cvel[body, 1] - rate[1], c.cvel[body, 2] - rate[2]
    # gains belong to the heading frame's axes
    cos, sin = math.cos(facing), math.sin(facing)
    forward = kp[1] * (cos * ex + sin * ey) - kd[1] * (cos * wx + sin * wy)
    left = kp[2] * (cos * ey - sin * ex) - kd[2] * (cos * wy - sin * wx)
    return cos * forward - sin * left, sin * forward + cos * left, kp[0] * ez - kd[0] * wz


@njit
def joint_gains(c, act, joint):
    """The body's gains of a joint about yaw, roll and pitch, or the statement's own."""
    kp_scale = kd_scale = 1.0
    main = c.joint_main[joint]
    if act[VPD_KP] >= 0:
        kp_scale = kd_scale = scaled(max(0.0, c.reg[act[VPD_KP]]), c.gain[main, GAIN_KP])
    if act[VPD_KD] >= 0:
        kd_scale = scaled(max(0.0, c.reg[act[VPD_KD]]), c.gain[main, GAIN_KD])
    g = c.joint_gain[joint]
    kp = (g[0] * kp_scale, g[1] * kp_scale, g[2] * kp_scale)
    kd = (g[3] * kd_scale, g[4] * kd_scale, g[5] * kd_scale)
    return kp, kd


@njit
def vpd(c, side, s):
    """Add the servo's torque to the joint that moves the part, or share it between two."""
    act = c.acts[side, s]
    part, joint, second = act[VPD_PART], act[VPD_BY_JOINT], act[VPD_BY_JOINT2]
    kp, kd = joint_gains(c, act, joint)
    tx, ty, tz = world_servo(c, act, part, kp, kd)
    share = 1.0
    if second >= 0:
        share = c.reg[act[VPD_BY_SHARE]]
        rest = 1.0 - share
        turn_by(c, part, second, rest * tx, rest * ty, rest * tz, rest, kd)
    turn_by(c, part, joint, share * tx, share * ty, share * tz, share, kd)


@njit
def turn_by(c, part, joint, tx, ty, tz, share, kd):
    """Turn a part with a world torque through a joint; that joint's POSE is off.

    On a part's own joint the damping of the joint's rate is implicit: it goes into `damp`.
    """
    own = c.joint_child[joint] == c.part_body[part]
    sign = 1.0 if c.joint_moves[joint, part] else -1.0  # a part on the parent's side feels the reaction
    cos, sin = cos_sin(heading(c))
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof < 0:
            continue
        jnt = c.dof_jnt[dof]
        ax, ay, az = c.xaxis[jnt, 0], c.xaxis[jnt, 1], c.xaxis[jnt, 2]
        c.servo[dof, SERVO_ON] = 0.0
        c.tau[dof] += sign * (ax * tx + ay * ty + az * tz)
        if own:
            forward, left = cos * ax + sin * ay, cos * ay - sin * ax
            c.damp[dof] += share * (kd[1] * forward * forward + kd[2] * left * left + kd[0] * az * az)


@njit
def vpd_raw(c, side, s):
    """Classic VPD: torque -(kp (angle + fb - phi) - kd rate), whichever side the part is on.

    So a script writes negative gains for a part on the child's side. With `.flags(s)` the other
    hip takes the reaction.
    """
    act = c.acts[side, s]
    part, joint = act[RAWVPD_PART], act[RAWVPD_JOINT_JOINT]
    target = c.reg[act[RAWVPD_ANGLE]]
    if act[RAWVPD_COMFB_CD] >= 0:
        d, v, _, _ = ahead(c, OF_COM, act[RAWVPD_COMFB_PLACE])
        target += c.reg[act[RAWVPD_COMFB_CD]] * d + c.reg[act[RAWVPD_COMFB_CV]] * v
    kp, kd = c.reg[act[RAWVPD_KP]], c.reg[act[RAWVPD_KD]]
    body = c.part_body[part]
    cos, sin = cos_sin(heading(c))
    rate = cos * c.cvel[body, 1] - sin * c.cvel[body, 0]
    torque = -(kp * wrap(target - pitch_of(c.xmat[body])) - kd * rate)
    dof = c.joint_main[joint]
    c.servo[dof, SERVO_ON] = 0.0
    c.tau[dof] += torque
    if kd < 0.0 and c.joint_child[joint] == body:
        c.damp[dof] -= kd
    if act[RAWVPD_FLAGS_FLAGS] >= 0 and c.joint_side[joint] >= 0:
        hip = c.hip_joint[1 - c.joint_side[joint]]
        if hip >= 0:
            other = c.joint_main[hip]
            c.servo[other, SERVO_ON] = 0.0
            c.tau[other] -= torque
