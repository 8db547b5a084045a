"""From asked torques to applied ones: limits, implicit damping, and what is remembered of it."""

from __future__ import annotations

import math

from footfall.control.columns import (
    CLOSING_ASKED,
    EXTREME_AT_LIMIT,
    EXTREME_HIGHEST,
    EXTREME_LOWEST,
    EXTREME_PEAK,
    GAIN_KD,
    GAIN_KP,
    GIMBAL_FIRST,
    GIMBAL_LAST,
    GIMBAL_MIDDLE,
    PENDULUM_LEADS,
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
    UNIT_MODERN,
)
from footfall.control.compile import njit
from footfall.control.learn import learned_torques
from footfall.control.outside import outside_torques
from footfall.control.servos.close import close_root
from footfall.control.servos.pose import ONCE, joint_torques

NEAR, LOCKED = 0.3, 0.1  # cosines of the middle hinge's angle between which a joint comes to be locked


@njit
def clear_torques(c):
    """Start a tick. Modern: every joint holds what was kept, or the body's rest pose, until a
    statement says otherwise (with IDLE limp it holds nothing). Classic: every joint goes on with
    its last pose.
    """
    modern = c.units[c.frame_unit[c.depth[0]], UNIT_MODERN] != 0
    c.closing[CLOSING_ASKED] = 0.0
    c.template[PENDULUM_LEADS] = 0.0
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        c.tau[dof] = 0.0
        c.damp[dof] = 0.0
        row = c.servo[dof]
        if not modern:
            if row[SERVO_ON] >= ONCE:
                row[SERVO_ON] = 0.0
        elif c.kept[dof, SERVO_ON] != 0.0:
            for i in range(row.shape[0]):
                row[i] = c.kept[dof, i]
        else:
            row[SERVO_TARGET], row[SERVO_KP], row[SERVO_KD], row[SERVO_ON] = (
                c.rest[dof],
                c.gain[dof, GAIN_KP],
                c.gain[dof, GAIN_KD],
                1.0,
            )
            row[SERVO_CD] = row[SERVO_CV] = 0.0
            if c.layout[PROGRAM_LIMP] != 0:
                row[SERVO_ON] = 0.0


@njit
def clip_torques(c):
    """Bound each joint's whole torque by its limit."""
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        limit = c.limit[dof]
        c.clipped[dof] = min(max(c.tau[dof], -limit), limit)


@njit
def apply_torques(c, dt):
    """Finish a tick: servos, the root's closing sum, limits, and MuJoCo's force arrays.

    The damping acts through `dof_damping`, which the integrator treats implicitly; MuJoCo has
    already computed this tick's passive force with the old damping, so it is corrected here. On a body
    with explicit damping it stays in the torque, as in programs that know no other.

    Nothing can drive a joint at any speed: a leg that has lost the ground, or a body that lies on it,
    would be whirled about by a servo that cannot reach its target, through the joint's stop and until
    the numbers overflow. Beyond a rate the torque that speeds a joint up fades, and a brake of its own
    (internal, so that momentum is kept; implicit, so that it only steadies) holds it back.
    """
    joint_torques(c)
    if c.learning[0] != 0:
        learned_torques(c)
    clip_torques(c)
    close_root(c)
    if c.driven[0] != 0:
        outside_torques(c)
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        rate = c.qvel[dof]
        kd = c.implicit[0] * c.damp[dof]
        limit = c.limit[dof]
        torque = delayed(c, dof, min(max(c.tau[dof], -limit), limit))
        over = min(1.0, c.speeds[dof, SPEED_FADES] * (abs(rate) - c.speeds[dof, SPEED_FAST]))
        if over > 0.0 and torque * rate > 0.0:
            torque *= 1.0 - over
        c.clipped[dof] = torque
        c.qfrc_applied[dof] = torque + kd * rate
        if over > 0.0:
            kd += over * c.speeds[dof, SPEED_BRAKE]
        change = kd - c.dof_damping[dof]
        if change != 0.0:
            c.dof_damping[dof] = kd
            c.qfrc_passive[dof] -= change * rate
        remember(c, dof, torque, dt)
    if c.delayed.shape[0] > 0:
        c.waiting[0] = (c.waiting[0] + 1) % c.delayed.shape[0]


@njit
def unlock(c):
    """Before a tick: give the outer hinges of a joint whose middle one is near 90 degrees an inertia.

    There their axes coincide, and nothing but this holds them back from turning against each other at
    any speed: the mass matrix is singular.
    """
    for k in range(c.gimbals.shape[0]):
        off = abs(math.cos(c.qpos[c.gimbals[k, GIMBAL_MIDDLE]]))
        share = min(1.0, max(0.0, (NEAR - off) / (NEAR - LOCKED)))
        for end in range(GIMBAL_FIRST, GIMBAL_LAST + 1):
            dof = c.gimbals[k, end]
            c.dof_armature[dof] = c.rotor[dof] + share * c.gimbal_rotor[k]


@njit
def delayed(c, dof, torque):
    """The torque that was asked for as long ago as the body's delay."""
    if c.delayed.shape[0] == 0:
        return torque
    row = c.waiting[0]
    before = c.delayed[row, dof]
    c.delayed[row, dof] = torque
    return before


@njit
def remember(c, dof, torque, dt):
    """Peak torque, seconds at the limit, and the extreme angles of one joint axis."""
    size = abs(torque)
    c.extremes[dof, EXTREME_PEAK] = max(c.extremes[dof, EXTREME_PEAK], size)
    if size >= c.limit[dof]:
        c.extremes[dof, EXTREME_AT_LIMIT] += dt
    angle = c.qpos[c.dof_qpos[dof]]
    c.extremes[dof, EXTREME_LOWEST] = min(c.extremes[dof, EXTREME_LOWEST], angle)
    c.extremes[dof, EXTREME_HIGHEST] = max(c.extremes[dof, EXTREME_HIGHEST], angle)
