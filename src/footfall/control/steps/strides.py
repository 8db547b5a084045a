"""Strides: steps of a planned length, near edges of the ground, and the time at which each should land.

Where a foot may land anywhere, it goes where the pendulum falls. Near an edge its place is given:
then the pendulum says when it should land, and the standing foot pushes the body to be there in time.
"""

from __future__ import annotations

import math

from footfall.control.columns import GAIT_BEHIND, GAIT_CLIMB, GAIT_PLANNED, SCALE_LEG
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height, profile_height
from footfall.control.opcodes import (
    STEP_CHOOSE_DEAD_END,
    STEP_CHOOSE_PATIENT,
    STEP_CHOOSE_USUAL,
    STEP_EDGE_COMFORT,
    STEP_EDGE_KEPT,
    STEP_EDGE_MARGIN,
    STEP_FARTHEST_LENGTH,
    STEP_FORESEE_SHORTEST,
    STEP_FORESEE_SQUARE,
    STEP_FORESEE_STRIDES,
    STEP_LOWEST_HEIGHT,
    STEP_TIMING_FASTER,
    STEP_TIMING_LATEST,
    STEP_TIMING_SLOWER,
    STEP_TIMING_SOONEST,
)
from footfall.control.scale import gravity
from footfall.control.steps.footing import AWAY, foothold, half_sole, has_edges, next_edge, stretch
from footfall.control.steps.pendulum import sole_middle

CANDIDATES = 12  # lengths of a step that are compared
STALLED = 1e-3  # of the leg: a capture point that is not ahead of the foot never gets anywhere


@njit
def stride_to(c, act, x, way, length, half):
    """Length of the step nearest to a length that ends with all of the sole on one stretch; 0 without one, m.

    Args:
        c: The actor's Context.
        act: The linked STEP.
        x: Where the stance foot's middle stands, m.
        way: 1 or -1: the direction along x.
        length: As long as it should be, m.
        half: What a sole needs before and behind its middle, m.
    """
    size = c.scale[SCALE_LEG]
    goal, found = foothold(c, act, x + way * length, x, half, c.reg[act[STEP_EDGE_COMFORT]] * size)
    found = found and way * (goal - x) > c.reg[act[STEP_FORESEE_SHORTEST]] * size
    return way * (goal - x) if found else 0.0


@njit
def dead_end(c, act):
    """What it costs to find no place for a step."""
    return (c.reg[act[STEP_CHOOSE_DEAD_END]] * c.scale[SCALE_LEG]) ** 2


@njit
def effort(c, act, x, way, length, before, stride):
    """What a step costs: it differs from the one before and from a usual one; one up is like a longer one."""
    if length <= 0.0:
        return dead_end(c, act)
    rise = max(0.0, profile_height(c.ground, x + way * length) - profile_height(c.ground, x))
    return (length + rise - before) ** 2 + c.reg[act[STEP_CHOOSE_USUAL]] * (length - stride) ** 2


@njit
def candidate_length(c, act, k):
    """One of the lengths that are compared, up to almost the farthest, m."""
    return c.reg[act[STEP_FARTHEST_LENGTH]] * c.scale[SCALE_LEG] * (k + 0.9) / CANDIDATES


@njit
def best_strides(c, act, x, way, stride, half, before):
    """Lengths of the next two steps, of the three that together cost least, m.

    Args:
        c: The actor's Context.
        act: The linked STEP.
        x: Where the stance foot's middle stands, m.
        way: 1 or -1: the direction along x.
        stride: A usual step, m.
        half: What a sole needs before and behind its middle, m.
        before: Length of the step before, m.
    """
    least, first, second = AWAY, 0.0, 0.0
    for i in range(CANDIDATES):
        a = stride_to(c, act, x, way, candidate_length(c, act, i), half)
        cost_a = effort(c, act, x, way, a, before, stride)
        if a <= 0.0 or cost_a >= least:
            continue
        for j in range(CANDIDATES):
            b = stride_to(c, act, x + way * a, way, candidate_length(c, act, j), half)
            cost_b = cost_a + effort(c, act, x + way * a, way, b, a, stride)
            if cost_b >= least:
                continue
            far = x + way * (a + b)
            last = dead_end(c, act)
            for k in range(CANDIDATES):
                if b > 0.0:
                    third = stride_to(c, act, far, way, candidate_length(c, act, k), half)
                    last = min(last, effort(c, act, far, way, third, b, stride))
            if cost_b + last < least:
                least, first, second = cost_b + last, a, b
    return first, second


