"""IK: servo a chain of joints so that a part's centre goes to a place.

Damped least squares on a copy of the chain, a fixed number of iterations a tick, started from
last tick's answer and kept within the joints' limits. It converges over a few ticks, which a
body cannot outrun.
"""

from __future__ import annotations

import math

from footfall.control.columns import ACT_ROW, NOW_FRAME, SERVO_ON
from footfall.control.compile import njit
from footfall.control.opcodes import (
    IK_BASE_JOINT,
    IK_GAINS_KD,
    IK_GAINS_KP,
    IK_LOCAL_FORWARD,
    IK_LOCAL_LEFT,
    IK_LOCAL_UP,
    IK_PART,
    IK_SEARCH_BENT,
    IK_SEARCH_DAMPING,
    IK_SEARCH_MOST,
    IK_SEARCH_STRAIGHT,
    IK_TARGET_X,
    IK_TARGET_Y,
    IK_TARGET_Z,
    IK_TOLERANCE_DISTANCE,
)
from footfall.control.place import JOINT_PLACES, place_point
from footfall.control.servos.pose import ABSENT, ONCE, OWNED, arg, servo_axis
from footfall.control.servos.virtual import to_world

ITERATIONS = 4
MOST_AXES = 10
STARTED = 0  # column of the scratch row; the answer's angles follow
DOF, ANCHOR, AXIS, CHANGE = 0, 1, 4, 7  # columns of a work row: dof, anchor (3), axis (3), change


@njit
def ik_target(c, act):
    """Where the part should go, world."""
    if act[IK_TARGET_X] >= 0:
        return c.reg[act[IK_TARGET_X]], c.reg[act[IK_TARGET_Y]], c.reg[act[IK_TARGET_Z]]
    bx, by, bz = place_point(c, JOINT_PLACES + act[IK_BASE_JOINT])
    x, y = to_world(c, c.reg[act[IK_LOCAL_FORWARD]], c.reg[act[IK_LOCAL_LEFT]])
    return bx + x, by + y, bz + c.reg[act[IK_LOCAL_UP]]


@njit
def rotate(ax, ay, az, angle, x, y, z):
    """A vector turned about a unit axis (Rodrigues' formula)."""
    cos, sin = math.cos(angle), math.sin(angle)
    dot = (ax * x + ay * y + az * z) * (1.0 - cos)
    return (
        x * cos + (ay * z - az * y) * sin + ax * dot,
        y * cos + (az * x - ax * z) * sin + ay * dot,
        z * cos + (ax * y - ay * x) * sin + az * dot,
    )


@njit
def copy_chain(c, path):
    """Write dof, anchor and axis of each axis of a chain, base first, into the work rows; return how many."""
    n = 0
    for k in range(c.path_start[path + 1] - 1, c.path_start[path] - 1, -1):  # paths begin at the part
        joint = c.path_joint[k]
        for axis in range(3):
            dof = c.joint_dof[joint, axis]
            if dof < 0 or n == MOST_AXES:
                continue
            row = c.work[n]
            jnt = c.dof_jnt[dof]
            row[DOF] = dof
            for i in range(3):
                row[ANCHOR + i] = c.xanchor[jnt, i]
                row[AXIS + i] = c.xaxis[jnt, i]
            n += 1
    return n


@njit
def turn(c, n, k, angle, px, py, pz):
    """Turn the copied chain at its k-th axis; returns where the end point goes."""
    row = c.work[k]
    ax, ay, az = row[AXIS], row[AXIS + 1], row[AXIS + 2]
    ox, oy, oz = row[ANCHOR], row[ANCHOR + 1], row[ANCHOR + 2]
    for j in range(k + 1, n):
        other = c.work[j]
        x, y, z = rotate(
            ax, ay, az, angle, other[ANCHOR] - ox, other[ANCHOR + 1] - oy, other[ANCHOR + 2] - oz
        )
        other[ANCHOR], other[ANCHOR + 1], other[ANCHOR + 2] = x + ox, y + oy, z + oz
        x, y, z = rotate(ax, ay, az, angle, other[AXIS], other[AXIS + 1], other[AXIS + 2])
        other[AXIS], other[AXIS + 1], other[AXIS + 2] = x, y, z
    x, y, z = rotate(ax, ay, az, angle, px - ox, py - oy, pz - oz)
    return x + ox, y + oy, z + oz


@njit
def column(c, k, px, py, pz):
    """How the end point moves with the k-th axis: axis x (point - anchor)."""
    row = c.work[k]
    rx, ry, rz = px - row[ANCHOR], py - row[ANCHOR + 1], pz - row[ANCHOR + 2]
    ax, ay, az = row[AXIS], row[AXIS + 1], row[AXIS + 2]
    return ay * rz - az * ry, az * rx - ax * rz, ax * ry - ay * rx


