"""POSE, LIPOSE, MATCH, HOLD and POSEFB: servos of joints relative to their parents."""

from __future__ import annotations

import math

from footfall.control.columns import (
    ACT_KEEP,
    GAIN_KD,
    GAIN_KP,
    NOW_FRAME,
    SERVO_CD,
    SERVO_CV,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_PLACE,
    SERVO_TARGET,
    UNIT_MODERN,
)
from footfall.control.compile import njit
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
from footfall.control.outside import shifted
from footfall.control.place import OF_COM, OF_HIPS, ahead

ONCE = 2.0  # in ON: for this tick only, even in a classic script
OWNED = 3.0  # in ON: for this tick, and no called skill can change it
YAW, ROLL, PITCH = 0, 1, 2  # columns of joint_dof
ABSENT = math.nan  # a gain that a statement leaves out: the body's own
ENTERED = 0  # column of a scratch row; the angles on entry follow, by axis


@njit
def is_modern(c):
    """Whether the frame whose statements run belongs to a modern script."""
    return c.units[c.frame_unit[c.now[NOW_FRAME]], UNIT_MODERN] != 0


@njit
def entry_angle(c, s, joint, axis):
    """The angle an axis of a joint had when this statement first ran in its phase."""
    row = c.scratch[s]
    if row[ENTERED] == 0.0:
        row[ENTERED] = 1.0
        for k in range(3):
            dof = c.joint_dof[joint, k]
            row[1 + k] = c.qpos[c.dof_qpos[dof]] if dof >= 0 else 0.0
    return row[1 + axis]


@njit
def on_the_way(c, s, joint, axis, target, seconds):
    """A target that moves in a straight line from the angle on entry, over a time.

    A classic script with no time at all never moves: the start is read anew every tick.
    """
    begin = entry_angle(c, s, joint, axis)
    t = c.clock[c.now[NOW_FRAME]]
    if seconds <= 0.0:
        return target if is_modern(c) else c.qpos[c.dof_qpos[c.joint_dof[joint, axis]]]
    return begin + (target - begin) * min(1.0, t / seconds)


@njit
def scaled(asked, own):
    """The factor from a body's gain to the one that is asked for; a body without a gain keeps none."""
    return asked / own if own > 0.0 else 1.0


@njit
def servo_axis(c, joint, axis, target, kp, kd, keep):
    """Set one axis' servo.

    Args:
        c: The actor's Context.
        joint: The joint.
        axis: YAW, ROLL or PITCH.
        target: Angle, rad.
        kp: Stiffness of the joint's main axis, ABSENT for the body's own. The other axes keep the
            body's proportions.
        kd: Damping, likewise.
        keep: Whether it outlives the phase.
    """
    dof = c.joint_dof[joint, axis]
    main = c.joint_main[joint]
    kp_scale = kd_scale = 1.0
    if not math.isnan(kp):
        kp_scale = kd_scale = scaled(max(0.0, kp), c.gain[main, GAIN_KP])
    if not math.isnan(kd):
        kd_scale = scaled(max(0.0, kd), c.gain[main, GAIN_KD])
    row = c.servo[dof]
    if row[SERVO_ON] == OWNED:
        return
    row[SERVO_TARGET] = target
    row[SERVO_KP] = c.gain[dof, GAIN_KP] * kp_scale
    row[SERVO_KD] = c.gain[dof, GAIN_KD] * kd_scale
    row[SERVO_ON] = 1.0
    row[SERVO_CD] = row[SERVO_CV] = 0.0
    if keep:
        for k in range(row.shape[0]):
            c.kept[dof, k] = row[k]


@njit
def arg(c, column, default):
    """The value of a statement's register, or a default where it is left out."""
    return c.reg[column] if column >= 0 else default


@njit
def pose(c, side, s):
    """Write a joint's servo rows; `joint_torques` turns them into torque.

    Args:
        c: The actor's Context.
        side: 0 when the left leg is stance, 1 when the right one is.
        s: The statement.
    """
    act = c.acts[side, s]
    joint = act[POSE_JOINT]
    pitch_fb, roll_fb = pose_feedback(c, side, act, joint)
    kp, kd = arg(c, act[POSE_KP], ABSENT), arg(c, act[POSE_KD], ABSENT)
    for axis in range(3):
        if c.joint_dof[joint, axis] < 0:
            continue
        column = (
            act[POSE_YAW_ANGLE]
            if axis == YAW
            else (act[POSE_ROLL_ANGLE] if axis == ROLL else act[POSE_ANGLE])
        )
        target = arg(c, column, 0.0)
        if act[POSE_TIME_SECONDS] >= 0:
            target = on_the_way(c, s, joint, axis, target, c.reg[act[POSE_TIME_SECONDS]])
        target += pitch_fb if axis == PITCH else (roll_fb if axis == ROLL else 0.0)
        servo_axis(c, joint, axis, target, kp, kd, act[ACT_KEEP] == 1)


