"""Strides: steps of a planned length, near edges of the ground, and the time at which each should land.

Where a foot may land anywhere, it goes where the pendulum falls. Near an edge its place is given:
then the pendulum says when it should land, and the standing foot pushes the body to be there in time.
"""

from __future__ import annotations

import math

from footfall.control.compile import njit
from footfall.control.footing import (
    AWAY,
    FARTHEST,
    foothold,
    half_sole,
    has_edges,
    next_edge,
    stretch,
)
from footfall.control.kinematics import com_velocity, ground_height, profile_height
from footfall.control.pendulum import sole_middle
from footfall.control.scale import LEG, gravity

PLANNED, CLIMB, BEHIND = 5, 6, 7  # of `gait`: m, m, and by how much the capture point is late, m
SQUARE = 0.3  # cosine between the way and x below which edges are walked along, not crossed
SHORTEST = 0.05  # of the leg: shorter steps go nowhere and are not planned
MARGIN, COMFORT = 0.01, 0.05  # of the leg: what a sole keeps from an edge, and what it likes to keep besides
KEPT = 0.03  # of the leg: what it keeps besides when it lands nearer or farther than planned
FORESEEN = 4.0  # strides: where the planning begins
WISHES = 12  # lengths of a step that are compared
PATIENT = 0.3  # power of its length with which the time of a long step grows
USUAL = 0.5  # how much it costs to differ from a usual step, against differing from the one before
DEAD_END = 1.0  # legs: a step that finds no place costs as much as one that is so much too long
SOONEST, LATEST = 0.6, 1.6  # shares of a step's time between which it may land
FASTER, SLOWER = 2.5, 0.3  # bounds of how fast a step's clock runs
LOWEST = 0.3  # of the leg: a centre of mass below this is taken to be at this height
STALLED = 1e-3  # of the leg: a capture point that is not ahead of the foot never gets anywhere


@njit
def stride_to(c, x, way, length, half):
    """Length of the step nearest to a length that ends with all of the sole on one stretch; 0 without one, m.

    Args:
        c: The actor's Context.
        x: Where the stance foot's middle stands, m.
        way: 1 or -1: the direction along x.
        length: As long as it should be, m.
        half: What a sole needs before and behind its middle, m.
    """
    size = c.scale[LEG]
    goal, found = foothold(c, x + way * length, x, half, COMFORT * size)
    found = found and way * (goal - x) > SHORTEST * size
    return way * (goal - x) if found else 0.0


@njit
def dead_end(c):
    """What it costs to find no place for a step."""
    return (DEAD_END * c.scale[LEG]) ** 2


@njit
def effort(c, x, way, length, before, stride):
    """What a step costs: it differs from the one before and from a usual one; one up is like a longer one."""
    if length <= 0.0:
        return dead_end(c)
    rise = max(0.0, profile_height(c.ground, x + way * length) - profile_height(c.ground, x))
    return (length + rise - before) ** 2 + USUAL * (length - stride) ** 2


@njit
def wish(c, k):
    """One of the lengths that are compared, up to almost the farthest, m."""
    return FARTHEST * c.scale[LEG] * (k + 0.9) / WISHES


@njit
def best_strides(c, x, way, stride, half, before):
    """Lengths of the next two steps, of the three that together cost least, m.

    Args:
        c: The actor's Context.
        x: Where the stance foot's middle stands, m.
        way: 1 or -1: the direction along x.
        stride: A usual step, m.
        half: What a sole needs before and behind its middle, m.
        before: Length of the step before, m.
    """
    least, first, second = AWAY, 0.0, 0.0
    for i in range(WISHES):
        a = stride_to(c, x, way, wish(c, i), half)
        cost_a = effort(c, x, way, a, before, stride)
        if a <= 0.0 or cost_a >= least:
            continue
        for j in range(WISHES):
            b = stride_to(c, x + way * a, way, wish(c, j), half)
            cost_b = cost_a + effort(c, x + way * a, way, b, a, stride)
            if cost_b >= least:
                continue
            far = x + way * (a + b)
            last = dead_end(c)
            for k in range(WISHES):
                if b > 0.0:
                    last = min(last, effort(c, far, way, stride_to(c, far, way, wish(c, k), half), b, stride))
            if cost_b + last < least:
                least, first, second = cost_b + last, a, b
    return first, second


