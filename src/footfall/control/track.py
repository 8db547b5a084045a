"""TRACK: follow a recorded motion by servos, and balance by forces through the standing legs.

Geijtenbeek, Pronost and van der Stappen (2012), whose equations are numbered below. Joints of a leg lead from
the pelvis to the foot here, and from the standing foot to the pelvis in the paper: hence the minus signs.
"""

from __future__ import annotations

import math

from footfall.control.clip_pace import clip_speed, keep_pace
from footfall.control.clip_rows import between, clip_heading, clip_length, rows_at, turned, within
from footfall.control.columns import (
    CLIP_AXES,
    CLIP_RATE,
    GAIN_KD,
    GAIN_KP,
    NOW_FRAME,
    ROW_ANGLES,
    ROW_ANKLES,
    ROW_COM,
    ROW_MOMENTUM,
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
    TRACKED_PHI,
    TRACKED_STANCE,
    TRACKED_TIME,
)
from footfall.control.compile import njit
from footfall.control.kinematics import angular_momentum, com_velocity, ground_height, heading
from footfall.control.opcodes import (
    TRACK_BEGIN_TIME,
    TRACK_CLIP,
    TRACK_DUAL_POSITION,
    TRACK_GAINS_KD,
    TRACK_GAINS_KP,
    TRACK_NOISE_HOLD,
    TRACK_NOISE_TORQUE,
    TRACK_ONLY_PARTS,
    TRACK_SINGLE_POSITION,
    TRACK_SOLES_SHARE,
    TRACK_STEP_TIME,
    TRACK_TURN_TIME,
    TRACK_WEIGHT_SHARE,
)
from footfall.control.own_feet import clip_about_feet, com_shift, legs_to_feet
from footfall.control.place import place_point
from footfall.control.random import NOISE, uniform
from footfall.control.rotation import cos_sin, quat_mul, rotation_error, wrap
from footfall.control.scale import gravity
from footfall.control.servos.pose import OWNED
from footfall.control.stepping import QUICKEST, decide, standing, swinging
from footfall.control.steps.hinged import leg_dofs
from footfall.control.wrench import carry_parts, give_wrench, keep_flat

ENTERED, AT, TURN, DRAWN = 0, 1, 2, 3  # columns of a scratch row: seconds into the clip, rad, seconds
VELOCITY, TRUNK, MOMENTUM = 1, 2, 3  # columns of weights behind that of the position
ALL, UPPER, ARMS = 0, 1, 2  # words of .only
LOADED = 0.01  # of the weight: a foot with less does not stand
NEAR = 0.01  # m above where it is in the clip that a foot still can stand
LEAST = 0.06  # of the weight: what a foot that stands in the clip carries at least


@njit
def advance(c, act, s, clip):
    """Step the statement's clock; returns the time (s) in the reference, and its turn (rad) in the world."""
    row = c.scratch[s]
    if row[ENTERED] == 0.0:
        row[ENTERED], row[AT] = 1.0, within(c, clip, c.reg[act[TRACK_BEGIN_TIME]])
        low, _, _ = rows_at(c, clip, row[AT])
        row[TURN] = wrap(heading(c) - clip_heading(c, low))
    else:
        row[AT] = within(c, clip, row[AT] + c.step[0] * clip_speed(c, act, s))
        low, _, _ = rows_at(c, clip, row[AT])
        off = wrap(heading(c) - clip_heading(c, low) - row[TURN])
        row[TURN] = wrap(row[TURN] + off * min(1.0, c.step[0] / c.reg[act[TRACK_TURN_TIME]]))
    length = clip_length(c, clip)
    c.clip_now[TRACKED_TIME] = row[AT]
    c.clip_now[TRACKED_PHI] = row[AT] / length if length > 0.0 else 0.0
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
def goes_its_own_way(c, s, dof):
    """Whether an axis is of a leg that steps."""
    leg = swinging(c, s)
    if leg < 0:
        return False
    dofs, _ = leg_dofs(c, leg)
    for k in range(len(dofs)):
        if dofs[k] == dof:
            return True
    return False