@njit
def pose_feedback(c, side, act, joint):
    """What .feedback and .lateral add to the pitch and roll targets: eq. (4) SIMBICON."""
    sagittal, lateral = act[POSE_FEEDBACK_CD] >= 0, act[POSE_LATERAL_CD] >= 0
    if not (sagittal or lateral):
        return 0.0, 0.0
    place = act[POSE_OVER_PLACE] if act[POSE_OVER_PLACE] >= 0 else c.ankle_place[side]
    d, v, d_left, v_left = ahead(c, act[POSE_OF_WHAT] if act[POSE_OF_WHAT] >= 0 else OF_HIPS, place)
    pitch = roll = 0.0
    if sagittal:
        pitch = c.reg[act[POSE_FEEDBACK_CD]] * d + c.reg[act[POSE_FEEDBACK_CV]] * v
    if lateral:
        sign = -1.0 if c.joint_side[joint] == 1 else 1.0  # outwards on limbs, to the left elsewhere
        roll = sign * (c.reg[act[POSE_LATERAL_CD]] * d_left + c.reg[act[POSE_LATERAL_CV]] * v_left)
    return pitch, roll


@njit
def match(c, side, s):
    """Servo a joint to another's angle; with a time, to the one it had when the phase began."""
    act = c.acts[side, s]
    joint, other = act[MATCH_JOINT], act[MATCH_TO_JOINT]
    kp, kd = arg(c, act[MATCH_TO_KP], ABSENT), arg(c, act[MATCH_TO_KD], ABSENT)
    for axis in range(3):
        dof = c.joint_dof[other, axis]
        if dof < 0 or c.joint_dof[joint, axis] < 0:
            continue
        target = c.qpos[c.dof_qpos[dof]]
        if act[MATCH_TIME_SECONDS] >= 0:
            row = c.scratch[s]
            if row[ENTERED] == 0.0 or row[4] == 0.0:  # the goal is read once, on entry
                row[4] = 1.0
                for k in range(3):
                    there = c.joint_dof[other, k]
                    row[5 + k] = c.qpos[c.dof_qpos[there]] if there >= 0 else 0.0
            target = on_the_way(c, s, joint, axis, row[5 + axis], c.reg[act[MATCH_TIME_SECONDS]])
        servo_axis(c, joint, axis, target, kp, kd, act[ACT_KEEP] == 1)


@njit
def hold(c, side, s):
    """Servo a joint to the angle it had when the phase began."""
    act = c.acts[side, s]
    joint = act[HOLD_JOINT]
    kp, kd = arg(c, act[HOLD_GAINS_KP], ABSENT), arg(c, act[HOLD_GAINS_KD], ABSENT)
    for axis in range(3):
        if c.joint_dof[joint, axis] >= 0:
            servo_axis(c, joint, axis, entry_angle(c, s, joint, axis), kp, kd, act[ACT_KEEP] == 1)


@njit
def posefb(c, side, s):
    """Put balance feedback on the pitch servo of a joint, until its next POSE."""
    act = c.acts[side, s]
    dof = c.joint_main[act[POSEFB_JOINT]]
    row = c.servo[dof]
    row[SERVO_CD], row[SERVO_CV] = c.reg[act[POSEFB_CD]], c.reg[act[POSEFB_CV]]
    row[SERVO_PLACE] = act[POSEFB_ON_PLACE]
    if act[ACT_KEEP] == 1:
        for k in range(SERVO_CD, SERVO_PLACE + 1):
            c.kept[dof, k] = row[k]


@njit
def joint_torques(c):
    """Add the PD torque of every joint whose servo is on: kp (target - q) - kd qd."""
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        row = c.servo[dof]
        if row[SERVO_ON] == 0.0:
            continue
        target, kd = row[SERVO_TARGET], row[SERVO_KD]
        if row[SERVO_CD] != 0.0 or row[SERVO_CV] != 0.0:
            d, v, _, _ = ahead(c, OF_COM, int(row[SERVO_PLACE]))
            target += row[SERVO_CD] * d + row[SERVO_CV] * v
        target += shifted(c, dof)
        c.tau[dof] += row[SERVO_KP] * (target - c.qpos[c.dof_qpos[dof]]) - kd * c.qvel[dof]
        c.damp[dof] += kd
