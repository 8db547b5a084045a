"""POSE: servo a joint to an angle relative to its parent."""

from __future__ import annotations

from footfall.control.compile import njit
from footfall.control.opcodes import POSE_ANGLE, POSE_JOINT, POSE_KD, POSE_KP, POSE_ROLL_ANGLE, POSE_YAW_ANGLE

TARGET, KP, KD, ON = 0, 1, 2, 3  # columns of a servo row


@njit
def pose(c, side, s):  # type: ignore[no-untyped-def]
    """Write a joint's servo rows; `joint_torques` turns them into torque.

    Args:
        c: The actor's Context.
        side: 0 when the left leg is stance, 1 when the right one is.
        s: The statement.
    """
    act = c.acts[side, s]
    joint = act[POSE_JOINT]
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof < 0:
            continue
        # axes are ordered yaw, roll, pitch
        arg = act[POSE_YAW_ANGLE] if axis == 0 else (act[POSE_ROLL_ANGLE] if axis == 1 else act[POSE_ANGLE])
        c.servo[dof, TARGET] = c.reg[arg] if arg >= 0 else 0.0
        kp, kd = c.gain[dof, 0], c.gain[dof, 1]
        if act[POSE_KP] >= 0:
            # A script's gain is the pitch axis'; the others keep the body's proportions.
            scale = c.reg[act[POSE_KP]] / c.gain[c.joint_main[joint], 0]
            kp, kd = kp * scale, kd * scale
        if act[POSE_KD] >= 0:
            kd = c.gain[dof, 1] * c.reg[act[POSE_KD]] / c.gain[c.joint_main[joint], 1]
        c.servo[dof, KP] = kp
        c.servo[dof, KD] = kd
        c.servo[dof, ON] = 1.0


@njit
def joint_torques(c):  # type: ignore[no-untyped-def]
    """Add the PD torque of every joint whose servo is on: kp (target - q) - kd qd."""
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        if c.servo[dof, ON] == 0.0:
            continue
        kd = c.servo[dof, KD]
        error = c.servo[dof, TARGET] - c.qpos[c.dof_qpos[dof]]
        c.tau[dof] += c.servo[dof, KP] * error - kd * c.qvel[dof]
        c.damp[dof] += kd
