"""TRACK: follow a recorded motion by servos, and balance by forces through the standing legs.

Geijtenbeek, Pronost and van der Stappen (2012), whose equations are numbered below. Joints of a leg lead from
the pelvis to the foot here, and from the standing foot to the pelvis in the paper: hence the minus signs.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    CLIP_AXES,
    CLIP_FIRST,
    CLIP_LOOP,
    CLIP_NOW_PHI,
    CLIP_NOW_STANCE,
    CLIP_NOW_TIME,
    CLIP_RATE,
    CLIP_ROWS,
    GAIN_KD,
    GAIN_KP,
    LIMB_ANKLE,
    LIMB_HIP,
    ROW_ANGLES,
    ROW_ANKLES,
    ROW_COM,
    ROW_MOMENTUM,
    ROW_ROOT,
    ROW_STANCE,
    ROW_TRUNK,
    ROW_VELOCITY,
    SCALE_MASS,
    SERVO_CD,
    SERVO_CV,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_TARGET,
)
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height, heading, point_velocity
from footfall.control.opcodes import (
    FOLLOW_BEGIN_TIME,
    FOLLOW_CLIP,
    FOLLOW_DUAL_POSITION,
    FOLLOW_GAINS_KD,
    FOLLOW_GAINS_KP,
    FOLLOW_NOISE_HOLD,
    FOLLOW_NOISE_TORQUE,
    FOLLOW_ONLY_PARTS,
    FOLLOW_SINGLE_POSITION,
    FOLLOW_SPEED,
    FOLLOW_TURN_TIME,
    FOLLOW_WEIGHT_SHARE,
)
from footfall.control.place import place_point
from footfall.control.random import NOISE, uniform
from footfall.control.rotation import cos_sin, quat_mul, rotation_error, wrap
from footfall.control.scale import gravity
from footfall.control.servos.close import add_joint_torque
from footfall.control.servos.pose import OWNED

ENTERED, AT, TURN, DRAWN = 0, 1, 2, 3  # columns of a scratch row: seconds into the clip, rad, seconds
VELOCITY, TRUNK, MOMENTUM = 1, 2, 3  # columns of weights behind that of the position
ALL, UPPER, ARMS = 0, 1, 2  # words of .only
LOADED = 0.01  # of the weight: a foot with less does not stand


@njit
def clip_length(c, clip):
    """Seconds of a reference; of a loop until it begins again."""
    rows = c.clips[clip, CLIP_ROWS]
    return (rows if c.clips[clip, CLIP_LOOP] else rows - 1.0) / c.clips[clip, CLIP_RATE]


@njit
def within(c, clip, t):
    """A time of a reference brought between its ends, s."""
    length = clip_length(c, clip)
    if c.clips[clip, CLIP_LOOP]:
        return t - length * math.floor(t / length)
    return min(max(t, 0.0), length)


@njit
def rows_at(c, clip, t):
    """The two rows around a time (s) and the share of the second."""
    count, first = int(c.clips[clip, CLIP_ROWS]), int(c.clips[clip, CLIP_FIRST])
    where = t * c.clips[clip, CLIP_RATE]
    low = min(max(int(where), 0), count - 1)
    high = low + 1
    if high >= count:
        high = 0 if c.clips[clip, CLIP_LOOP] else count - 1
    return first + low, first + high, min(max(where - low, 0.0), 1.0)


@njit
def between(c, low, high, share, column):
    """A column of a reference between two of its rows."""
    return c.clip_rows[low, column] + share * (c.clip_rows[high, column] - c.clip_rows[low, column])


@njit
def turned(cos, sin, x, y):
    """A level vector, turned about the vertical."""
    return cos * x - sin * y, sin * x + cos * y


@njit
def clip_heading(c, low):
    """The root's yaw in a row of a reference, rad."""
    w, x, y, z = (c.clip_rows[low, ROW_ROOT + 3 + k] for k in range(4))
    # the heading of a rotation matrix in the order z, x, y: atan2(-m01, m11)
    return math.atan2(-2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z))


@njit
def advance(c, act, s, clip):
    """Step the statement's clock; returns the time (s) in the reference, and its turn (rad) in the world."""
    row = c.scratch[s]
    off = 0.0
    if row[ENTERED] == 0.0:
        row[ENTERED], row[AT] = 1.0, within(c, clip, c.reg[act[FOLLOW_BEGIN_TIME]])
        low, _, _ = rows_at(c, clip, row[AT])
        row[TURN] = wrap(heading(c) - clip_heading(c, low))
    else:
        row[AT] = within(c, clip, row[AT] + c.step[0] * c.reg[act[FOLLOW_SPEED]])
        low, _, _ = rows_at(c, clip, row[AT])
        off = wrap(heading(c) - clip_heading(c, low) - row[TURN])
        row[TURN] = wrap(row[TURN] + off * min(1.0, c.step[0] / c.reg[act[FOLLOW_TURN_TIME]]))
    length = clip_length(c, clip)
    c.clip_now[CLIP_NOW_TIME] = row[AT]
    c.clip_now[CLIP_NOW_PHI] = row[AT] / length if length > 0.0 else 0.0
    return row[AT], row[TURN]


