"""VPP: the ground's force on a standing foot points at a virtual pivot above the centre of mass.

Maus et al. (2008) and Kenwright et al. (2011). The trunk carries the pivot with it; when it leans, the force
that aims at the pivot passes beside the centre of mass and turns the trunk back. Nothing servos the trunk.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    GAIT_FLOOR,
    GAIT_PIVOT,
    LEG_ANKLE_HEIGHT,
    LIMB_ANKLE,
    LIMB_HIP,
    SCALE_LEG,
    SCALE_MASS,
)
from footfall.control.compile import njit
from footfall.control.kinematics import heading, to_heading
from footfall.control.leading import leader_com, leader_spin, leader_turn, leader_velocity
from footfall.control.opcodes import (
    VPP_DAMP_SHIFT,
    VPP_DOWN_FALL,
    VPP_DOWN_SHARE,
    VPP_HEIGHT_COM,
    VPP_HIPS_PITCH,
    VPP_HIPS_ROLL,
    VPP_LEGS_HIPS,
    VPP_LOAD_SHARE,
    VPP_LOWEST_HEIGHT,
    VPP_MOST_ALONG,
    VPP_MOST_UP,
    VPP_OFFSET_FORWARD,
    VPP_OFFSET_LEFT,
    VPP_PART,
    VPP_PIVOT,
    VPP_PRESSURE_FORWARD,
    VPP_PRESSURE_LEFT,
    VPP_SETTLE_TIME,
    VPP_SPRING_DAMPING,
    VPP_SPRING_STIFFNESS,
    VPP_YAW_ANGLE,
    VPP_YAW_KD,
    VPP_YAW_KP,
    VPP_YAW_MOST,
)
from footfall.control.place import place_point
from footfall.control.rotation import wrap
from footfall.control.scale import gravity, natural_time
from footfall.control.servos.close import add_joint_torque, joint_torque_vector, release
from footfall.control.servos.virtual import to_world

FARTHEST_FLOOR = 0.5  # legs: a floor so far from the feet is that of another place


@njit
def pivot_point(c, act):
    """Where the pivot is, world: com + R (lambda_x, lambda_y, r), R the pelvis' orientation.

    The offset lambda grows with the rate at which the pelvis tips, which damps the trunk.
    """
    mat, w, at = leader_turn(c), leader_spin(c), leader_com(c)
    forward_rate, left_rate = to_heading(heading(c), w[0], w[1])  # about the forward and the left axis
    shift = c.reg[act[VPP_DAMP_SHIFT]] * c.scale[SCALE_LEG] * natural_time(c)
    x = c.reg[act[VPP_OFFSET_FORWARD]] + shift * left_rate
    y = 0.0 if c.planar[0] else c.reg[act[VPP_OFFSET_LEFT]] - shift * forward_rate
    z = c.reg[act[VPP_PIVOT]]
    return (
        at[0] + mat[0] * x + mat[1] * y + mat[2] * z,
        at[1] + mat[3] * x + mat[4] * y + mat[5] * z,
        at[2] + mat[6] * x + mat[7] * y + mat[8] * z,
    )


@njit
def pressed_point(c, act, leg):
    """Where on the ground a foot's force begins, world: below the foot itself when it has no ankle."""
    x, y, z = place_point(c, c.ankle_place[leg])
    px = py = 0.0
    if c.leg_joints[leg, LIMB_ANKLE] >= 0:
        px, py = to_world(c, c.reg[act[VPP_PRESSURE_FORWARD]], c.reg[act[VPP_PRESSURE_LEFT]])
    return x + px, y + py, z - c.legs[leg, LEG_ANKLE_HEIGHT]


@njit
def sole_height(c, leg):
    """Height of a sole in the world, m."""
    _, _, z = place_point(c, c.ankle_place[leg])
    return z - c.legs[leg, LEG_ANKLE_HEIGHT]


@njit
def feet_height(c):
    """Mean height of the soles, by the load on them; of the lower one in the air."""
    left, right = max(0.0, c.foot_load[0]), max(0.0, c.foot_load[1])
    if left + right <= 0.0:
        return min(sole_height(c, 0), sole_height(c, 1))
    return (left * sole_height(c, 0) + right * sole_height(c, 1)) / (left + right)


@njit
def lower_height(c, act):
    """Height of the lower sole, or of where the next one will land if that is lower still, world m."""
    fall = max(0.0, c.reg[act[VPP_DOWN_FALL]])
    return min(sole_height(c, 0), sole_height(c, 1), feet_height(c) - fall)


@njit
def floor_height(c, act):
    """The height of the feet that the legs go by, world m: it follows them in a while (`.settle`).

    Down a step it is nearer to the lower foot (`.down`): else the hind leg, which still bears the load, would
    push the body up again when the front one lands. Both feet's statements move it on, each by its share of
    the load: together once a tick.
    """
    feet, time = feet_height(c), c.reg[act[VPP_SETTLE_TIME]] * natural_time(c)
    feet += c.reg[act[VPP_DOWN_SHARE]] * (lower_height(c, act) - feet)
    off = feet - c.gait[GAIT_FLOOR]
    if time <= 0.0 or abs(off) > FARTHEST_FLOOR * c.scale[SCALE_LEG]:
        c.gait[GAIT_FLOOR] = feet
    else:
        c.gait[GAIT_FLOOR] += off * min(1.0, c.reg[act[VPP_LOAD_SHARE]] * c.step[0] / time)
    return c.gait[GAIT_FLOOR]


