"""Capture steps: when a body can no longer come to rest above its soles, and where a foot must go.

A linear inverted pendulum of height h comes to rest above its capture point xi = x + v / omega, where
omega² = g / h. While the ground pushes at p, xi runs away from it: xi(t) = p + (xi - p) exp(omega t).
"""

from __future__ import annotations

import math

from footfall.control.columns import LEG_BACK, LEG_FRONT, LEG_HALF_WIDTH, SCALE_LEG
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height
from footfall.control.scale import gravity
from footfall.control.steps.pendulum import into_frame, out_of_frame, sole_middle, step_frame
from footfall.control.steps.step import kept_clear
from footfall.control.wrench import sole_axis

DIRECTIONS = 16  # in which the edge of the soles is looked for
HELD = 0.5  # share of the standing sole in which the point of pressure is while the other foot steps
NARROW = 0.6  # of the feet's distance: where a foot lands when the body falls over the other one
FARTHEST = 0.6  # legs that a step can go
CROSS = 0.1  # legs that a foot may land beyond the line of the standing one, before or behind it
# what speaks against a landing: a metre missed, one away from the clip's place, one of the foot's way
FAILS, FALLS, GOES = 10.0, 0.5, 0.2
WIDE = 0.0  # m between ankles after a step, at least
MARGIN = 0.04  # m inside of both soles that the capture point should be when a foot has landed
GAP = 0.02  # legs between two feet
SHIFTING = 0.08  # s until a foot that bears everything is off the ground


@njit
def capture_point(c, vx, vy):
    """The capture point, world (x, y) m, of a body whose clip moves at a velocity, m/s; and omega, 1/s."""
    height = max(0.1, c.com[2] - ground_height(c, c.com[0], c.com[1]))
    omega = math.sqrt(gravity(c) / height)
    ux, uy, _ = com_velocity(c)
    return c.com[0] + (ux - vx) / omega, c.com[1] + (uy - vy) / omega, omega


@njit
def farthest(c, leg, dx, dy):
    """How far a sole reaches in a direction, m from the origin of the world."""
    x, y = sole_middle(c, leg)
    ex, ey = sole_axis(c, leg)
    half = 0.5 * (c.legs[leg, LEG_FRONT] + c.legs[leg, LEG_BACK])
    along, across = dx * ex + dy * ey, dy * ex - dx * ey
    return dx * x + dy * y + half * abs(along) + c.legs[leg, LEG_HALF_WIDTH] * abs(across)


@njit
def outside_soles(c, x, y, left, right):
    """How far a point is outside of what the standing soles span, m; inside it is negative."""
    most = -1e9
    for k in range(DIRECTIONS):
        angle = 2.0 * math.pi * k / DIRECTIONS
        dx, dy = math.cos(angle), math.sin(angle)
        edge = -1e9
        if left:
            edge = farthest(c, 0, dx, dy)
        if right:
            edge = max(edge, farthest(c, 1, dx, dy))
        most = max(most, dx * x + dy * y - edge)
    return most


@njit
def outside_step(c, leg, x, y, wx, wy):
    """How far a point is outside of what both soles span once a leg has landed at (wx, wy), m."""
    ex, ey = sole_axis(c, 1 - leg)
    half, wide = 0.5 * (c.legs[leg, LEG_FRONT] + c.legs[leg, LEG_BACK]), c.legs[leg, LEG_HALF_WIDTH]
    most = -1e9
    for k in range(DIRECTIONS):
        angle = 2.0 * math.pi * k / DIRECTIONS
        dx, dy = math.cos(angle), math.sin(angle)
        landed = dx * wx + dy * wy + half * abs(dx * ex + dy * ey) + wide * abs(dy * ex - dx * ey)
        most = max(most, dx * x + dy * y - max(landed, farthest(c, 1 - leg, dx, dy)))
    return most


@njit
def nearest_on_sole(c, leg, x, y):
    """The point of a sole that is nearest to another one, in `HELD` of its length and width."""
    mx, my = sole_middle(c, leg)
    ex, ey = sole_axis(c, leg)
    half = HELD * 0.5 * (c.legs[leg, LEG_FRONT] + c.legs[leg, LEG_BACK])
    wide = HELD * c.legs[leg, LEG_HALF_WIDTH]
    along, across = ex * (x - mx) + ey * (y - my), ex * (y - my) - ey * (x - mx)
    along, across = min(half, max(-half, along)), min(wide, max(-wide, across))
    return mx + ex * along - ey * across, my + ey * along + ex * across


@njit
def land_at(c, leg, xi, omega, remaining, width, beyond, aside):
    """Where the middle of a swinging foot should land so that the body can come to rest, world.

    Args:
        c: The actor's Context.
        leg: That swings.
        xi: The capture point now, m.
        omega: 1/s.
        remaining: Until it lands, s.
        width: How far apart feet should stand, m.
        beyond: Share of the way to the capture point that it lands at, ahead.
        aside: How much farther out than that point it lands, m.

    Returns:
        The landing (x, y), and what speaks against it, m: by how much it misses what is wanted, and how far
        it is from beside the standing foot.
    """
    px, py = nearest_on_sole(c, 1 - leg, xi[0], xi[1])
    grown = math.exp(omega * remaining)
    frame = step_frame(c, leg)
    gx, gy = px + (xi[0] - px) * grown, py + (xi[1] - py) * grown
    ux, uy = into_frame(frame, gx, gy)
    most = FARTHEST * c.scale[SCALE_LEG]
    x = min(most, max(-most, beyond * ux))
    wide = c.legs[leg, LEG_HALF_WIDTH]
    beside = max(width, WIDE) * (1.0 - (1.0 - NARROW) * min(1.0, max(0.0, -0.5 * uy / wide)))
    y = min(most, max(beside, uy + aside))
    x, y = kept_clear(c, x, y, CROSS * c.scale[SCALE_LEG], GAP * c.scale[SCALE_LEG])
    wx, wy = out_of_frame(frame, x, y)
    miss = max(0.0, MARGIN + outside_step(c, leg, gx, gy, wx, wy))
    return wx, wy, FAILS * miss + FALLS * (abs(x) + abs(y - width))


@njit
def better_leg(c, xi, omega, seconds, width, beyond, aside):
    """The leg that should step: the one whose landing misses less, and is nearer."""
    best, least = 0, 1e9
    for leg in range(2):
        bears = c.foot_load[leg] / max(1.0, c.foot_load[0] + c.foot_load[1])
        x, y, miss = land_at(c, leg, xi, omega, seconds + SHIFTING * bears, width, beyond, aside)
        mx, my = sole_middle(c, leg)
        cost = miss + GOES * math.sqrt((x - mx) ** 2 + (y - my) ** 2)
        if cost < least:
            best, least = leg, cost
    return best
