"""Steps of a body that tracks a clip: feet go where balance needs them, and the clip goes about the feet.

A foot steps when the capture point leaves the soles (`steps.capture`). Afterwards it stays where it is: the
legs' angles are those of the clip and what it takes to bring the feet from the clip's places to their own.
"""

from __future__ import annotations

import math

from footfall.control.clip_rows import between, turned
from footfall.control.columns import (
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_FRONT,
    ROW_ANKLES,
    ROW_COM,
    ROW_ROOT,
    ROW_VELOCITY,
    SCALE_LEG,
    SCALE_WEIGHT,
)
from footfall.control.compile import njit
from footfall.control.kinematics import ground_height, heading
from footfall.control.opcodes import TRACK_STEP_BEYOND, TRACK_STEP_INSIDE, TRACK_STEP_LIFT, TRACK_STEP_TIME
from footfall.control.place import place_point
from footfall.control.rotation import cos_sin, quat_mul, wrap
from footfall.control.steps.capture import better_leg, capture_point, land_at, outside_soles
from footfall.control.steps.hinged import inverse, leg_angles, rotated, turn_hinges
from footfall.control.wrench import sole_axis

# columns of TRACK's scratch row behind its own: the leg that steps (1 left, 2 right, 0 none), seconds since it
# began, where the ankle left the ground, where it will land, seconds since the last landing; for each leg,
# whether it stands though the clip holds it up, how much of its place is the body's own, and where it stood last
SWING, CLOCK, LIFT, LAND, RESTED, DOWN, OWN, STOOD = 4, 5, 6, 9, 11, 12, 14, 16
PRESS = 0.01  # m below the ground at which a foot feels for it
GLANCE = 1e-3  # s over which the path's speed is measured
REST = 0.1  # s between two steps
LIGHT = 0.1  # of the weight: a foot with less feels for the ground
TOUCH = 0.03  # of the weight: a foot with more has landed
SETTLED = 0.3  # s that a foot stays down at least which the clip holds up
CALM = 0.02  # m inside of the other sole that the capture point is when it may rise again
FADES = 0.25  # s in which a leg goes over from its own place to the clip's
LEAD, THERE = 0.04, 0.9  # s by which a swinging foot is sent ahead; share of a step in which it gets there
SINKS = 0.3  # m/s at which a foot goes on down that has not landed in time
LEASH = 0.04  # m that the pelvis may be from where standing legs want it
STRAIGHT = 0.99  # of a leg's length to which standing legs are stretched


@njit
def swinging(c, s):
    """The leg that steps, -1 when both stand."""
    return int(c.scratch[s, SWING]) - 1


@njit
def feet_apart(c, low, high, share):
    """From the right ankle to the left one in the clip, m."""
    return (
        between(c, low, high, share, ROW_ANKLES) - between(c, low, high, share, ROW_ANKLES + 3),
        between(c, low, high, share, ROW_ANKLES + 1) - between(c, low, high, share, ROW_ANKLES + 4),
    )


@njit
def foot_at(c, s, leg):
    """Where a foot's ankle is, or will be when its step is over, world (x, y)."""
    row = c.scratch[s]
    if swinging(c, s) == leg:
        cos, sin = cos_sin(heading(c))
        middle = 0.5 * (c.legs[leg, LEG_FRONT] - c.legs[leg, LEG_BACK])
        return row[LAND] - middle * cos, row[LAND + 1] - middle * sin
    x, y, _ = place_point(c, c.ankle_place[leg])
    return x, y


@njit
def standing(c, s, left, right):
    """Which feet should stand: those of the clip, and those that a step has put down."""
    row = c.scratch[s]
    return left or row[DOWN] != 0.0, right or row[DOWN + 1] != 0.0


@njit
def rise(c, s, leg, stands, x, y):
    """Let a foot that was put down follow the clip again: when it stands there, or is not needed."""
    row = c.scratch[s]
    if stands:
        row[DOWN + leg] = 0.0
    elif row[DOWN + leg] != 0.0 and row[RESTED] > SETTLED:
        if outside_soles(c, x, y, leg == 1, leg == 0) < -CALM:
            row[DOWN + leg] = 0.0


