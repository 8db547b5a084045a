"""Footing: where on ground with edges a foot can stand, how a walk gets there, how a foot goes over edges.

An edge is a vertical step of the ground's profile; between two edges lies a stretch. A sole should
stand on one stretch with all of its length, so landings are moved off edges, the steps before an
edge are made a little longer or shorter so that one ends close to it, and a foot that crosses an
edge is lifted first, carried over, and set down.
"""

from __future__ import annotations

import math

from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height, profile_height
from footfall.control.leg import BACK, FRONT, HALF_WIDTH
from footfall.control.scale import LEG, gravity

AWAY = 1e9  # m: farther than any edge
SQUARE = 0.3  # cosine between the way and x below which edges are not crossed but walked along
SAMPLES = 8  # places along a swing where the ground is looked at


@njit
def has_edges(c):
    """Whether the ground may have edges at all: level ground is one row."""
    return c.ground.shape[0] > 1 and c.bumps.shape[0] < 2


@njit
def half_sole(c, leg, cos, sin):
    """Half of what a sole covers along x when it points along (cos, sin), m."""
    row = c.legs[leg]
    return 0.5 * (row[FRONT] + row[BACK]) * abs(cos) + row[HALF_WIDTH] * abs(sin)


@njit
def next_edge(c, x, way):
    """How far it is from x to the next edge in a direction (1 or -1) along x, m."""
    least = AWAY
    for k in range(c.ground.shape[0] - 1):
        if c.ground[k, 0] == c.ground[k + 1, 0]:
            far = way * (c.ground[k, 0] - x)
            if 0.0 < far < least:
                least = far
    return least


@njit
def foothold(c, wish, stance, half, comfort):
    """The place nearest to `wish` where a sole stands on one stretch, along x.

    Args:
        c: The actor's Context.
        wish: Where the sole's middle would best be, m.
        stance: Where the other foot stands, m.
        half: What must be free before and behind the middle, m.
        comfort: What should be free besides, where the stretch is long enough, m.
    """
    rows = c.ground.shape[0]
    floor = profile_height(c.ground, stance)
    best, cost, low = wish, AWAY, -AWAY
    first, last_x = -AWAY, AWAY
    for k in range(rows):
        last = k == rows - 1
        if not last and c.ground[k, 0] != c.ground[k + 1, 0]:
            continue
        high = AWAY if last else c.ground[k, 0]
        room = min(half + comfort, 0.5 * (high - low))
        if room >= half:
            x = min(high - room, max(low + room, wish))
            level = abs(profile_height(c.ground, x) - floor) < c.scale[3] * c.scale[LEG]
            near = abs(x - stance) < c.scale[4] * c.scale[LEG]
            if level and near and abs(x - wish) < cost:
                best, cost = x, abs(x - wish)
                first, last_x = low + room, high - room
        low = high
    return best, first, last_x


@njit
def stride_length(c, x, way, stride, half, comfort):
    """How long a step from x should be: whole steps up to an edge, then one over it; 0 far from edges, m.

    Args:
        c: The actor's Context.
        x: Where the stance foot's middle stands, m.
        way: 1 or -1: the direction along x.
        stride: A usual step, m.
        half: What a sole needs before and behind its middle, m.
        comfort: What it should have besides, m.
    """
    edge = next_edge(c, x, way)
    room = edge - half - c.scale[9]
    if room > c.scale[7] * stride:
        return 0.0
    if room > c.scale[8] * stride:
        return room / math.ceil(room / (c.scale[10] * stride))
    wish = x + way * max(stride, edge + half)
    goal, _, _ = foothold(c, wish, x, half, comfort)
    return max(0.0, way * (goal - x))


@njit
def strides(c, leg, frame, speed, seconds):
    """Length of this step and of the next, along the way; 0 where no edge is near, m."""
    ox, _, cos, sin, _ = frame
    stride = abs(speed * seconds * cos)
    if not has_edges(c) or abs(cos) < SQUARE or stride < 0.05 * c.scale[LEG]:
        return 0.0, 0.0
    way = 1.0 if speed * cos > 0.0 else -1.0
    half = half_sole(c, leg, cos, sin) + c.scale[5]
    first = stride_length(c, ox, way, stride, half, c.scale[6])
    if first <= 0.0:
        return 0.0, 0.0
    second = stride_length(c, ox + way * first, way, stride, half, c.scale[6])
    return first, second if second > 0.0 else stride


@njit
def timed(c, leg, frame, speed, first, second, seconds, elapsed):
    """When a step of a planned length should land, and where: s from now, and along x of the frame, m.

    On a stance foot at 0 the capture point grows as xi exp(omega t). It should meet the new foot
    b = L / (exp(omega T) - 1) beyond it, so that the next step, of length L, takes its time T.
    """
    ox, _, cos, sin, _ = frame
    way = 1.0 if speed * cos > 0.0 else -1.0
    height = max(0.3 * c.scale[LEG], c.com[2] - ground_height(c, frame[0], frame[1]))
    omega = math.sqrt(gravity(c) / height)
    vx, vy, _ = com_velocity(c)
    xi = way * (c.com[0] - ox + vx / omega)
    here = profile_height(c.ground, ox)
    there = profile_height(c.ground, ox + way * first)
    after = profile_height(c.ground, ox + way * (first + second))
    c.gait[6] = there - here
    beyond = (second + c.scale[26] * max(0.0, after - there)) / (math.exp(omega * seconds) - 1.0)
    aim = first + beyond
    low = max(c.scale[11] * seconds - elapsed, 0.04)
    high = max(c.scale[12] * seconds - elapsed, 0.05)
    left = math.log(aim / max(xi, 1e-3)) / omega
    left = min(high, max(low, left))
    half = half_sole(c, leg, cos, sin) + c.scale[5]
    _, near, far = foothold(c, ox + way * first, ox, half, 0.0)
    x = min(far, max(near, ox + way * (xi * math.exp(omega * left) - beyond)))
    c.scale[15] = aim * math.exp(-omega * max(0.05, seconds - elapsed)) - xi
    return left, (x - ox) / cos


@njit
def highest_between(c, x0, x1, half):
    """Highest ground under a sole that goes from x0 to x1, and whether edges lie between."""
    a, b = min(x0, x1) - half, max(x0, x1) + half
    top = max(profile_height(c.ground, a), profile_height(c.ground, b))
    crossed = False
    for k in range(c.ground.shape[0]):
        if a < c.ground[k, 0] < b:
            top = max(top, c.ground[k, 1])
            crossed = crossed or (k > 0 and c.ground[k - 1, 0] == c.ground[k, 0])
    return top, crossed


@njit
def smooth(w):
    """From 0 to 1 without a jolt at either end."""
    w = min(1.0, max(0.0, w))
    return w * w * (3.0 - 2.0 * w)


@njit
def carried(w):
    """The same, quick at first and slow at the end: a foot that must land on its mark."""
    w = min(1.0, max(0.0, w))
    return 1.0 - (1.0 - w) ** 3 * (1.0 + 3.0 * w)
