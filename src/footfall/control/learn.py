"""LEARN: feed-forward torque over a phase, learned from the feedback torque (feedback-error learning).

The torque of a servo is stored in bins of elapsed time, for each phase and side. What the feedback had
to add on one visit of the phase is, in part, given in advance on the next one.
"""

from __future__ import annotations

import math

from footfall.control.columns import ACT_ROW, BINS, CLOSING_ASKED, CLOSING_TORQUE, NOW_FRAME
from footfall.control.compile import njit
from footfall.control.kinematics import heading
from footfall.control.opcodes import LEARN_EVERY_SECONDS, LEARN_RATE, LEARN_SERVO
from footfall.control.place import JOINT_PLACES

VISITS = 3  # of the second axis of `learned` and `feedback`, after yaw, roll and pitch: how often
ENTERED, AT, RATE = 0, 1, 2  # columns of a scratch row; AT in bins


@njit
def learn(c, side, s):
    """Note that a servo learns in this tick; `learned_torques` does it when all torques are known.

    Args:
        c: The actor's Context.
        side: 0 when the left leg is stance, 1 when the right one is.
        s: The statement.
    """
    act, row = c.acts[side, s], c.scratch[s]
    row[AT] = c.clock[c.now[NOW_FRAME]] / max(c.reg[act[LEARN_EVERY_SECONDS]], 1e-4)
    row[RATE] = c.reg[act[LEARN_RATE]]
    if row[ENTERED] == 0.0:
        row[ENTERED] = 1.0
        take_in(c, act, 2 * act[ACT_ROW] + side, row[RATE])
    n = c.learning[0]
    if n + 1 < c.learning.shape[0]:
        c.learning[1 + n] = 2 * s + side
        c.learning[0] = n + 1


@njit
def bound(c, place):
    """What a learned torque may not exceed: the limit of the joint, or of a hip for the root, N m."""
    joint = place - JOINT_PLACES if place >= JOINT_PLACES else c.hip_joint[0]
    return c.limit[c.joint_main[joint]] if joint >= 0 else 0.0


@njit
def take_in(c, act, row, rate):
    """Add to the table what the feedback gave on the last visit: tau_ff += rate mean(tau_fb), by bin.

    It is done when the phase begins anew, so that a phase in which the body fell teaches nothing.
    Bins that no visit has reached hold the torque of the last one that was.
    """
    most = bound(c, act[LEARN_SERVO])
    table, feedback = c.learned[row], c.feedback[row]
    last = -1
    for b in range(BINS):
        if feedback[VISITS, b] > 0.0:
            last = b
            table[VISITS, b] += 1.0
            for axis in range(3):
                torque = table[axis, b] + rate * feedback[axis, b] / feedback[VISITS, b]
                table[axis, b] = min(max(torque, -most), most)
                feedback[axis, b] = 0.0
            feedback[VISITS, b] = 0.0
        elif last >= 0 and table[VISITS, b] == 0.0:
            for axis in range(3):
                table[axis, b] = table[axis, last]


@njit
def between(table, axis, at):
    """The learned torque at a moment, straight lines between the middles of the bins."""
    x = min(max(at - 0.5, 0.0), BINS - 1.0)
    low = int(math.floor(x))
    high = min(low + 1, BINS - 1)
    share = x - low
    return (1.0 - share) * table[axis, low] + share * table[axis, high]


@njit
def learned_torques(c):
    """Hear what each learning servo asks for by feedback, and add what it has learned."""
    for k in range(c.learning[0]):
        s, side = c.learning[1 + k] // 2, c.learning[1 + k] % 2
        act, at = c.acts[side, s], c.scratch[s, AT]
        if not 0.0 <= at < BINS:  # nor what is no number: it would be an index
            continue
        row = 2 * act[ACT_ROW] + side
        if act[LEARN_SERVO] >= JOINT_PLACES:
            by_joint(c, act[LEARN_SERVO] - JOINT_PLACES, row, at)
        elif c.closing[CLOSING_ASKED] != 0.0:
            by_root(c, row, at)
    c.learning[0] = 0


@njit
def by_joint(c, joint, row, at):
    """A joint learns about each of its axes what its servos ask for."""
    table, feedback, b = c.learned[row], c.feedback[row], int(at)
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof >= 0:
            feedback[axis, b] += c.tau[dof]
            c.tau[dof] += between(table, axis, at)
    feedback[VISITS, b] += 1.0


@njit
def by_root(c, row, at):
    """The servo that `.close` serves learns about the axes of the heading frame."""
    table, feedback, b = c.learned[row], c.feedback[row], int(at)
    yaw = heading(c)
    cos, sin = math.cos(yaw), math.sin(yaw)
    x, y, z = c.closing[CLOSING_TORQUE], c.closing[CLOSING_TORQUE + 1], c.closing[CLOSING_TORQUE + 2]
    feedback[0, b] += z
    feedback[1, b] += cos * x + sin * y
    feedback[2, b] += cos * y - sin * x
    feedback[VISITS, b] += 1.0
    forward, left = between(table, 1, at), between(table, 2, at)
    c.closing[CLOSING_TORQUE] = x + cos * forward - sin * left
    c.closing[CLOSING_TORQUE + 1] = y + sin * forward + cos * left
    c.closing[CLOSING_TORQUE + 2] = z + between(table, 0, at)
