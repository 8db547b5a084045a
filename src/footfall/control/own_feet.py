"""A clip that stands on the body's own feet, wherever they have stepped to."""

from __future__ import annotations

import math

from footfall.control.clip_rows import between, turned
from footfall.control.columns import LEG_ANKLE_HEIGHT, ROW_ANKLES, ROW_COM, ROW_ROOT, SCALE_LEG
from footfall.control.compile import njit
from footfall.control.kinematics import ground_height
from footfall.control.own_legs import knee_facing, leg_to_foot
from footfall.control.place import place_point
from footfall.control.rotation import cos_sin, quat_mul
from footfall.control.stepping import (
    CLOCK,
    LAG,
    RESTED,
    SUNK,
    feet_apart,
    foot_at,
    standing,
    swinging,
)
from footfall.control.steps.hinged import inverse, leg_angles, rotated

NEAR = 0.3  # rad by which the clip's angles may differ from the closed form and stay so
RETURNS = 0.278  # s in which legs bring the pelvis to where the clip has it, after a step
STRAIGHT = 0.99  # of a leg's length to which standing legs are stretched
SINKING = 0.4  # m/s at which the clip sinks and rises
EASE = 0.2  # m that the hips sink besides for each metre that a foot is from below them


@njit
def ankle_in_clip(c, at, leg):
    """A foot's ankle in the clip, (x, y, z) m."""
    low, high, share, _ = at
    column = ROW_ANKLES + 3 * leg
    return (
        between(c, low, high, share, column),
        between(c, low, high, share, column + 1),
        between(c, low, high, share, column + 2),
    )


@njit
def root_in_clip(c, at):
    """The root in the clip, (x, y, z) m, and its orientation, of the nearest row."""
    low, high, share, _ = at
    q = c.clip_rows[high if share > 0.5 else low, ROW_ROOT + 3 : ROW_ROOT + 7]
    x, y = between(c, low, high, share, ROW_ROOT), between(c, low, high, share, ROW_ROOT + 1)
    return x, y, between(c, low, high, share, ROW_ROOT + 2), (q[0], q[1], q[2], q[3])


@njit
def hip_offset(c, leg, q):
    """A hip from the root's frame, turned by a quaternion, m."""
    at, root = c.xanchor[c.hip_jnt[leg]], c.root_body[0]
    x, y, z = at[0] - c.xpos[root, 0], at[1] - c.xpos[root, 1], at[2] - c.xpos[root, 2]
    now = c.xquat[root]
    x, y, z = rotated(inverse((now[0], now[1], now[2], now[3])), x, y, z)
    return rotated(q, x, y, z)


@njit
def share_between_feet(c, at, left, right):
    """Where the clip's centre of mass is on the way from its right foot (0) to its left one (1)."""
    low, high, share, _ = at
    if left != right:
        return 1.0 if left else 0.0
    rx, ry, _ = ankle_in_clip(c, at, 1)
    dx, dy = feet_apart(c, low, high, share)
    gx, gy = between(c, low, high, share, ROW_COM) - rx, between(c, low, high, share, ROW_COM + 1) - ry
    return min(1.0, max(0.0, (gx * dx + gy * dy) / max(1e-6, dx * dx + dy * dy)))


@njit
def clip_about_feet(c, s, at, left, right):
    """How the clip is moved to stand on the body's feet.

    The clip's centre of mass keeps its share of the way from foot to foot, and legs must reach.

    Returns:
        The middle of the clip's feet (x, y), where it goes in the world (x, y), and how far up, m.
    """
    low, high, share, turn = at
    cos, sin = cos_sin(turn)
    dx, dy = feet_apart(c, low, high, share)
    rx, ry, _ = ankle_in_clip(c, at, 1)
    ax, ay = rx + 0.5 * dx, ry + 0.5 * dy
    off = share_between_feet(c, at, left, right) - 0.5
    lx, ly = foot_at(c, s, 0)
    wx, wy = foot_at(c, s, 1)
    ux, uy = turned(cos, sin, dx, dy)
    x = 0.5 * (lx + wx) + off * (lx - wx - ux)
    y = 0.5 * (ly + wy) + off * (ly - wy - uy)
    ground = 0.5 * (ground_height(c, lx, ly) + ground_height(c, wx, wy))
    drop, row, stands = 0.0, c.scratch[s], standing(c, s, left, right)
    for leg in range(2):
        if stands[leg] and swinging(c, s) != leg:
            drop = max(drop, out_of_reach(c, at, leg, (ax, ay), (x, y)))
    most = SINKING * c.step[0]
    least = -most if swinging(c, s) < 0 else 0.0  # on one leg it does not push itself up
    row[SUNK] += min(most, max(least, drop - row[SUNK]))
    return ax, ay, x, y, ground - row[SUNK]