@njit
def follows(c, dof, which):
    """Whether an axis is among those that follow."""
    if which == ALL:
        return True
    joint = -1
    for k in range(c.joint_dof.shape[0]):
        if c.joint_dof[k, 0] == dof or c.joint_dof[k, 1] == dof or c.joint_dof[k, 2] == dof:
            joint = k
    if joint < 0:
        return False
    for foot in range(2):
        if c.joint_moves[joint, c.feet[foot]]:
            return False
    return which == UPPER or c.joint_side[joint] >= 0


@njit
def servos(c, act, clip, low, high, share):
    """Eq. (1): kp (theta_A - theta_C) + kd (theta'_A - theta'_C), axis by axis."""
    axes, widest = int(c.clips[clip, CLIP_AXES]), c.clip_dofs.shape[1]
    kp, kd, which = c.reg[act[FOLLOW_GAINS_KP]], c.reg[act[FOLLOW_GAINS_KD]], act[FOLLOW_ONLY_PARTS]
    speed = c.reg[act[FOLLOW_SPEED]]
    for k in range(axes):
        dof = c.clip_dofs[clip, k]
        if dof < 0 or c.servo[dof, SERVO_ON] == OWNED or not follows(c, dof, max(which, ALL)):
            continue
        row = c.servo[dof]
        if row[SERVO_ON] == 0.0:  # no POSE before: the body's own gains
            row[SERVO_KP], row[SERVO_KD] = c.gain[dof, GAIN_KP], c.gain[dof, GAIN_KD]
        row[SERVO_TARGET] = between(c, low, high, share, ROW_ANGLES + k)
        row[SERVO_KP] *= kp
        row[SERVO_KD] *= kd
        row[SERVO_ON], row[SERVO_CD], row[SERVO_CV] = 1.0, 0.0, 0.0
        # the servo damps the joint's rate; the clip's own comes here
        c.tau[dof] += row[SERVO_KD] * speed * between(c, low, high, share, ROW_ANGLES + widest + k)


@njit
def base_of(c, low, high, share, left, right):
    """Eq. (9): where the reference stands, x and y, by the feet that stand in it."""
    x = y = n = 0.0
    for leg in range(2):
        if (leg == 0 and left) or (leg == 1 and right) or not (left or right):
            x += between(c, low, high, share, ROW_ANKLES + 3 * leg)
            y += between(c, low, high, share, ROW_ANKLES + 3 * leg + 1)
            n += 1.0
    return x / n, y / n


@njit
def body_base(c, left, right):
    """Eq. (9) for the body, by the same feet; and the height of the ground below them."""
    x = y = z = n = 0.0
    for leg in range(2):
        if (leg == 0 and left) or (leg == 1 and right) or not (left or right):
            px, py, _ = place_point(c, c.ankle_place[leg])
            x, y, z, n = x + px, y + py, z + ground_height(c, px, py), n + 1.0
    return x / n, y / n, z / n


@njit
def momentum(c):
    """Eq. (14): angular momentum about the centre of mass, world axes."""
    lx = ly = lz = 0.0
    for k in range(c.bodies.shape[0]):
        body = c.bodies[k]
        x, y, z = c.xipos[body, 0], c.xipos[body, 1], c.xipos[body, 2]
        vx, vy, vz = point_velocity(c, body, x, y, z)
        rx, ry, rz, m = x - c.com[0], y - c.com[1], z - c.com[2], c.body_mass[body]
        lx += m * (ry * vz - rz * vy)
        ly += m * (rz * vx - rx * vz)
        lz += m * (rx * vy - ry * vx)
    return lx, ly, lz


@njit
def com_force(c, act, first, low, high, share, turn, left, right):
    """Eqs. (11) and (12): the force that brings the centre of mass to its place above the base."""
    cos, sin = cos_sin(turn)
    ax, ay = base_of(c, low, high, share, left, right)
    bx, by, ground = body_base(c, left, right)
    wx, wy = turned(cos, sin, between(c, low, high, share, ROW_COM) - ax, between(c, low, high, share, ROW_COM + 1) - ay)
    wz = between(c, low, high, share, ROW_COM + 2)
    ux, uy = turned(cos, sin, between(c, low, high, share, ROW_VELOCITY), between(c, low, high, share, ROW_VELOCITY + 1))
    uz = between(c, low, high, share, ROW_VELOCITY + 2)
    vx, vy, vz = com_velocity(c)
    speed = c.reg[act[FOLLOW_SPEED]]
    cp, cv = c.reg[first], c.reg[act[FOLLOW_SINGLE_POSITION]]
    return wx, wy, wz


@njit
def track(c, side, s):
    """Follow a reference.

    Args:
        c: The actor's Context.
        side: 0 when the left leg is stance, 1 when the right one is; the contacts tell here.
        s: The statement.
    """
