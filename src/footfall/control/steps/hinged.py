"""A leg's hinge angles from the pelvis' pose and the place of its ankle, in closed form.

`leg.two_links` gives the thigh's orientation and the knee; here they become angles of hinges.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    LIMB_ANKLE,
    LIMB_HIP,
    LIMB_KNEE,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_TARGET,
)
from footfall.control.compile import njit
from footfall.control.rotation import quat_mul, wrap
from footfall.control.servos.pose import PITCH, ROLL, YAW
from footfall.control.steps.leg import two_links

STRETCH = 0.995  # of a leg's length that it may reach


@njit
def rotated(q, x, y, z):
    """A vector turned by a unit quaternion (w, x, y, z)."""
    tx = 2.0 * (q[2] * z - q[3] * y)
    ty = 2.0 * (q[3] * x - q[1] * z)
    tz = 2.0 * (q[1] * y - q[2] * x)
    return (
        x + q[0] * tx + q[2] * tz - q[3] * ty,
        y + q[0] * ty + q[3] * tx - q[1] * tz,
        z + q[0] * tz + q[1] * ty - q[2] * tx,
    )


@njit
def inverse(q):
    """The opposite turn of a unit quaternion."""
    return q[0], -q[1], -q[2], -q[3]


@njit
def zxy_angles(q):
    """Yaw, roll and pitch of R = Rz(yaw) Rx(roll) Ry(pitch), rad; the opposite of `quat_zxy`."""
    w, x, y, z = q
    roll = math.asin(min(1.0, max(-1.0, 2.0 * (y * z + w * x))))
    yaw = math.atan2(-2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z))
    pitch = math.atan2(-2.0 * (x * z - w * y), 1.0 - 2.0 * (x * x + y * y))
    return yaw, roll, pitch


@njit
def leg_angles(c, leg, pelvis, hip, ankle, facing):
    """Angles that put an ankle somewhere with its sole level, about axes z, x, y, rad.

    Args:
        c: The actor's Context.
        leg: 0 left, 1 right.
        pelvis: Its orientation (w, x, y, z).
        hip: Where the hip is, world, m.
        ankle: Where the ankle should be.
        facing: The way the knee points, rad.

    Returns:
        Hip yaw, roll and pitch, knee, ankle roll and pitch.
    """
    thigh, knee = two_links(c, leg, ankle[0] - hip[0], ankle[1] - hip[1], ankle[2] - hip[2], facing, STRETCH)
    yaw, roll, pitch = zxy_angles(quat_mul(inverse(pelvis), thigh))
    shank = quat_mul(thigh, (math.cos(0.5 * knee), 0.0, math.sin(0.5 * knee), 0.0))
    # Rx(r) Ry(p) z = (sin p, -sin r cos p, cos r cos p) is the vertical as the shank sees it
    ux, uy, uz = rotated(inverse(shank), 0.0, 0.0, 1.0)
    return yaw, roll, pitch, knee, math.atan2(-uy, uz), math.asin(min(1.0, max(-1.0, ux)))


@njit
def turn_hinge(c, dof, angle, rate):
    """Move a servo's target (rad), and push it on with the rate (rad/s) that its damping would hold back."""
    if dof >= 0 and c.servo[dof, SERVO_ON] != 0.0:
        c.servo[dof, SERVO_TARGET] += angle
        c.tau[dof] += c.servo[dof, SERVO_KD] * rate


@njit
def leg_dofs(c, leg):
    """The axes of a leg in the order of `leg_angles`, -1 for none; and which way its yaw and roll go."""
    hip, knee, ankle = (
        c.leg_joints[leg, LIMB_HIP],
        c.leg_joints[leg, LIMB_KNEE],
        c.leg_joints[leg, LIMB_ANKLE],
    )
    dofs = (
        c.joint_dof[hip, YAW],
        c.joint_dof[hip, ROLL],
        c.joint_dof[hip, PITCH],
        c.joint_main[knee],
        c.joint_dof[ankle, ROLL],
        c.joint_dof[ankle, PITCH],
    )
    return dofs, 1.0 if leg == 0 else -1.0  # yaw and roll of limbs are positive outwards


@njit
def turn_hinges(c, leg, more, rate):
    """Move the servo targets of a leg.

    Args:
        c: The actor's Context.
        leg: 0 left, 1 right.
        more: By how much, rad, in the order of `leg_angles`; yaw and roll about +z and +x.
        rate: The same, each second.
    """
    dofs, out = leg_dofs(c, leg)
    turn_hinge(c, dofs[0], out * more[0], out * rate[0])
    turn_hinge(c, dofs[1], out * more[1], out * rate[1])
    turn_hinge(c, dofs[2], more[2], rate[2])
    turn_hinge(c, dofs[3], more[3], rate[3])
    turn_hinge(c, dofs[4], out * more[4], out * rate[4])
    turn_hinge(c, dofs[5], more[5], rate[5])


@njit
def send_hinge(c, dof, was, angle, share, near):
    """Move a servo's target from near one angle to as `near` to another one, a share of the way, rad."""
    if dof >= 0 and c.servo[dof, SERVO_ON] != 0.0:
        target = c.servo[dof, SERVO_TARGET]
        off = min(near, max(-near, wrap(target - was)))
        c.servo[dof, SERVO_TARGET] += share * wrap(angle + off - target)


@njit
def send_hinges(c, leg, was, angles, share, near):
    """Move the servo targets of a leg from near six angles to near others.

    Args:
        c: The actor's Context.
        leg: 0 left, 1 right.
        was: Six angles, rad, in the order of `leg_angles`.
        angles: Six others.
        share: Of the way there.
        near: By how much targets may differ from them, as they did before, rad.
    """
    dofs, out = leg_dofs(c, leg)
    send_hinge(c, dofs[0], out * was[0], out * angles[0], share, near)
    send_hinge(c, dofs[1], out * was[1], out * angles[1], share, near)
    send_hinge(c, dofs[2], was[2], angles[2], share, near)
    send_hinge(c, dofs[3], was[3], angles[3], share, near)
    send_hinge(c, dofs[4], out * was[4], out * angles[4], share, near)
    send_hinge(c, dofs[5], was[5], angles[5], share, near)


@njit
def stiffen(c, leg, kp, kd):
    """Make the servos of a hip and a knee so many times as stiff and as damped."""
    for k in (LIMB_HIP, LIMB_KNEE):
        joint = c.leg_joints[leg, k]
        for axis in range(3):
            dof = c.joint_dof[joint, axis]
            if dof >= 0 and c.servo[dof, SERVO_ON] != 0.0:
                c.servo[dof, SERVO_KP] *= kp
                c.servo[dof, SERVO_KD] *= kd