@njit
def out_of_reach(c, at, leg, middle, to):
    """By how much the clip must sink so that a standing leg reaches its foot, m.

    `middle` of the clip's feet goes to `to`, both (x, y); the hip may also be where it really is.
    """
    cos, sin = cos_sin(at[3])
    px, py, pz, q = root_in_clip(c, at)
    ox, oy, oz = hip_offset(c, leg, q)
    hx, hy = turned(cos, sin, px - middle[0] + ox, py - middle[1] + oy)
    fx, fy, _ = place_point(c, c.ankle_place[leg])
    far = (to[0] + hx - fx) ** 2 + (to[1] + hy - fy) ** 2
    size = STRAIGHT * c.scale[SCALE_LEG] - c.legs[leg, LEG_ANKLE_HEIGHT]
    reach = math.sqrt(max(0.01, size * size - far)) - EASE * math.sqrt(far)
    return pz + oz - reach - c.legs[leg, LEG_ANKLE_HEIGHT]


@njit
def lagging(c, s, axis, off):
    """How far the pelvis is wanted from where the clip has it, m; `off` is how far it is.

    Legs let it go where it goes during a step, but keep its height. Then they bring it back.
    """
    row = c.scratch[s]
    steps = swinging(c, s) >= 0
    if row[RESTED] == 0.0 or (steps and (axis < 2 or row[CLOCK] <= c.step[0])):
        row[LAG + axis] = off
    elif not steps:
        row[LAG + axis] *= max(0.0, 1.0 - c.step[0] / RETURNS)
    return row[LAG + axis]


@njit
def legs_to_feet(c, act, s, at, about, left, right):
    """Move the targets of standing legs to the body's own feet, and those of a stepping leg along its path.

    Args:
        c: The actor's Context.
        act: The statement.
        s: Its number.
        at: Rows of the clip before and after now, the share between them, the clip's turn (rad).
        about: How the clip is moved, by `clip_about_feet`.
        left: Whether the left foot stands in the clip.
        right: And the right one.
    """
    turn, root = at[3], c.root_body[0]
    cos, sin = cos_sin(turn)
    ax, ay, x, y, up = about
    px, py, pz, q = root_in_clip(c, at)
    pelvis = quat_mul((math.cos(0.5 * turn), 0.0, 0.0, math.sin(0.5 * turn)), q)
    px, py = turned(cos, sin, px - ax, py - ay)
    rx = x + px + lagging(c, s, 0, c.xpos[root, 0] - x - px)
    ry = y + py + lagging(c, s, 1, c.xpos[root, 1] - y - py)
    rz = up + pz + lagging(c, s, 2, c.xpos[root, 2] - up - pz)
    stands = standing(c, s, left, right)
    for leg in range(2):
        ox, oy, oz = hip_offset(c, leg, pelvis)
        fx, fy, fz = ankle_in_clip(c, at, leg)
        fx, fy = turned(cos, sin, fx - ax, fy - ay)
        was = leg_angles(c, leg, pelvis, (px + ox, py + oy, pz + oz), (fx, fy, fz), knee_facing(pelvis))
        hip = (rx + ox, ry + oy, rz + oz)
        in_clip = left if leg == 0 else right
        as_it_is = in_clip or not (stands[leg] or swinging(c, s) == leg)
        height, near = (fz, NEAR) if as_it_is else (c.legs[leg, LEG_ANKLE_HEIGHT], 0.0)
        leg_to_foot(c, act, s, leg, stands[leg], was, pelvis, hip, height, near)


@njit
def com_shift(c, about):
    """By how much (x, y, z) the place that the centre of mass is pulled to is moved, m."""
    _, _, x, y, up = about
    lx, ly, _ = place_point(c, c.ankle_place[0])
    rx, ry, _ = place_point(c, c.ankle_place[1])
    ground = 0.5 * (ground_height(c, lx, ly) + ground_height(c, rx, ry))
    return x - 0.5 * (lx + rx), y - 0.5 * (ly + ry), up - ground
