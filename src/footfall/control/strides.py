"""Strides: steps of a planned length, near edges of the ground, and the time at which each should land.

Where a foot may land anywhere, it goes where the pendulum falls. Near an edge its place is given:
then the pendulum says when it should land, and the standing foot pushes the body to be there in time.
"""

from __future__ import annotations

import math

from footfall.control.compile import njit
from footfall.control.footing import foothold, half_sole, has_edges, next_edge
from footfall.control.kinematics import com_velocity, ground_height, profile_height
from footfall.control.scale import LEG, gravity

PLANNED, CLIMB, BEHIND = 5, 6, 7  # of `gait`: m, m, and by how much the capture point is late, m
SQUARE = 0.3  # cosine between the way and x below which edges are walked along, not crossed
SHORTEST = 0.05  # of the leg: shorter steps go nowhere and are not planned
MARGIN, COMFORT = 0.01, 0.05  # of the leg: what a sole keeps from an edge, and what it likes to keep besides
KEPT = 0.03  # of the leg: what it keeps besides when it lands nearer or farther than planned
TOE = 0.02  # of the leg: how far before an edge the last sole ends
FORESEEN, CLOSE = 4.0, 0.35  # strides: where the planning begins, and where the next step goes over
STRETCHED = 1.15  # strides: the longest step of an approach
SOONEST, LATEST = 0.6, 1.6  # shares of a step's time between which it may land
FASTER, SLOWER = 2.5, 0.3  # bounds of how fast a step's clock runs
LOWEST = 0.3  # of the leg: a centre of mass below this is taken to be at this height
STALLED = 1e-3  # of the leg: a capture point that is not ahead of the foot never gets anywhere


@njit
def stride_length(c, x, way, stride, half):
    """How long a step from x should be: whole steps up to an edge, then one over it; 0 far from edges, m.

    Args:
        c: The actor's Context.
        x: Where the stance foot's middle stands, m.
        way: 1 or -1: the direction along x.
        stride: A usual step, m.
        half: What a sole needs before and behind its middle, m.
    """
    size = c.scale[LEG]
    edge = next_edge(c, x, way)
    room = edge - half - TOE * size
    if room > FORESEEN * stride:
        return 0.0
    if room > CLOSE * stride:
        return room / math.ceil(room / (STRETCHED * stride))
    goal, _, _ = foothold(c, x + way * max(stride, edge + half), x, half, COMFORT * size)
    return max(0.0, way * (goal - x))


@njit
def strides(c, leg, frame, speed, seconds):
    """Length of this step and of the next, along the way; 0 where no edge is near, m."""
    ox, _, cos, sin, _ = frame
    stride = abs(speed * seconds * cos)
    if not has_edges(c) or abs(cos) < SQUARE or stride < SHORTEST * c.scale[LEG]:
        return 0.0, 0.0
    way = 1.0 if speed * cos > 0.0 else -1.0
    half = half_sole(c, leg, cos, sin) + MARGIN * c.scale[LEG]
    first = stride_length(c, ox, way, stride, half)
    if first <= 0.0:
        return 0.0, 0.0
    second = stride_length(c, ox + way * first, way, stride, half)
    return first, second if second > 0.0 else stride


@njit
def timed(c, leg, frame, speed, first, second, seconds, elapsed):
    """When a step of a planned length should land, and where: s from now, and along x of the frame, m.

    On a stance foot at 0 the capture point goes on as xi exp(omega t). It should meet the new foot
    L / (exp(omega T) - 1) beyond it, so that the next step, of length L, takes its time T. A step up
    costs as much as a longer one.

    Args:
        c: The actor's Context.
        leg: The swing leg.
        frame: The frame of the step.
        speed: Speed wanted, m/s.
        first: Length of this step, m.
        second: Length of the next, m.
        seconds: How long a step takes.
        elapsed: Seconds since this one began.
    """
    ox, oy, cos, sin, _ = frame
    size = c.scale[LEG]
    way = 1.0 if speed * cos > 0.0 else -1.0
    here, there = profile_height(c.ground, ox), profile_height(c.ground, ox + way * first)
    then = profile_height(c.ground, ox + way * (first + second))
    omega = math.sqrt(gravity(c) / max(LOWEST * size, c.com[2] - ground_height(c, ox, oy)))
    vx, _, _ = com_velocity(c)
    xi = way * (c.com[0] - ox + vx / omega)
    beyond = (second + max(0.0, then - there)) / (math.exp(omega * seconds) - 1.0)
    aim = first + beyond
    left = math.log(aim / max(xi, STALLED * size)) / omega
    low, high = (
        max(SOONEST * seconds - elapsed, 0.08 * seconds),
        max(LATEST * seconds - elapsed, 0.1 * seconds),
    )
    left = min(high, max(low, left))
    half = half_sole(c, leg, cos, sin) + MARGIN * size
    _, near, far = foothold(c, ox + way * first, ox, half, KEPT * size)
    x = min(far, max(near, ox + way * (xi * math.exp(omega * left) - beyond)))
    c.gait[PLANNED], c.gait[CLIMB] = first, there - here
    c.gait[BEHIND] = aim * math.exp(-omega * max(0.1 * seconds, seconds - elapsed)) - xi
    return left, (x - ox) / cos


@njit
def clock_rate(seconds, t, left):
    """How fast a step's clock must run so that it lands `left` seconds from now."""
    return min(FASTER, max(SLOWER, (seconds - t) / left))
