"""Monitors: what an objective measures, summed up tick by tick, so that a search needs no log.

Each monitor reads one quantity q. Its error is |q̄ - target|, where q̄ is q smoothed over a window; where the
target is a bound, what lies on its right side is no error. Errors are summed over time; one that exceeds its
limit ends the run ("threshold"). What belongs to one moment, a landing, is measured in control/landing.py.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    CODE_DST,
    GOAL_COM,
    GOAL_JOINTS,
    GOAL_PART,
    GOAL_STEP,
    GOAL_TRUNK,
    MONITOR_AFTER,
    MONITOR_BOUND,
    MONITOR_COMMAND,
    MONITOR_INDEX,
    MONITOR_KIND,
    MONITOR_LAST,
    MONITOR_LIMIT,
    MONITOR_ONCE,
    MONITOR_TARGET,
    MONITOR_WINDOW,
    SUM_BEST,
    SUM_ERROR,
    SUM_LEAST,
    SUM_MOST,
    SUM_OWN_A,
    SUM_OWN_B,
    SUM_RAW,
    SUM_SEEN,
    SUM_SMOOTH,
    SUM_TIME,
    SUM_WORST,
    TRACK_AIR_TIME,
    TRACK_SLIDE_X,
    TRACK_SLIDE_Y,
    TRACK_STRIKES,
)
from footfall.control.compile import njit
from footfall.control.expression import execute
from footfall.control.kinematics import com_velocity, ground_height, heading, point_velocity, to_heading
from footfall.control.landing import add_impact, add_landing, flight
from footfall.control.rotation import pitch_of, roll_of, wrap, yaw_of
from footfall.control.sense import turned

# kinds, by number; `learn/objective` knows them by name
QUANTITIES = (
    "speed", "drift", "heading", "step", "slide", "torque", "effort", "power", "head", "tilt", "height",
    "phase", "shake", "track", "turn", "air", "impact", "descent", "under", "touch", "margin",
)  # fmt: skip
(SPEED, DRIFT, HEADING, STEP, SLIDE, TORQUE, EFFORT, POWER, HEAD, TILT, HEIGHT, PHASE, SHAKE, TRACK) = range(
    14
)
TURN, AIR, IMPACT, DESCENT, UNDER, TOUCH, MARGIN = 14, 15, 16, 17, 18, 19, 20
GOAL_ANGLES = 6  # columns of `goal` before the joints: com x, y, z, trunk pitch, roll, yaw
SHAKE_HZ = 12.0  # joint motion above this is shaking, not moving
SHAKE_WIDTH = 8  # two second-order filters per dof, four numbers each
STRIKE_SECONDS = 0.05  # after a foot strike, left out of the shake


@njit
def watch(c, tick, dt):
    """One tick of all monitors, between `mj_step1` and `mj_step2`: positions and torques are of one moment.

    Returns:
        Whether an error is above its limit.
    """
    over = False
    time = tick * dt
    for k in range(c.monitors.shape[0]):
        spec, sums = c.monitors[k], c.monitored[k]
        kind = int(spec[MONITOR_KIND])
        if time < spec[MONITOR_AFTER] - 1e-9:
            continue
        if (
            sums[SUM_SEEN] == 0.0
            and spec[MONITOR_ONCE] > 0.0
            and not in_phase(c, int(spec[MONITOR_ONCE]) - 1)
        ):
            continue
        if kind == SHAKE:
            add_shake(c, sums, dt)
        elif kind == STEP:
            add_step(c, spec, sums)
        elif kind == TRACK:
            row = int((time - spec[MONITOR_AFTER]) / c.goal_terms[GOAL_STEP] + 1e-6)
            if row < c.goal.shape[0]:  # the goal may be over before the run is
                add(spec, sums, track_error(c, sums, row), dt)
        elif kind == IMPACT:
            add_impact(c, spec, sums, dt)
        elif kind in (DESCENT, UNDER, TOUCH):
            add_landing(c, sums, kind - DESCENT, dt)
        elif kind == AIR:
            add(spec, sums, flight(c, sums, dt), dt)
        else:
            add(spec, sums, quantity(c, kind, spec), dt)
        if sums[SUM_TIME] > 0.0 and error_now(kind, spec, sums) > spec[MONITOR_LIMIT]:
            over = True
    return over


@njit
def error_now(kind, spec, sums):
    """The error that is held against the limit: of the smoothed value, or the share of shaking so far."""
    if kind == SHAKE:
        return sums[SUM_ERROR] / sums[SUM_RAW] if sums[SUM_RAW] > 0.0 else 0.0
    return error_of(spec, sums[SUM_SMOOTH])


@njit
def error_of(spec, value):
    """How far a value is from the target, or on the wrong side of it."""
    over = value - spec[MONITOR_TARGET]
    if spec[MONITOR_BOUND] != 0.0:
        return max(0.0, -spec[MONITOR_BOUND] * over)
    return abs(over)


@njit
def add(spec, sums, value, dt):
    """Smooth a value by a first-order filter and sum up its error."""
    first = sums[SUM_SEEN] == 0.0
    if first or spec[MONITOR_WINDOW] <= dt:
        sums[SUM_SMOOTH] = value
        sums[SUM_SEEN] = 1.0
    else:
        sums[SUM_SMOOTH] += (value - sums[SUM_SMOOTH]) * dt / spec[MONITOR_WINDOW]
    error = error_of(spec, sums[SUM_SMOOTH])
    if first:
        sums[SUM_MOST] = sums[SUM_LEAST] = sums[SUM_SMOOTH]
        sums[SUM_BEST] = error
    sums[SUM_MOST] = max(sums[SUM_MOST], sums[SUM_SMOOTH])
    sums[SUM_LEAST] = min(sums[SUM_LEAST], sums[SUM_SMOOTH])
    # before a whole window has passed the smoothed value is mostly the first one
    if sums[SUM_TIME] <= spec[MONITOR_WINDOW]:
        sums[SUM_BEST] = error
    sums[SUM_BEST] = min(sums[SUM_BEST], error)
    sums[SUM_ERROR] += error * dt
    sums[SUM_RAW] += value * dt
    sums[SUM_TIME] += dt
    sums[SUM_WORST] = max(sums[SUM_WORST], error)


@njit
def quantity(c, kind, spec):
    """The value of a quantity now."""
    command = c.reg[int(spec[MONITOR_COMMAND])] if spec[MONITOR_COMMAND] >= 0.0 else 0.0
    if kind in (SPEED, DRIFT):
        vx, vy, _ = com_velocity(c)
        forward, left = to_heading(command, vx, vy)
        return forward if kind == SPEED else left
    if kind == HEADING:
        return wrap(heading(c) - command)
    if kind == SLIDE:
        return largest_slide(c)
    if kind in (TORQUE, EFFORT, POWER):
        return exertion(c, kind)
    if kind == HEAD:
        return head_motion(c, int(spec[MONITOR_INDEX]))
    if kind == TILT:
        mat = c.xmat[c.part_body[int(spec[MONITOR_INDEX])]]
        return math.acos(min(1.0, max(-1.0, mat[8])))
    if kind == HEIGHT:
        return c.com[2] - ground_height(c, c.com[0], c.com[1])
    if kind == TURN:
        return turned(c)
    if kind == MARGIN:
        return margin(c, int(spec[MONITOR_INDEX]), int(spec[MONITOR_LAST]))
    return 1.0 if in_phase(c, int(spec[MONITOR_INDEX])) else 0.0  # PHASE


@njit
def in_phase(c, phase):
    """Whether a phase is active in any frame of the call stack."""
    for frame in range(c.depth[0] + 1):
        if c.frame_phase[frame] == phase:
            return True
    return False


@njit
def margin(c, first, last):
    """The margin of a condition of the root script: the result of the last row of its code."""
    execute(c, c.frame_side[0], 0, first, last)
    return c.reg[c.code[last - 1, CODE_DST]]


@njit
def largest_slide(c):
    """How far the planted foot that slid most has slid in this stance, m."""
    most = 0.0
    for foot in range(2):
        track = c.foot_track[foot]
        if track[TRACK_AIR_TIME] == 0.0:
            most = max(most, math.sqrt(track[TRACK_SLIDE_X] ** 2 + track[TRACK_SLIDE_Y] ** 2))
    return most


@njit
def exertion(c, kind):
    """Summed |torque| (N m), torque² (N² m²) or |power| (W) of all joints."""
    total = 0.0
    for k in range(c.dofs.shape[0]):
        torque = c.clipped[c.dofs[k]]
        if kind == TORQUE:
            total += abs(torque)
        elif kind == EFFORT:
            total += torque * torque
        else:
            total += abs(torque * c.qvel[c.dofs[k]])
    return total


@njit
def head_motion(c, part):
    """Speed of a part's centre relative to the body's centre of mass, m/s."""
    body = c.part_body[part]
    x, y, z = point_velocity(c, body, c.xipos[body, 0], c.xipos[body, 1], c.xipos[body, 2])
    vx, vy, vz = com_velocity(c)
    return math.sqrt((x - vx) ** 2 + (y - vy) ** 2 + (z - vz) ** 2)


@njit
def add_step(c, spec, sums):
    """At a foot strike: the distance of the feet along the heading. Its `TIME` counts steps."""
    strikes = c.foot_track[0, TRACK_STRIKES] + c.foot_track[1, TRACK_STRIKES]
    if sums[SUM_SEEN] == 0.0:  # strikes before the monitor began are not its own
        sums[SUM_SEEN] = 1.0
        sums[SUM_OWN_A] = strikes
    if strikes <= sums[SUM_OWN_A]:
        return
    sums[SUM_OWN_A] = strikes
    a, b = c.part_body[c.feet[0]], c.part_body[c.feet[1]]
    forward, _ = to_heading(heading(c), c.xpos[a, 0] - c.xpos[b, 0], c.xpos[a, 1] - c.xpos[b, 1])
    length = abs(forward)
    error = abs(length - spec[MONITOR_TARGET])
    sums[SUM_SMOOTH] = length
    sums[SUM_ERROR] += error
    sums[SUM_RAW] += length
    sums[SUM_TIME] += 1.0
    sums[SUM_WORST] = max(sums[SUM_WORST], error)


@njit
def add_shake(c, sums, dt):
    """Joint-rate power above 12 Hz (`ERROR`) and in all (`RAW`), 50 ms after foot strikes left out.

    High pass of fourth order: two Butterworth filters of second order in a row, by the bilinear
    transform: y = (x - 2 x₁ + x₂ - a₁ y₁ - a₂ y₂) / a₀, K = tan(pi f dt).
    """
    strikes = c.foot_track[0, TRACK_STRIKES] + c.foot_track[1, TRACK_STRIKES]
    if strikes > sums[SUM_OWN_A]:
        sums[SUM_OWN_A] = strikes
        sums[SUM_OWN_B] = STRIKE_SECONDS
    sums[SUM_OWN_B] -= dt
    K = math.tan(math.pi * SHAKE_HZ * dt)
    a0 = 1.0 + math.sqrt(2.0) * K + K * K
    a1, a2 = 2.0 * (K * K - 1.0), 1.0 - math.sqrt(2.0) * K + K * K
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        memory = c.shaken[dof]
        rate = c.qvel[dof]
        x = rate
        for first in (0, 4):
            if sums[SUM_SEEN] == 0.0 and first == 0:  # begin as if the rate had been so for ever
                memory[0] = memory[1] = x
            y = (
                x - 2.0 * memory[first] + memory[first + 1] - a1 * memory[first + 2] - a2 * memory[first + 3]
            ) / a0
            memory[first + 1], memory[first] = memory[first], x
            memory[first + 3], memory[first + 2] = memory[first + 2], y
            x = y
        if sums[SUM_OWN_B] <= 0.0:
            sums[SUM_ERROR] += x * x * dt
            sums[SUM_RAW] += rate * rate * dt
    sums[SUM_SEEN] = 1.0
    sums[SUM_TIME] += dt


@njit
def track_error(c, sums, row):
    """Squared distance from row `row` of the goal: w₁ |c - c'|² + w₂ |φ - φ'|² + w₃ Σ (q - q')².

    The goal is moved along the ground so that both begin at the same place.
    """
    goal = c.goal[row]
    if sums[SUM_SEEN] == 0.0:
        sums[SUM_OWN_A] = c.com[0] - goal[0]
        sums[SUM_OWN_B] = c.com[1] - goal[1]
    dx, dy, dz = (
        c.com[0] - sums[SUM_OWN_A] - goal[0],
        c.com[1] - sums[SUM_OWN_B] - goal[1],
        c.com[2] - goal[2],
    )
    error = c.goal_terms[GOAL_COM] * (dx * dx + dy * dy + dz * dz)
    mat = c.xmat[c.part_body[int(c.goal_terms[GOAL_PART])]]
    angles = (pitch_of(mat), roll_of(mat), yaw_of(mat))
    for i in range(3):
        difference = wrap(angles[i] - goal[3 + i])
        error += c.goal_terms[GOAL_TRUNK] * difference * difference
    for k in range(c.dofs.shape[0]):
        dof = c.dofs[k]
        difference = c.qpos[c.dof_qpos[dof]] - goal[GOAL_ANGLES + dof]
        error += c.goal_terms[GOAL_JOINTS] * difference * difference
    return error