@njit
def solve3(a, b, d, e, f, i, x, y, z):
    """The solution of a symmetric 3 x 3 system [[a b d] [b e f] [d f i]] u = (x, y, z)."""
    c00, c01, c02 = e * i - f * f, d * f - b * i, b * f - d * e
    c11, c12, c22 = a * i - d * d, b * d - a * f, a * e - b * b
    det = a * c00 + b * c01 + d * c02
    return (
        (c00 * x + c01 * y + c02 * z) / det,
        (c01 * x + c11 * y + c12 * z) / det,
        (c02 * x + c12 * y + c22 * z) / det,
    )


@njit
def improve(c, act, s, n, tx, ty, tz, px, py, pz):
    """One step of damped least squares, dq = J^T (J J^T + damping^2)^-1 error; returns the end point."""
    a = b = d = e = f = i = 0.0
    for k in range(n):
        x, y, z = column(c, k, px, py, pz)
        a, b, d = a + x * x, b + x * y, d + x * z
        e, f, i = e + y * y, f + y * z, i + z * z
    damp = c.reg[act[IK_SEARCH_DAMPING]] * c.reg[act[IK_SEARCH_DAMPING]]
    most = c.reg[act[IK_SEARCH_MOST]]
    ux, uy, uz = solve3(a + damp, b, d, e + damp, f, i + damp, tx - px, ty - py, tz - pz)
    for k in range(n):
        x, y, z = column(c, k, px, py, pz)
        c.work[k, CHANGE] = min(most, max(-most, x * ux + y * uy + z * uz))
    for k in range(n):
        dof = int(c.work[k, DOF])
        angle = c.scratch[s, 1 + k]
        wanted = min(c.dof_high[dof], max(c.dof_low[dof], angle + c.work[k, CHANGE]))
        c.scratch[s, 1 + k] = wanted
        px, py, pz = turn(c, n, k, wanted - angle, px, py, pz)
    return px, py, pz


@njit
def begin_at(c, act, dof, now):
    """Where the search for an axis' angle begins: where it is, but a knee or elbow at least a little bent.

    A straight limb is singular: no small turn shortens it.
    """
    low, high = c.dof_low[dof], c.dof_high[dof]
    bent, straight = c.reg[act[IK_SEARCH_BENT]], c.reg[act[IK_SEARCH_STRAIGHT]]
    if abs(low) < straight:
        return max(now, min(bent, high))
    if abs(high) < straight:
        return min(now, max(-bent, low))
    return now


@njit
def ik(c, side, s):
    """Servo the joints from the base to the part so that the part's centre goes to the target."""
    act = c.acts[side, s]
    px, py, pz = place_point(c, act[IK_PART])
    tx, ty, tz = ik_target(c, act)
    if c.planar[0]:
        ty = py
    n = copy_chain(c, act[ACT_ROW])
    answer = c.scratch[s]
    for k in range(n):
        dof = int(c.work[k, DOF])
        now = c.qpos[c.dof_qpos[dof]]
        if answer[STARTED] == 0.0:
            answer[1 + k] = begin_at(c, act, dof, now)
        px, py, pz = turn(c, n, k, answer[1 + k] - now, px, py, pz)
    answer[STARTED] = 1.0
    near = c.reg[act[IK_TOLERANCE_DISTANCE]]
    for _ in range(ITERATIONS):
        if (tx - px) ** 2 + (ty - py) ** 2 + (tz - pz) ** 2 > near * near:
            px, py, pz = improve(c, act, s, n, tx, ty, tz, px, py, pz)
    servo_chain(c, s, act)


@njit
def servo_chain(c, s, act):
    """Servo the chain's joints to the answer, in the order in which it was copied.

    When the phase is over they let go, in the classic dialect too. The joints of a calling phase are
    its own: arms that reach do so while the skill it calls walks.
    """
    calling = c.now[NOW_FRAME] < c.depth[0]
    kp, kd = arg(c, act[IK_GAINS_KP], ABSENT), arg(c, act[IK_GAINS_KD], ABSENT)
    path, n = act[ACT_ROW], 0
    for k in range(c.path_start[path + 1] - 1, c.path_start[path] - 1, -1):
        joint = c.path_joint[k]
        for axis in range(3):
            dof = c.joint_dof[joint, axis]
            if dof >= 0 and n < MOST_AXES:
                servo_axis(c, joint, axis, c.scratch[s, 1 + n], kp, kd, False)
                if c.servo[dof, SERVO_ON] != OWNED:
                    c.servo[dof, SERVO_ON] = OWNED if calling else ONCE
                n += 1
