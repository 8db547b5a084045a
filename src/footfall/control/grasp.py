"""GRASP: a hand holds a thing by a spring and a damper of limited force; what it carries is the hand's load.

The grip is in the State: which geom each hand holds, and where. A statement that is in force keeps it;
a hand that no statement asks to hold lets go.
"""

from __future__ import annotations

import math

from footfall.control.columns import GRIP_ASKED, GRIP_AT, GRIP_HELD, SCALE_LEG, SCALE_WEIGHT
from footfall.control.compile import njit
from footfall.control.kinematics import ground_height, heading, point_velocity, to_heading
from footfall.control.opcodes import (
    GRASP_BEAR_SHARE,
    GRASP_GRIP_DAMPING,
    GRASP_GRIP_STIFFNESS,
    GRASP_GRIP_TWIST,
    GRASP_MOST_FORCE,
    GRASP_PALM_DEPTH,
    GRASP_PART,
    GRASP_SETTLE_SECONDS,
    GRASP_THING,
    GRASP_WITHIN_DISTANCE,
)
from footfall.control.place import hand_point
from footfall.control.rotation import wrap, yaw_of
from footfall.control.scale import gravity, natural_time

SPHERE = 2  # MuJoCo's number of the shape


@njit
def on_surface(c, geom, x, y, z, palm):
    """The place of a thing nearest to a point, in the thing's own frame, and its distance, m.

    The hand's middle stays half a hand (`palm`, m) away from the surface.
    """
    mat = c.geom_xmat[geom]
    dx, dy, dz = x - c.geom_xpos[geom, 0], y - c.geom_xpos[geom, 1], z - c.geom_xpos[geom, 2]
    u = mat[0] * dx + mat[3] * dy + mat[6] * dz
    v = mat[1] * dx + mat[4] * dy + mat[7] * dz
    w = mat[2] * dx + mat[5] * dy + mat[8] * dz
    if c.geom_type[geom] == SPHERE:
        far = max(1e-9, math.sqrt(u * u + v * v + w * w))
        part = min(1.0, c.geom_size[geom, 0] / far)
        a, b, e = part * u, part * v, part * w
    else:
        a = min(c.geom_size[geom, 0], max(-c.geom_size[geom, 0], u))
        b = min(c.geom_size[geom, 1], max(-c.geom_size[geom, 1], v))
        e = min(c.geom_size[geom, 2], max(-c.geom_size[geom, 2], w))
    gap = math.sqrt((u - a) ** 2 + (v - b) ** 2 + (w - e) ** 2)
    out = min(gap, palm) / max(1e-9, gap)
    return a + out * (u - a), b + out * (v - b), e + out * (w - e), gap


@njit
def in_world(c, geom, u, v, w):
    """A place of a thing's own frame, world."""
    mat = c.geom_xmat[geom]
    return (
        c.geom_xpos[geom, 0] + mat[0] * u + mat[1] * v + mat[2] * w,
        c.geom_xpos[geom, 1] + mat[3] * u + mat[4] * v + mat[5] * w,
        c.geom_xpos[geom, 2] + mat[6] * u + mat[7] * v + mat[8] * w,
    )


@njit
def grasp(c, side, s):
    """Take hold of a thing when the hand is there, and hold it."""
    act = c.acts[side, s]
    hand = max(0, c.part_side[act[GRASP_PART]])
    geom = act[GRASP_THING]
    grip = c.grips[hand]
    x, y, z = hand_point(c, hand)
    if grip[GRIP_HELD] != geom + 1.0:
        u, v, w, gap = on_surface(c, geom, x, y, z, c.reg[act[GRASP_PALM_DEPTH]] * c.scale[SCALE_LEG])
        grip[GRIP_HELD] = 0.0
        if gap > c.reg[act[GRASP_WITHIN_DISTANCE]]:
            return
        grip[GRIP_HELD], grip[GRIP_AT], grip[GRIP_AT + 1], grip[GRIP_AT + 2] = geom + 1.0, u, v, w
    grip[GRIP_ASKED] = 1.0
    down = spring_force(c, act, hand, geom, x, y, z)
    take_load(c, act, hand, geom, c.reg[act[GRASP_BEAR_SHARE]] * down)


