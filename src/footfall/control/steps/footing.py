"""Footing: where on ground with edges a sole can stand, and how a foot is carried over an edge.

An edge is a vertical step of the ground's profile; between two edges lies a stretch. All of a sole
belongs on one stretch. A foot that crosses an edge is lifted first, carried over, and set down.
"""

from __future__ import annotations

from footfall.control.columns import LEG_ANKLE_HEIGHT, LEG_BACK, LEG_FRONT, LEG_HALF_WIDTH, SCALE_LEG
from footfall.control.compile import njit
from footfall.control.kinematics import profile_height
from footfall.control.opcodes import (
    STEP_CARRY_BESIDE,
    STEP_CARRY_CLEAR,
    STEP_CARRY_RISEN,
    STEP_CARRY_SINKING,
    STEP_FARTHEST_LENGTH,
    STEP_FARTHEST_RISE,
    STEP_PRESS_DEPTH,
)

AWAY = 1e9  # m: farther than any edge


@njit
def has_edges(c):
    """Whether the ground may have edges at all: level ground is one row."""
    return c.ground.shape[0] > 1 and c.bumps.shape[0] < 2


@njit
def half_sole(c, leg, cos, sin):
    """Half of what a sole covers along x when it points along (cos, sin), m."""
    row = c.legs[leg]
    return 0.5 * (row[LEG_FRONT] + row[LEG_BACK]) * abs(cos) + row[LEG_HALF_WIDTH] * abs(sin)


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
def stretch(c, x, room):
    """The ends of where a sole's middle may be on the stretch of x; x where there is too little room, m."""
    before, behind = next_edge(c, x, 1.0), next_edge(c, x, -1.0)
    return x - max(0.0, behind - room), x + max(0.0, before - room)


@njit
def foothold(c, act, wanted, stance, half, comfort):
    """The place nearest to `wanted` where a sole stands on one stretch, along x.

    Args:
        c: The actor's Context.
        act: The linked STEP: how far and how high it may go.
        wanted: Where the sole's middle would best be, m.
        stance: Where the other foot stands, m.
        half: What must be free before and behind the middle, m.
        comfort: What should be free besides, where the stretch is long enough, m.

    Returns:
        The place, m, and whether there is one: else it is `wanted`.
    """
    rows = c.ground.shape[0]
    floor = profile_height(c.ground, stance)
    tallest = c.reg[act[STEP_FARTHEST_RISE]] * c.scale[SCALE_LEG]
    farthest = c.reg[act[STEP_FARTHEST_LENGTH]] * c.scale[SCALE_LEG]
    best, cost, low = wanted, AWAY, -AWAY
    for k in range(rows):
        end = k == rows - 1
        if not end and c.ground[k, 0] != c.ground[k + 1, 0]:
            continue
        high = AWAY if end else c.ground[k, 0]
        room = min(half + comfort, 0.5 * (high - low))
        if room >= half:
            x = min(high - room, max(low + room, wanted))
            level = abs(profile_height(c.ground, x) - floor) < tallest
            near = abs(x - stance) < farthest
            if level and near and abs(x - wanted) < cost:
                best, cost = x, abs(x - wanted)
        low = high
    return best, cost < AWAY


@njit
def highest_between(c, x0, x1, half):
    """Highest ground under a sole that goes from x0 to x1, and whether an edge lies between."""
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
def carried(u):
    """How much of its way a foot has gone at a share u of the time: slow at the end, to land on its mark."""
    w = min(1.0, max(0.0, (u - 0.05) / 0.9))
    return 1.0 - (1.0 - w) ** 3 * (1.0 + 3.0 * w)


@njit
def crossing(c, act, leg, frame, from_x, to_x):
    """Highest ground below the way of a sole's middle along x, and whether the way crosses an edge."""
    if not has_edges(c):
        return 0.0, False
    half = half_sole(c, leg, frame[2], frame[3]) + c.reg[act[STEP_CARRY_BESIDE]] * c.scale[SCALE_LEG]
    return highest_between(c, from_x, to_x, half)


@njit
def carried_height(c, act, leg, begin, top, last, u, sunk):
    """Height of an ankle that is carried over an edge.

    Args:
        c: The actor's Context.
        act: The linked STEP.
        leg: The swing leg.
        begin: Where the ankle left the ground, m.
        top: The highest ground on its way, m.
        last: The ground where it lands, m.
        u: Share of the step's time.
        sunk: How far a late foot has gone on down, m.
    """
    size = c.scale[SCALE_LEG]
    ankle = c.legs[leg, LEG_ANKLE_HEIGHT]
    high = max(begin, top + ankle + c.reg[act[STEP_CARRY_CLEAR]] * size)
    end = last + ankle - c.reg[act[STEP_PRESS_DEPTH]] * size - sunk
    sinking = c.reg[act[STEP_CARRY_SINKING]]
    up, down = smooth(u / c.reg[act[STEP_CARRY_RISEN]]), smooth((u - sinking) / (1.0 - sinking))
    return begin + up * (high - begin) - down * (high - end)
