"""A force and a torque on the whole body, given by the ground through the legs that stand.

The ground pushes each sole with a force f at a point p below its ankle, and turns it with a torque m. A leg
whose own mass is left out then needs tau = -axis . ((p - anchor) x f + m) at each joint. With one foot on the
ground this is the Jacobian transpose of eqs. (2) to (7) of Geijtenbeek et al. (2012). With two, the paper
does not say how they share: here the load goes from foot to foot as long as it can, because a sole is narrow
and a torque about the line of the step would tip it.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    LEG_BACK,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    LIMB_ANKLE,
    LIMB_HIP,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_TARGET,
)
from footfall.control.compile import njit
from footfall.control.kinematics import ground_height
from footfall.control.place import place_point
from footfall.control.servos.close import add_joint_torque
from footfall.control.servos.virtual import carry_weight

KEPT = 0.9  # share of the sole from which the force of a single leg comes
APART = 0.05  # m: feet that are nearer share a torque evenly


@njit
def below_ankle(c, leg):
    """The point of the ground below an ankle, world, m."""
    x, y, _ = place_point(c, c.ankle_place[leg])
    return x, y, ground_height(c, x, y)


@njit
def push_leg(c, leg, p, f, m):
    """Torques of a leg that stands: the ground's force `f` (N) at `p` (m) and its torque `m` (N m)."""
    for k in range(LIMB_HIP, LIMB_ANKLE + 1):
        joint = c.leg_joints[leg, k]
        if joint < 0:
            continue
        at = c.xanchor[c.dof_jnt[c.joint_main[joint]]]
        rx, ry, rz = p[0] - at[0], p[1] - at[1], p[2] - at[2]
        x = ry * f[2] - rz * f[1] + m[0]
        y = rz * f[0] - rx * f[2] + m[1]
        z = rx * f[1] - ry * f[0] + m[2]
        add_joint_torque(c, joint, -x, -y, -z)


@njit
def sole_axis(c, leg):
    """Which way a foot points on the ground: x and y of a unit vector."""
    mat = c.xmat[c.part_body[c.feet[leg]]]
    size = max(1e-6, math.sqrt(mat[0] * mat[0] + mat[3] * mat[3]))
    return mat[0] / size, mat[3] / size


@njit
def bounded(c, leg, ahead, aside, load, soles):
    """A torque (N m) about a foot's own left and forward axes that a load on its sole can answer.

    A load N at a point x ahead and y to the left of the ankle turns the foot by -N x and N y: with the point
    kept within a share s of the sole, ``s (middle - half length) <= ahead / N <= s (middle + half length)``.
    """
    front, back, half = c.legs[leg, LEG_FRONT], c.legs[leg, LEG_BACK], c.legs[leg, LEG_HALF_WIDTH]
    middle, reach = 0.5 * (front - back), 0.5 * soles * (front + back)
    n, wide = max(0.0, load), soles * half
    return (
        min(n * (middle + reach), max(n * (middle - reach), ahead)),
        min(n * wide, max(-n * wide, aside)),
    )


@njit
def within_sole(c, leg, m, load, soles):
    """A torque of the ground about the point below an ankle, cut to what a load on the sole can give."""
    if soles <= 0.0:
        return m
    ex, ey = sole_axis(c, leg)
    ahead, aside = bounded(c, leg, m[0] * ey - m[1] * ex, m[0] * ex + m[1] * ey, load, soles)
    return (aside * ex + ahead * ey, aside * ey - ahead * ex, m[2])


@njit
def keep_flat(c, leg, soles):
    """Cut the whole torque of an ankle, that of its servos too, to what the load on its sole can answer."""
    joint = c.leg_joints[leg, LIMB_ANKLE]
    if soles <= 0.0 or joint < 0:
        return
    x = y = 0.0
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof >= 0:
            jnt, one = c.dof_jnt[dof], c.tau[dof]
            if c.servo[dof, SERVO_ON] != 0.0:
                error = c.servo[dof, SERVO_TARGET] - c.qpos[c.dof_qpos[dof]]
                one += c.servo[dof, SERVO_KP] * error - c.servo[dof, SERVO_KD] * c.qvel[dof]
            x, y = x + one * c.xaxis[jnt, 0], y + one * c.xaxis[jnt, 1]
    ex, ey = sole_axis(c, leg)
    was_ahead, was_aside = y * ex - x * ey, -(x * ex + y * ey)
    ahead, aside = bounded(c, leg, was_ahead, was_aside, c.foot_load[leg], soles)
    ahead, aside = ahead - was_ahead, was_aside - aside
    add_joint_torque(c, joint, aside * ex - ahead * ey, aside * ey + ahead * ex, 0.0)


@njit
def moment(c, o, f, t):
    """The torque about a point that a force on the centre of mass and a torque give together, N m."""
    rx, ry, rz = c.com[0] - o[0], c.com[1] - o[1], c.com[2] - o[2]
    return (
        ry * f[2] - rz * f[1] + t[0],
        rz * f[0] - rx * f[2] + t[1],
        rx * f[1] - ry * f[0] + t[2],
    )


@njit
def give_wrench(c, left, right, f, t, weight, least, soles, rest=0.0):
    """Give a force and a torque through the legs that stand.

    Args:
        c: The actor's Context.
        left: Whether the left foot stands.
        right: Whether the right one does.
        f: Force on the centre of mass, N, world.
        t: Torque on the body, N m, world.
        weight: The body's, N: so much can go from one foot to the other.
        least: Share of it that stays on each of two feet.
        soles: Share of each sole in which the point of pressure stays; 0: it may be
            anywhere below two feet, and in `KEPT` of a single one.
        rest: What servos carry of it, N, besides what `f` does.
    """
    if left and right:
        pl, pr = below_ankle(c, 0), below_ankle(c, 1)
        m = moment(c, (0.5 * (pl[0] + pr[0]), 0.5 * (pl[1] + pr[1]), 0.5 * (pl[2] + pr[2])), f, t)
        dx, dy = pl[0] - pr[0], pl[1] - pr[1]
        apart, more = dx * dx + dy * dy, 0.0
        if apart > APART * APART:  # more load on the left foot turns the body about the line across the step
            most = (0.5 - least) * weight
            more = min(most, max(-most, (m[0] * dy - m[1] * dx) / apart))
        m = (m[0] - more * dy, m[1] + more * dx, m[2])
        share = 0.5 + more / weight
        for leg in range(2):
            part = share if leg == 0 else 1.0 - share
            up = 0.5 * f[2] + (more if leg == 0 else -more)
            p = pl if leg == 0 else pr
            whole = part * m[0], part * m[1], part * m[2]
            own = within_sole(c, leg, whole, up, soles)
            push_leg(c, leg, p, (part * f[0], part * f[1], up), own)
    elif left or right:
        leg = 0 if left else 1
        p = below_ankle(c, leg)
        # more than a single sole can give would only tip it
        held = soles if soles > 0.0 else KEPT
        push_leg(c, leg, p, f, within_sole(c, leg, moment(c, p, f, t), f[2] + rest, held))


@njit
def carry_parts(c, share):
    """Every joint carries so much of the weight of the parts that hang on it."""
    for joint in range(c.joint_dof.shape[0]):
        carry_weight(c, joint, share)