@njit
def decide(c, act, s, low, high, share, turn, left, right):
    """Begin a step, go on with it, or end it.

    `left` and `right` are the feet that stand in the clip.
    """
    row = c.scratch[s]
    seconds, beyond = c.reg[act[TRACK_STEP_TIME]], c.reg[act[TRACK_STEP_BEYOND]]
    cos, sin = cos_sin(turn)
    ahead, aside = between(c, low, high, share, ROW_VELOCITY), between(c, low, high, share, ROW_VELOCITY + 1)
    vx, vy = turned(cos, sin, ahead, aside)
    x, y, omega = capture_point(c, vx, vy)
    free = capture_point(c, 0.0, 0.0)  # one foot alone does not answer for the clip's own velocity
    dx, dy = feet_apart(c, low, high, share)
    width = math.sqrt(dx * dx + dy * dy) if left and right else 0.0
    leg = swinging(c, s)
    if leg < 0:
        row[RESTED] += c.step[0]
        rise(c, s, 0, left, x, y)
        rise(c, s, 1, right, x, y)
        on_left, on_right = standing(c, s, left, right)
        inside = c.reg[act[TRACK_STEP_INSIDE]]
        if not (on_left or on_right) or row[RESTED] < REST:
            return
        both = on_left and on_right
        if outside_soles(c, x, y, on_left, on_right) < -(inside if both else 0.5 * inside):
            return
        if both:
            leg = better_leg(c, free[:2], omega, seconds, width, beyond)
        else:
            leg = 1 if on_left else 0
        row[SWING], row[CLOCK] = leg + 1.0, 0.0
        row[LIFT], row[LIFT + 1], row[LIFT + 2] = place_point(c, c.ankle_place[leg])
    row[CLOCK] += c.step[0]
    remaining = max(0.0, seconds - row[CLOCK])
    row[LAND], row[LAND + 1], _ = land_at(c, leg, free[:2], omega, remaining, width, beyond)
    down = row[CLOCK] > 0.5 * seconds and c.foot_load[leg] > TOUCH * c.scale[SCALE_WEIGHT]
    if down or row[CLOCK] > 2.0 * seconds:
        row[SWING], row[RESTED] = 0.0, 0.0
        row[DOWN + leg] = 0.0 if (left if leg == 0 else right) else 1.0


@njit
def own_share(c, s, leg, stands):
    """How much of a leg's place is the body's own: it goes over to the clip's while it is held up there."""
    row = c.scratch[s]
    if swinging(c, s) == leg:
        row[OWN + leg] = 1.0
    else:
        step = c.step[0] / FADES
        row[OWN + leg] = min(1.0, row[OWN + leg] + step) if stands else max(0.0, row[OWN + leg] - step)
    return row[OWN + leg]


@njit
def ankle_path(c, act, s, leg, t):
    """Where the stepping ankle should be t seconds after the step began, world."""
    row = c.scratch[s]
    seconds = c.reg[act[TRACK_STEP_TIME]]
    u = min(1.0, t / seconds)
    ahead = min(1.0, (t + LEAD) / (THERE * seconds))
    went = ahead * ahead * (3.0 - 2.0 * ahead)
    x, y = foot_at(c, s, leg)
    end = ground_height(c, x, y) + c.legs[leg, LEG_ANKLE_HEIGHT] - SINKS * max(0.0, t - seconds)
    up = row[LIFT + 2] + u * (end - row[LIFT + 2]) + 4.0 * u * (1.0 - u) * c.reg[act[TRACK_STEP_LIFT]]
    return row[LIFT] + went * (x - row[LIFT]), row[LIFT + 1] + went * (y - row[LIFT + 1]), up