@njit
def strides(c, leg, frame, speed, seconds):
    """Length of this step and of the next, along the way; 0 where no edge is near, m."""
    ox, _, cos, sin, _ = frame
    size = c.scale[LEG]
    stride = abs(speed * seconds * cos)
    if not has_edges(c) or abs(cos) < SQUARE or stride < SHORTEST * size:
        return 0.0, 0.0
    way = 1.0 if speed * cos > 0.0 else -1.0
    half = half_sole(c, leg, cos, sin) + MARGIN * size
    if next_edge(c, ox, way) - half > FORESEEN * stride:
        return 0.0, 0.0
    x, _ = sole_middle(c, leg)
    before = min(FARTHEST * size, max(0.0, way * (ox - x)))
    first, second = best_strides(c, ox, way, stride, half, before)
    if first <= 0.0:
        return 0.0, 0.0
    return first, second if second > 0.0 else stride


@njit
def capture_point(c, ox, oy, way):
    """The pendulum's rate on a stance foot, 1/s, and how far along the way its capture point is, m."""
    omega = math.sqrt(gravity(c) / max(LOWEST * c.scale[LEG], c.com[2] - ground_height(c, ox, oy)))
    vx, _, _ = com_velocity(c)
    return omega, way * (c.com[0] - ox + vx / omega)


@njit
def step_time(length, stride, seconds):
    """How long a step of a length takes, when a usual one takes some seconds: longer ones are slower, s."""
    return seconds * max(1.0, length / stride) ** PATIENT if stride > 0.0 else seconds


@njit
def timed(c, leg, frame, stride, goal, second, seconds, elapsed):
    """When a step of a planned length should land, and where: s from now, and along x of the frame, m.

    On a stance foot at 0 the capture point goes on as xi exp(omega t). It should meet the new foot
    L / (exp(omega T) - 1) beyond it, so that the next step, of length L, takes its time T. A step up
    costs as much as a longer one.

    Args:
        c: The actor's Context.
        leg: The swing leg.
        frame: The frame of the step.
        stride: A usual step, m.
        goal: Where along x it should land, m.
        second: Length of the next step, m.
        seconds: How long a usual step takes.
        elapsed: Seconds since this one began.
    """
    ox, oy, cos, sin, _ = frame
    size = c.scale[LEG]
    way, first = 1.0 if goal > ox else -1.0, abs(goal - ox)
    here, there = profile_height(c.ground, ox), profile_height(c.ground, goal)
    then = profile_height(c.ground, ox + way * (first + second))
    omega, xi = capture_point(c, ox, oy, way)
    seconds, next_seconds = step_time(first, stride, seconds), step_time(second, stride, seconds)
    beyond = (second + max(0.0, then - there)) / (math.exp(omega * next_seconds) - 1.0)
    aim = first + beyond
    left = math.log(aim / max(xi, STALLED * size)) / omega
    low, high = (
        max(SOONEST * seconds - elapsed, 0.08 * seconds),
        max(LATEST * seconds - elapsed, 0.1 * seconds),
    )
    left = min(high, max(low, left))
    room = half_sole(c, leg, cos, sin) + (MARGIN + KEPT) * size
    near, far = stretch(c, goal, room)
    x = min(far, max(near, ox + way * (xi * math.exp(omega * left) - beyond)))
    c.gait[PLANNED], c.gait[CLIMB] = first, there - here
    c.gait[BEHIND] = aim * math.exp(-omega * max(0.1 * seconds, seconds - elapsed)) - xi
    return left, (x - ox) / cos


@njit
def clock_rate(seconds, t, left):
    """How fast a step's clock must run so that it lands `left` seconds from now."""
    return min(FASTER, max(SLOWER, (seconds - t) / left))
