"""Places a script can name: parts, joints, the support, the feet, the centre of mass, the hips."""

from __future__ import annotations

from footfall.control.columns import PRESSURE_AT, PRESSURE_FORCE
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, heading, hip_midpoint, point_velocity, to_heading

# A place is one number: a part, JOINT_PLACES + a joint, or one of these (script.statements.PLACES).
JOINT_PLACES = 1000
SUPPORT, PRESSURE, FEET, COM, HIPS = 2000, 2001, 2002, 2003, 2004
HAND_PLACES = 3000  # + 0 left, 1 right: the hand at the end of a forearm
OF_HIPS, OF_COM = 0, 1  # what is measured


@njit
def feet_middle(c):
    """The point halfway between the feet's centres."""
    a, b = c.part_body[c.feet[0]], c.part_body[c.feet[1]]
    return (
        0.5 * (c.xipos[a, 0] + c.xipos[b, 0]),
        0.5 * (c.xipos[a, 1] + c.xipos[b, 1]),
        0.5 * (c.xipos[a, 2] + c.xipos[b, 2]),
    )


@njit
def support(c):
    """The mean of the centres of all parts that touch the world; the feet's middle in the air."""
    x = y = z = n = 0.0
    for part in range(c.part_body.shape[0]):
        if c.touching[part] > 0:
            body = c.part_body[part]
            x += c.xipos[body, 0]
            y += c.xipos[body, 1]
            z += c.xipos[body, 2]
            n += 1.0
    if n == 0.0:
        return feet_middle(c)
    return x / n, y / n, z / n


@njit
def centre_of_pressure(c):
    """The load-weighted mean of all contacts, one tick old; the feet's middle in the air."""
    x = y = z = load = 0.0
    for part in range(c.pressure.shape[0]):
        n = c.pressure[part, PRESSURE_FORCE]
        x += n * c.pressure[part, PRESSURE_AT]
        y += n * c.pressure[part, PRESSURE_AT + 1]
        z += n * c.pressure[part, PRESSURE_AT + 2]
        load += n
    if load <= 0.0:
        return feet_middle(c)
    return x / load, y / load, z / load


@njit
def hand_point(c, hand):
    """Where a hand grips, world."""
    body = c.hand_body[hand]
    mat, at = c.xmat[body], c.hand_at[hand]
    return (
        c.xpos[body, 0] + mat[0] * at[0] + mat[1] * at[1] + mat[2] * at[2],
        c.xpos[body, 1] + mat[3] * at[0] + mat[4] * at[1] + mat[5] * at[2],
        c.xpos[body, 2] + mat[6] * at[0] + mat[7] * at[1] + mat[8] * at[2],
    )


@njit
def place_point(c, place):
    """Where a place is, world."""
    if place >= HAND_PLACES:
        return hand_point(c, place - HAND_PLACES)
    if place < JOINT_PLACES:
        body = c.part_body[place]
        return c.xipos[body, 0], c.xipos[body, 1], c.xipos[body, 2]
    if place < SUPPORT:
        jnt = c.dof_jnt[c.joint_main[place - JOINT_PLACES]]
        return c.xanchor[jnt, 0], c.xanchor[jnt, 1], c.xanchor[jnt, 2]
    if place == SUPPORT:
        return support(c)
    if place == PRESSURE:
        return centre_of_pressure(c)
    if place == FEET:
        return feet_middle(c)
    if place == COM:
        return c.com[0], c.com[1], c.com[2]
    return hip_midpoint(c)


@njit
def ahead(c, what, place):
    """Distance and velocity of the body from a place, in the heading frame.

    Args:
        c: The actor's Context.
        what: OF_HIPS or OF_COM: what is measured.
        place: From where.

    Returns:
        d and v forwards, then d and v to the left.
    """
    px, py, _ = place_point(c, place)
    if what == OF_COM:
        x, y = c.com[0], c.com[1]
        vx, vy, _ = com_velocity(c)
    else:
        x, y, z = hip_midpoint(c)
        vx, vy, _ = point_velocity(c, c.root_body[0], x, y, z)
    yaw = heading(c)
    d_forward, d_left = to_heading(yaw, x - px, y - py)
    v_forward, v_left = to_heading(yaw, vx, vy)
    return d_forward, v_forward, d_left, v_left