@njit
def clip_about_feet(c, s, low, high, share, turn, left, right):
    """How the clip is moved to stand on the body's feet.

    The clip's centre of mass keeps its share of the way from foot to foot, and legs must reach.

    Returns:
        Middle of the clip's feet (x, y), and where it goes in the world (x, y, z).
    """
    cos, sin = cos_sin(turn)
    dx, dy = feet_apart(c, low, high, share)
    rx, ry = between(c, low, high, share, ROW_ANKLES + 3), between(c, low, high, share, ROW_ANKLES + 4)
    ax, ay = rx + 0.5 * dx, ry + 0.5 * dy
    gx, gy = between(c, low, high, share, ROW_COM) - rx, between(c, low, high, share, ROW_COM + 1) - ry
    at = min(1.0, max(0.0, (gx * dx + gy * dy) / max(1e-6, dx * dx + dy * dy)))
    if left != right:
        at = 1.0 if left else 0.0
    lx, ly = foot_at(c, s, 0)
    wx, wy = foot_at(c, s, 1)
    ux, uy = turned(cos, sin, dx, dy)
    x = 0.5 * (lx + wx) + (at - 0.5) * (lx - wx - ux)
    y = 0.5 * (ly + wy) + (at - 0.5) * (ly - wy - uy)
    ground = 0.5 * (ground_height(c, lx, ly) + ground_height(c, wx, wy))
    drop = 0.0
    px, py, pz = between(c, low, high, share, ROW_ROOT), between(c, low, high, share, ROW_ROOT + 1), between(c, low, high, share, ROW_ROOT + 2)
    q = c.clip_rows[low, ROW_ROOT + 3 : ROW_ROOT + 7]
    for leg in range(2):
        if not (left if leg == 0 else right) and c.scratch[s, DOWN + leg] == 0.0:
            continue  # in the air
        ox, oy, oz = hip_offset(c, leg, (q[0], q[1], q[2], q[3]))
        hx, hy = turned(cos, sin, px - ax + ox, py - ay + oy)
        fx, fy = (lx, ly) if leg == 0 else (wx, wy)
        at = c.xanchor[c.hip_jnt[leg]]
        far = max((x + hx - fx) ** 2 + (y + hy - fy) ** 2, (at[0] - fx) ** 2 + (at[1] - fy) ** 2)
        size = STRAIGHT * c.scale[SCALE_LEG] - c.legs[leg, LEG_ANKLE_HEIGHT]
        reach = math.sqrt(max(0.01, size * size - far)) + c.legs[leg, LEG_ANKLE_HEIGHT]
        drop = max(drop, pz + oz - reach)
    return ax, ay, x, y, ground - drop


@njit
def hip_offset(c, leg, q):
    """A hip from the root's frame, turned by a quaternion, m."""
    at, root = c.xanchor[c.hip_jnt[leg]], c.root_body[0]
    x, y, z = at[0] - c.xpos[root, 0], at[1] - c.xpos[root, 1], at[2] - c.xpos[root, 2]
    now = c.xquat[root]
    x, y, z = rotated((now[0], -now[1], -now[2], -now[3]), x, y, z)
    return rotated(q, x, y, z)


@njit
def six(a, b, f):
    """(a - b) f of six numbers."""
    return (
        wrap(a[0] - b[0]) * f, wrap(a[1] - b[1]) * f, wrap(a[2] - b[2]) * f,
        (a[3] - b[3]) * f, (a[4] - b[4]) * f, (a[5] - b[5]) * f,
    )