@njit
def servos(c, act, s, clip, low, high, share):
    """Eq. (1): kp (theta_A - theta_C) + kd (theta'_A - theta'_C), axis by axis."""
    axes, widest = int(c.clips[clip, CLIP_AXES]), c.clip_dofs.shape[1]
    kp, kd, which = c.reg[act[TRACK_GAINS_KP]], c.reg[act[TRACK_GAINS_KD]], act[TRACK_ONLY_PARTS]
    speed = clip_speed(c, act, s)
    held = OWNED if c.now[NOW_FRAME] < c.depth[0] else 1.0  # a skill that the phase calls leaves them alone
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
        row[SERVO_ON], row[SERVO_CD], row[SERVO_CV] = held, 0.0, 0.0
        if goes_its_own_way(c, s, dof):
            continue
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
def com_force(c, weights, speed, low, high, share, turn, left, right, shift):
    """Eqs. (11) and (12): the force that brings the centre of mass to where it is above the clip's base.

    `shift` (m) is how far from there it is wanted.
    """
    cos, sin = cos_sin(turn)
    ax, ay = base_of(c, low, high, share, left, right)
    bx, by, bz = body_base(c, left, right)
    ahead, aside = between(c, low, high, share, ROW_COM) - ax, between(c, low, high, share, ROW_COM + 1) - ay
    wx, wy = turned(cos, sin, ahead, aside)
    wz = between(c, low, high, share, ROW_COM + 2)
    ahead, aside = between(c, low, high, share, ROW_VELOCITY), between(c, low, high, share, ROW_VELOCITY + 1)
    ux, uy = turned(cos, sin, ahead, aside)
    uz = between(c, low, high, share, ROW_VELOCITY + 2)
    vx, vy, vz = com_velocity(c)
    cp, cv = c.reg[weights[0]], c.reg[weights[VELOCITY]]
    return (
        cp * (wx + shift[0] - (c.com[0] - bx)) + cv * (speed * ux - vx),
        cp * (wy + shift[1] - (c.com[1] - by)) + cv * (speed * uy - vy),
        cp * (wz + shift[2] - (c.com[2] - bz)) + cv * (speed * uz - vz),
    )


@njit
def turning(c, weights, speed, low, high, share, turn):
    """Eqs. (13) and (15): the torque that turns the trunk, and the angular momentum, to those of the clip."""
    to, am = c.reg[weights[TRUNK]], c.reg[weights[MOMENTUM]]
    near = high if share > 0.5 else low  # rows are close together: the nearest orientation will do
    q = c.clip_rows[near, ROW_TRUNK : ROW_TRUNK + 4]
    wanted = quat_mul((math.cos(0.5 * turn), 0.0, 0.0, math.sin(0.5 * turn)), (q[0], q[1], q[2], q[3]))
    ex, ey, ez = rotation_error(wanted, c.xquat[c.trunk_body[0]])
    tx, ty, tz = to * ex, to * ey, to * ez
    if am != 0.0:
        cos, sin = cos_sin(turn)
        ahead = between(c, low, high, share, ROW_MOMENTUM)
        aside = between(c, low, high, share, ROW_MOMENTUM + 1)
        lx, ly = turned(cos, sin, ahead, aside)
        lz = between(c, low, high, share, ROW_MOMENTUM + 2)
        mx, my, mz = angular_momentum(c)
        tx, ty, tz = tx + am * (speed * lx - mx), ty + am * (speed * ly - my), tz + am * (speed * lz - mz)
    return tx, ty, tz


@njit
def stands_now(c, leg, wanted, height, weight):
    """Eq. (8): whether a foot of the body stands, or is so near the ground that it can.

    A foot that stands in the clip may carry next to nothing, and leave the ground by less than a millimetre.
    """
    if c.foot_load[leg] > LOADED * weight:
        return True
    x, y, z = place_point(c, c.ankle_place[leg])
    return wanted and z - ground_height(c, x, y) < height + NEAR