@njit
def spring_force(c, act, hand, geom, x, y, z):
    """Draw hand and thing together: F = k d + c v at the grip, on both, up to the largest force.

    Returns:
        How hard the hand is pulled down, N.
    """
    grip = c.grips[hand]
    body, arm = c.geom_body[geom], c.hand_body[hand]
    gx, gy, gz = in_world(c, geom, grip[GRIP_AT], grip[GRIP_AT + 1], grip[GRIP_AT + 2])
    hx, hy, hz = point_velocity(c, arm, x, y, z)
    tx, ty, tz = thing_velocity(c, body, gx, gy, gz)
    k = c.reg[act[GRASP_GRIP_STIFFNESS]] * c.scale[SCALE_WEIGHT] / c.scale[SCALE_LEG]
    d = c.reg[act[GRASP_GRIP_DAMPING]] * c.scale[SCALE_WEIGHT] * natural_time(c) / c.scale[SCALE_LEG]
    fx, fy, fz = k * (gx - x) + d * (tx - hx), k * (gy - y) + d * (ty - hy), k * (gz - z) + d * (tz - hz)
    size = math.sqrt(fx * fx + fy * fy + fz * fz)
    most = c.reg[act[GRASP_MOST_FORCE]]
    if size > most:
        fx, fy, fz = fx * most / size, fy * most / size, fz * most / size
    wrench(c, arm, x, y, z, fx, fy, fz)
    twist = c.reg[act[GRASP_GRIP_TWIST]] * c.scale[SCALE_WEIGHT] * c.scale[SCALE_LEG] * natural_time(c)
    for i in range(3):
        turn = twist * (c.cvel[body, i] - c.cvel[arm, i])
        c.xfrc_applied[arm, 3 + i] += turn
        if body > 0:
            c.xfrc_applied[body, 3 + i] -= turn
    if body > 0:
        wrench(c, body, gx, gy, gz, -fx, -fy, -fz)
    return -fz


@njit
def take_load(c, act, hand, geom, down):
    """Let a hand's load follow the force that pulls it down; two hands that hold one thing share it."""
    body = c.geom_body[geom]
    if body == 0:
        return
    # half of it each, else the stronger hand takes ever more
    part = 0.5 if c.grips[0, GRIP_HELD] == c.grips[1, GRIP_HELD] else 1.0
    heaviest = part * c.body_mass[body] * gravity(c)
    share = min(1.0, c.step[0] / c.reg[act[GRASP_SETTLE_SECONDS]])
    c.hand_load[hand] += share * (min(heaviest, max(0.0, down)) - c.hand_load[hand])


@njit
def thing_velocity(c, body, x, y, z):
    """Velocity of a point of a thing, world; a fixed one does not move."""
    if body == 0:
        return 0.0, 0.0, 0.0
    return point_velocity(c, body, x, y, z)


@njit
def wrench(c, body, x, y, z, fx, fy, fz):
    """A force on a body at a point, as MuJoCo wants it: at its centre of mass."""
    rx, ry, rz = x - c.xipos[body, 0], y - c.xipos[body, 1], z - c.xipos[body, 2]
    c.xfrc_applied[body, 0] += fx
    c.xfrc_applied[body, 1] += fy
    c.xfrc_applied[body, 2] += fz
    c.xfrc_applied[body, 3] += ry * fz - rz * fy
    c.xfrc_applied[body, 4] += rz * fx - rx * fz
    c.xfrc_applied[body, 5] += rx * fy - ry * fx


@njit
def let_go(c):
    """End a tick: hands that no statement asked to hold are empty, and nobody has asked for the next tick."""
    for hand in range(2):
        if c.grips[hand, GRIP_ASKED] == 0.0:
            c.grips[hand, GRIP_HELD] = 0.0
            c.hand_load[hand] = 0.0
        c.grips[hand, GRIP_ASKED] = 0.0


@njit
def sense_thing(c, geom, attr):
    """An attribute of a thing, by its place in `THING_ATTRS` (control/sense.py)."""
    if geom < 0:
        return 0.0
    x, y, z = c.geom_xpos[geom, 0], c.geom_xpos[geom, 1], c.geom_xpos[geom, 2]
    if attr == 0:
        return z - ground_height(c, x, y)
    if attr == 1:
        return x
    if attr == 2:
        return y
    if attr < 6:
        vx, vy, vz = thing_velocity(c, c.geom_body[geom], x, y, z)
        forward, left = to_heading(heading(c), vx, vy)
        return forward if attr == 3 else (left if attr == 4 else vz)
    if attr == 6:
        return yaw_of(c.geom_xmat[geom])
    root = c.root_body[0]
    dx, dy = x - c.xpos[root, 0], y - c.xpos[root, 1]
    if attr == 7:
        return math.sqrt(dx * dx + dy * dy)
    if attr == 8:
        yaw = heading(c)
        return yaw + wrap(math.atan2(dy, dx) - yaw)
    if attr < 12:
        return 2.0 * c.geom_size[geom, 0 if c.geom_type[geom] == SPHERE else attr - 9]
    held = 0.0
    for hand in range(2):
        if c.grips[hand, GRIP_HELD] == geom + 1.0:
            held += 1.0
    return held
