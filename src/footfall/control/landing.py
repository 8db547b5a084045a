"""Flights and landings, for monitors: time in the air, and what a body meets the ground with.

A flight is a time in which no part touches the ground. It counts as one when it lasts `FLIGHT` seconds: a
walk has none.
"""

from __future__ import annotations

from footfall.control.columns import (
    MONITOR_WINDOW,
    PRESSURE_FORCE,
    SCALE_WEIGHT,
    SUM_MOST,
    SUM_OWN_A,
    SUM_OWN_B,
    SUM_RAW,
    SUM_SEEN,
    SUM_SMOOTH,
    SUM_TIME,
)
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, heading, to_heading

FLIGHT = 0.08  # s without any touch from which on it is a flight
DESCENT, UNDER, TOUCH = 0, 1, 2  # what is measured of a landing


@njit
def aloft(c):
    """Whether no part touches the ground."""
    for part in range(c.touching.shape[0]):
        if c.touching[part] > 0:
            return False
    return True


@njit
def flight(c, sums, dt):
    """Seconds of the flight so far; 0 on the ground."""
    sums[SUM_OWN_A] = sums[SUM_OWN_A] + dt if aloft(c) else 0.0
    return sums[SUM_OWN_A]


@njit
def add_impact(c, spec, sums, dt):
    """After a flight: how much the ground presses more than the body weighs, in body weights.

    The force is smoothed: that of a single tick belongs to the solver more than to the body.
    """
    force = 0.0
    for part in range(c.pressure.shape[0]):
        force += c.pressure[part, PRESSURE_FORCE]
    share = min(1.0, dt / max(dt, spec[MONITOR_WINDOW]))
    sums[SUM_SMOOTH] += share * (force / c.scale[SCALE_WEIGHT] - sums[SUM_SMOOTH])
    before = sums[SUM_OWN_A]
    if flight(c, sums, dt) == 0.0 and before >= FLIGHT:
        sums[SUM_SEEN] = 1.0
    if sums[SUM_SEEN] == 0.0:
        return
    excess = max(0.0, sums[SUM_SMOOTH] - 1.0)
    sums[SUM_RAW] += excess * dt
    sums[SUM_TIME] += dt
    sums[SUM_MOST] = max(sums[SUM_MOST], excess)


@njit
def add_landing(c, sums, what, dt):
    """At the end of the longest flight so far: a value of that moment."""
    before = sums[SUM_OWN_A]
    if flight(c, sums, dt) > 0.0 or before < FLIGHT or before < sums[SUM_OWN_B]:
        return
    sums[SUM_OWN_B] = before
    sums[SUM_SEEN] = 1.0
    sums[SUM_TIME] += dt
    sums[SUM_SMOOTH] = landing(c, what)
    sums[SUM_MOST] = sums[SUM_SMOOTH]


@njit
def landing(c, what):
    """Speed downwards, m/s; centre of mass ahead of the feet, m; whether more than feet touch."""
    if what == DESCENT:
        return -com_velocity(c)[2]
    if what == UNDER:
        a, b = c.part_body[c.feet[0]], c.part_body[c.feet[1]]
        x = c.com[0] - 0.5 * (c.xpos[a, 0] + c.xpos[b, 0])
        y = c.com[1] - 0.5 * (c.xpos[a, 1] + c.xpos[b, 1])
        return to_heading(heading(c), x, y)[0]
    for part in range(c.touching.shape[0]):
        if c.touching[part] > 0 and c.part_leg[part] < 0:
            return 1.0
    return 0.0