@njit
def legs_to_feet(c, act, s, low, high, share, turn, left, right):
    """Move the legs' targets from the clip's feet to the body's own, and the stepping leg's along its path."""
    cos, sin = cos_sin(turn)
    near = high if share > 0.5 else low
    q = c.clip_rows[near, ROW_ROOT + 3 : ROW_ROOT + 7]
    own = (q[0], q[1], q[2], q[3])
    pelvis = quat_mul((math.cos(0.5 * turn), 0.0, 0.0, math.sin(0.5 * turn)), own)
    ax, ay, x, y, z = clip_about_feet(c, s, low, high, share, turn, left, right)
    px, py = turned(cos, sin, between(c, low, high, share, ROW_ROOT) - ax, between(c, low, high, share, ROW_ROOT + 1) - ay)
    pz = between(c, low, high, share, ROW_ROOT + 2)
    row, root = c.scratch[s], c.root_body[0]
    stands = standing(c, s, left, right)
    x, y = leashed(x + px, c.xpos[root, 0]) - px, leashed(y + py, c.xpos[root, 1]) - py
    for leg in range(2):
        own_place = own_share(c, s, leg, stands[leg])
        if own_place == 0.0:
            continue
        ox, oy, oz = hip_offset(c, leg, pelvis)
        fx, fy = turned(cos, sin, between(c, low, high, share, ROW_ANKLES + 3 * leg) - ax, between(c, low, high, share, ROW_ANKLES + 3 * leg + 1) - ay)
        fz = between(c, low, high, share, ROW_ANKLES + 3 * leg + 2)
        facing = knee_facing(c, leg, pelvis)
        was = leg_angles(c, leg, pelvis, (px + ox, py + oy, pz + oz), (fx, fy, fz), facing)
        zero = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        now, at = c.xquat[root], c.xanchor[c.hip_jnt[leg]]
        actual, hip, yaw = (now[0], now[1], now[2], now[3]), (at[0], at[1], at[2]), heading(c)
        if swinging(c, s) == leg:
            here = leg_angles(c, leg, actual, hip, ankle_path(c, act, s, leg, row[CLOCK]), yaw)
            then = leg_angles(c, leg, actual, hip, ankle_path(c, act, s, leg, row[CLOCK] + GLANCE), yaw)
            turn_hinges(c, leg, six(here, was, 1.0), six(then, here, 1.0 / GLANCE))
            continue
        light = 1.0 - min(1.0, c.foot_load[leg] / (LIGHT * c.scale[SCALE_WEIGHT]))
        bx, by = stood_at(c, s, leg, light)
        stand = (bx, by, ground_height(c, bx, by) + fz)
        here = leg_angles(c, leg, pelvis, (x + px + ox, y + py + oy, z + pz + oz), stand, facing)
        turn_hinges(c, leg, six(here, was, own_place), zero)
        if light > 0.0 and stands[leg]:  # a foot that bears little feels for the ground from where the pelvis really is
            found = leg_angles(c, leg, actual, hip, (stand[0], stand[1], stand[2] - PRESS), yaw)
            turn_hinges(c, leg, six(found, here, light * own_place), zero)


@njit
def leashed(wanted, now):
    """A place that is wanted, no farther than `LEASH` from where it is now, m."""
    return min(now + LEASH, max(now - LEASH, wanted))


@njit
def stood_at(c, s, leg, light):
    """Where a foot stands, or stood when it bore something last, world (x, y)."""
    at = STOOD + 2 * leg
    row = c.scratch[s]
    if light < 0.5 or row[OWN + leg] < 1.0 or row[RESTED] == 0.0:
        row[at], row[at + 1], _ = place_point(c, c.ankle_place[leg])
    return row[at], row[at + 1]


@njit
def knee_facing(c, leg, pelvis):
    """The way a knee points while its hip's yaw is as its servo wants it, rad."""
    fx, fy, _ = rotated(pelvis, 1.0, 0.0, 0.0)
    return math.atan2(fy, fx)


@njit
def com_shift(c, s, low, high, share, turn, left, right):
    """By how much (x, y, z) the place that the centre of mass is pulled to is moved, m."""
    ax, ay, x, y, z = clip_about_feet(c, s, low, high, share, turn, left, right)
    lx, ly, _ = place_point(c, c.ankle_place[0])
    rx, ry, _ = place_point(c, c.ankle_place[1])
    ground = 0.5 * (ground_height(c, lx, ly) + ground_height(c, rx, ry))
    return x - 0.5 * (lx + rx), y - 0.5 * (ly + ry), z - ground