@njit
def balance(c, act, s, clip, low, high, share, turn, left, right, swing, shift):
    """Eqs. (2) to (8): the forces and torques of balance, through the legs that really stand.

    `swing` is a leg that steps, -1 for none; `shift` as in `com_force`.
    """
    weight = c.scale[SCALE_MASS] * gravity(c)
    stands = (
        swing != 0 and stands_now(c, 0, left, c.clip_rows[low, ROW_ANKLES + 2], weight),
        swing != 1 and stands_now(c, 1, right, c.clip_rows[low, ROW_ANKLES + 5], weight),
    )
    n = int(stands[0]) + int(stands[1])
    if n == 0:
        return
    first = TRACK_DUAL_POSITION if n == 2 else TRACK_SINGLE_POSITION
    weights, speed = act[first : first + MOMENTUM + 1], clip_speed(c, act, s)
    both = c.reg[act[TRACK_STEP_TIME]] > QUICKEST  # `shift` is from the middle of both feet
    on_left, on_right = left or both, right or both
    fx, fy, fz = com_force(c, weights, speed, low, high, share, turn, on_left, on_right, shift)
    tx, ty, tz = turning(c, weights, speed, low, high, share, turn)
    carried = c.reg[act[TRACK_WEIGHT_SHARE]]
    if carried != 0.0:
        ax, ay, az = row_rate(c, clip, ROW_VELOCITY, low, high, speed, turn)
        lx, ly, lz = row_rate(c, clip, ROW_MOMENTUM, low, high, speed, turn)
        mass = carried * c.scale[SCALE_MASS]
        fx, fy, fz = fx + mass * ax, fy + mass * ay, fz + mass * (az + gravity(c))
        tx, ty, tz = tx + carried * lx, ty + carried * ly, tz + carried * lz
        carry_parts(c, carried)
    least = LEAST if left and right else 0.0
    soles = c.reg[act[TRACK_SOLES_SHARE]]
    rest = (1.0 - carried) * weight
    give_wrench(c, stands[0], stands[1], (fx, fy, fz), (tx, ty, tz), weight, least, soles, rest)
    for leg in range(2):
        if stands[leg]:
            keep_flat(c, leg, soles)


@njit
def row_rate(c, clip, column, low, high, speed, turn):
    """How fast a vector of the reference changes, each second, in the world."""
    rate = c.clips[clip, CLIP_RATE] * speed * speed  # its values go with the speed as well
    x = rate * (c.clip_rows[high, column] - c.clip_rows[low, column])
    y = rate * (c.clip_rows[high, column + 1] - c.clip_rows[low, column + 1])
    cos, sin = cos_sin(turn)
    x, y = turned(cos, sin, x, y)
    return x, y, rate * (c.clip_rows[high, column + 2] - c.clip_rows[low, column + 2])


@njit
def motor_noise(c, act, s):
    """Eq. (17): a torque drawn for every axis, and held for a while whatever the time step is."""
    most = c.reg[act[TRACK_NOISE_TORQUE]]
    if most <= 0.0:
        return
    c.scratch[s, DRAWN] += c.step[0]
    draw = int(c.scratch[s, DRAWN] / c.reg[act[TRACK_NOISE_HOLD]])
    for k in range(c.dofs.shape[0]):
        share = uniform(c.seed[0], NOISE, draw * c.dofs.shape[0] + k)
        c.tau[c.dofs[k]] += most * (2.0 * share - 1.0)


@njit
def track(c, side, s):
    """Follow a reference.

    Args:
        c: The actor's Context.
        side: 0 when the left leg is stance, 1 when the right one is; here contacts tell.
        s: The statement.
    """
    act = c.acts[side, s]
    clip = act[TRACK_CLIP]
    t, turn = advance(c, act, s, clip)
    low, high, share = rows_at(c, clip, t)
    left, right = c.clip_rows[low, ROW_STANCE] > 0.5, c.clip_rows[low, ROW_STANCE + 1] > 0.5
    c.clip_now[TRACKED_STANCE] = (1.0 if left else 0.0) + (2.0 if right else 0.0)
    servos(c, act, s, clip, low, high, share)
    if act[TRACK_ONLY_PARTS] <= ALL:
        swing, shift = -1, (0.0, 0.0, 0.0)
        if c.reg[act[TRACK_STEP_TIME]] > QUICKEST:
            decide(c, act, s, low, high, share, turn, left, right)
            at = (low, high, share, turn)
            about = clip_about_feet(c, s, at, left, right)
            legs_to_feet(c, act, s, at, about, left, right)
            keep_pace(c, act, s, clip, t, at, about, left, right)
            swing, shift = swinging(c, s), com_shift(c, about)
            left, right = standing(c, s, left, right)
        balance(c, act, s, clip, low, high, share, turn, left, right, swing, shift)
    motor_noise(c, act, s)