@njit
def strides(c, act, leg, frame, speed, seconds):
    """Length of this step and of the next, along the way; 0 where no edge is near, m."""
    ox, _, cos, sin, _ = frame
    size = c.scale[SCALE_LEG]
    stride = abs(speed * seconds * cos)
    if not has_edges(c) or abs(cos) < c.reg[act[STEP_FORESEE_SQUARE]]:
        return 0.0, 0.0
    if stride < c.reg[act[STEP_FORESEE_SHORTEST]] * size:
        return 0.0, 0.0
    way = 1.0 if speed * cos > 0.0 else -1.0
    half = half_sole(c, leg, cos, sin) + c.reg[act[STEP_EDGE_MARGIN]] * size
    if next_edge(c, ox, way) - half > c.reg[act[STEP_FORESEE_STRIDES]] * stride:
        return 0.0, 0.0
    x, _ = sole_middle(c, leg)
    before = min(c.reg[act[STEP_FARTHEST_LENGTH]] * size, max(0.0, way * (ox - x)))
    first, second = best_strides(c, act, ox, way, stride, half, before)
    if first <= 0.0:
        return 0.0, 0.0
    return first, second if second > 0.0 else stride


@njit
def capture_point(c, act, ox, oy, way):
    """The pendulum's rate on a stance foot, 1/s, and how far along the way its capture point is, m."""
    lowest = c.reg[act[STEP_LOWEST_HEIGHT]] * c.scale[SCALE_LEG]
    omega = math.sqrt(gravity(c) / max(lowest, c.com[2] - ground_height(c, ox, oy)))
    vx, _, _ = com_velocity(c)
    return omega, way * (c.com[0] - ox + vx / omega)


@njit
def step_time(length, stride, seconds, patient):
    """How long a step of a length takes, when a usual one takes some seconds: longer ones are slower, s.

    It grows with the power `patient` of the length.
    """
    return seconds * max(1.0, length / stride) ** patient if stride > 0.0 else seconds


@njit
def timed(c, act, leg, frame, stride, goal, second, seconds, elapsed):
    """When a step of a planned length should land, and where: s from now, and along x of the frame, m.

    On a stance foot at 0 the capture point goes on as xi exp(omega t). It should meet the new foot
    L / (exp(omega T) - 1) beyond it, so that the next step, of length L, takes its time T. A step up
    costs as much as a longer one.

    Args:
        c: The actor's Context.
        act: The linked STEP.
        leg: The swing leg.
        frame: The frame of the step.
        stride: A usual step, m.
        goal: Where along x it should land, m.
        second: Length of the next step, m.
        seconds: How long a usual step takes.
        elapsed: Seconds since this one began.
    """
    ox, oy, cos, sin, _ = frame
    size = c.scale[SCALE_LEG]
    way, first = 1.0 if goal > ox else -1.0, abs(goal - ox)
    here, there = profile_height(c.ground, ox), profile_height(c.ground, goal)
    then = profile_height(c.ground, ox + way * (first + second))
    omega, xi = capture_point(c, act, ox, oy, way)
    patient = c.reg[act[STEP_CHOOSE_PATIENT]]
    next_seconds = step_time(second, stride, seconds, patient)
    seconds = step_time(first, stride, seconds, patient)
    beyond = (second + max(0.0, then - there)) / (math.exp(omega * next_seconds) - 1.0)
    aim = first + beyond
    left = math.log(aim / max(xi, STALLED * size)) / omega
    low = max(c.reg[act[STEP_TIMING_SOONEST]] * seconds - elapsed, 0.08 * seconds)
    high = max(c.reg[act[STEP_TIMING_LATEST]] * seconds - elapsed, 0.1 * seconds)
    left = min(high, max(low, left))
    kept = c.reg[act[STEP_EDGE_MARGIN]] + c.reg[act[STEP_EDGE_KEPT]]
    room = half_sole(c, leg, cos, sin) + kept * size
    near, far = stretch(c, goal, room)
    x = min(far, max(near, ox + way * (xi * math.exp(omega * left) - beyond)))
    c.gait[GAIT_PLANNED], c.gait[GAIT_CLIMB] = first, there - here
    c.gait[GAIT_BEHIND] = aim * math.exp(-omega * max(0.1 * seconds, seconds - elapsed)) - xi
    return left, (x - ox) / cos


@njit
def clock_rate(c, act, seconds, t, left):
    """How fast a step's clock must run so that it lands `left` seconds from now."""
    return min(c.reg[act[STEP_TIMING_FASTER]], max(c.reg[act[STEP_TIMING_SLOWER]], (seconds - t) / left))