@njit
def wanted_height(c, act):
    """Height of the centre of mass above the feet that the legs hold, m."""
    if act[VPP_LEGS_HIPS] < 0:
        return c.reg[act[VPP_HEIGHT_COM]]
    hips = 0.5 * (c.xanchor[c.hip_jnt[0], 2] + c.xanchor[c.hip_jnt[1], 2])
    return c.reg[act[VPP_LEGS_HIPS]] + c.com[2] - hips


@njit
def upward_force(c, act):
    """The spring of the legs: F_z = m g + k (h0 - h) - c v_z, within bounds, N."""
    weight = c.scale[SCALE_MASS] * gravity(c)
    _, _, rising = leader_velocity(c)
    stretch = (wanted_height(c, act) - (leader_com(c)[2] - floor_height(c, act))) / c.scale[SCALE_LEG]
    speed = rising * natural_time(c) / c.scale[SCALE_LEG]
    share = 1.0 + c.reg[act[VPP_SPRING_STIFFNESS]] * stretch - c.reg[act[VPP_SPRING_DAMPING]] * speed
    return weight * min(c.reg[act[VPP_MOST_UP]], max(0.0, share))


@njit
def aimed_force(c, act, px, py, pz):
    """The ground's force on a foot at (px, py, pz): eqs. (1) to (4) Kenwright et al., by its upward part."""
    vx, vy, vz = pivot_point(c, act)
    up = c.reg[act[VPP_LOAD_SHARE]] * upward_force(c, act)
    high = max(c.reg[act[VPP_LOWEST_HEIGHT]] * c.scale[SCALE_LEG], vz - pz)
    fx, fy = up * (vx - px) / high, up * (vy - py) / high
    along, most = math.sqrt(fx * fx + fy * fy), c.reg[act[VPP_MOST_ALONG]] * up
    if along > most:
        fx, fy = fx * most / along, fy * most / along
    return fx, fy, up


@njit
def turning_moment(c, act):
    """The moment about the vertical that turns the pelvis to its heading, N m."""
    if act[VPP_YAW_ANGLE] < 0 or c.planar[0]:
        return 0.0
    size = c.scale[SCALE_MASS] * gravity(c) * c.scale[SCALE_LEG]
    off = wrap(c.reg[act[VPP_YAW_ANGLE]] - heading(c))
    rate = c.cvel[c.root_body[0], 2] * natural_time(c)
    most = c.reg[act[VPP_YAW_MOST]]
    moment = c.reg[act[VPP_YAW_KP]] * off - c.reg[act[VPP_YAW_KD]] * rate
    return size * c.reg[act[VPP_LOAD_SHARE]] * min(most, max(-most, moment))


@njit
def take_up(c, act, leg):
    """Let a standing hip take up shares of what the other hip's torque does to the pelvis."""
    hip, other = c.leg_joints[leg, LIMB_HIP], c.leg_joints[1 - leg, LIMB_HIP]
    tx, ty, _ = joint_torque_vector(c, other, c.tau)
    forward, left = to_heading(heading(c), tx, ty)
    share = c.reg[act[VPP_LOAD_SHARE]]
    forward *= share * c.reg[act[VPP_HIPS_ROLL]]
    left *= share * c.reg[act[VPP_HIPS_PITCH]]
    tx, ty = to_world(c, forward, left)
    add_joint_torque(c, hip, -tx, -ty, 0.0)


@njit
def vpp(c, side, s):
    """Give a standing leg the torques of its force: tau = -axis . ((p - anchor) x F + M).

    The ground pushes the foot with F at p, and the joints hold against it: what is below a joint is turned
    by (p - anchor) x F. Eq. (5) Kenwright et al. with the leg as its lever, so that the trunk gets the moment
    of F about the centre of mass. A foot in the air can push nothing: its leg keeps its servos.
    """
    act = c.acts[side, s]
    leg = c.part_leg[act[VPP_PART]]
    if c.touching[c.feet[leg]] == 0:  # its toes count as the foot
        return
    px, py, pz = pressed_point(c, act, leg)
    fx, fy, fz = aimed_force(c, act, px, py, pz)
    turn = turning_moment(c, act)
    c.gait[GAIT_PIVOT] = c.reg[act[VPP_OFFSET_FORWARD]]
    c.gait[GAIT_PIVOT + 1] = c.reg[act[VPP_OFFSET_LEFT]]
    c.gait[GAIT_PIVOT + 2] = c.reg[act[VPP_PIVOT]]
    for k in range(LIMB_HIP, LIMB_ANKLE + 1):
        joint = c.leg_joints[leg, k]
        if joint < 0:
            continue
        release(c, joint)
        jnt = c.dof_jnt[c.joint_main[joint]]
        rx, ry, rz = px - c.xanchor[jnt, 0], py - c.xanchor[jnt, 1], pz - c.xanchor[jnt, 2]
        mx, my, mz = ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx + turn
        add_joint_torque(c, joint, -mx, -my, -mz)
    take_up(c, act, leg)
