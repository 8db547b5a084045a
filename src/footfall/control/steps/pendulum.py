"""Where the next foot should land: the body as an inverted pendulum on its stance foot.

Lengths are in the frame of a step: x along the heading, y towards the swing side, origin below the
middle of the stance foot.
"""

from __future__ import annotations

import math

from footfall.control.columns import LEG_BACK, LEG_FRONT
from footfall.control.compile import njit
from footfall.control.kinematics import ground_height, heading
from footfall.control.leading import leader_com, leader_velocity
from footfall.control.place import place_point
from footfall.control.scale import gravity


@njit
def sole_middle(c, leg):
    """The middle of a foot's sole, world (x, y)."""
    x, y, _ = place_point(c, c.ankle_place[leg])
    ahead = 0.5 * (c.legs[leg, LEG_FRONT] - c.legs[leg, LEG_BACK])
    if c.planar[0]:
        return x + ahead, y
    mat = c.xmat[c.part_body[c.feet[leg]]]
    size = max(1e-6, math.sqrt(mat[0] * mat[0] + mat[3] * mat[3]))
    return x + ahead * mat[0] / size, y + ahead * mat[3] / size


@njit
def step_frame(c, leg):
    """The frame of a step on which `leg` swings: origin (x, y), cosine and sine of its heading, side."""
    ox, oy = sole_middle(c, 1 - leg)
    yaw = heading(c)
    return ox, oy, math.cos(yaw), math.sin(yaw), 1.0 if leg == 0 else -1.0


@njit
def into_frame(frame, x, y):
    """World (x, y) in the frame of a step."""
    ox, oy, cos, sin, side = frame
    return cos * (x - ox) + sin * (y - oy), side * (cos * (y - oy) - sin * (x - ox))


@njit
def out_of_frame(frame, x, y):
    """(x, y) in the frame of a step as world (x, y)."""
    ox, oy, cos, sin, side = frame
    return ox + cos * x - sin * side * y, oy + sin * x + cos * side * y


@njit
def swung(omega, d, v, seconds):
    """Distance and speed of a linear inverted pendulum some seconds on: x'' = omega^2 x."""
    cosh, sinh = math.cosh(omega * seconds), math.sinh(omega * seconds)
    return d * cosh + v / omega * sinh, d * omega * sinh + v * cosh


@njit
def capture(v, height, g):
    """Eq. (6) and (7) GENBICON: how far ahead a foot stops a pendulum, d = v sqrt(h/g + v^2 / 4g^2)."""
    return v * math.sqrt(height / g + v * v / (4.0 * g * g))


@njit
def step_offset(omega, seconds):
    """How far short of the capture point a step lands, per m/s of the speed that it keeps, s.

    A pendulum that repeats steps of speed V and length V T meets each new foot with its capture
    point V T / (exp(omega T) - 1) beyond it.
    """
    return seconds / (math.exp(omega * seconds) - 1.0)


@njit
def width_offset(omega, seconds):
    """The same sideways, per metre of step width: feet a width W apart stand W / (exp(omega T) + 1) wide."""
    return 1.0 / (math.exp(omega * seconds) + 1.0)


@njit
def placed(g, height, seconds, remaining, forwards, sideways):
    """Where a pendulum will be when its step ends, and how far from there the next foot should be.

    Args:
        g: m/s².
        height: Of the pendulum, m.
        seconds: How long a step takes.
        remaining: How much of it is left, s.
        forwards: Distance from the foot (m), speed, speed wanted (m/s), factor on the capture point.
        sideways: The same towards the swing side, and the width of the steps, m.

    Returns:
        The place (x, y) and the landing from there (x, y), m.
    """
    d, v, speed, factor = forwards
    side, v_side, aside, side_factor, width = sideways
    omega = math.sqrt(g / height)
    d, v = swung(omega, d, v, remaining)
    side, v_side = swung(omega, side, v_side, remaining)
    back = step_offset(omega, seconds)
    ahead = factor * capture(v, height, g) - back * speed
    out = side_factor * capture(v_side, height, g) - back * aside + width_offset(omega, seconds) * width
    return d, side, ahead, out


@njit
def landing(c, frame, speed, aside, width, seconds, remaining, factor, side_factor, lowest, pivot):
    """Where the body is when the step ends, and how far from there the foot's middle should land.

    Args:
        c: The actor's Context.
        frame: The frame of the step.
        speed: Speed wanted, m/s.
        aside: Sideways speed wanted, towards the swing side, m/s.
        width: Distance of the feet sideways, m.
        seconds: How long a step takes.
        remaining: How much of it the pendulum is swung ahead, s.
        factor: On the sagittal capture point.
        side_factor: On the coronal one.
        lowest: A centre of mass below this counts as being at this height, m.
        pivot: Height of a virtual pivot above the centre of mass, m: forces that point there make the
            pendulum longer by as much.

    Returns:
        The centre of mass (x, y) and the landing from there (x, y), frame of the step, m.
    """
    g = gravity(c)
    _, _, cos, sin, sign = frame
    vx, vy, _ = leader_velocity(c)
    v, v_side = cos * vx + sin * vy, sign * (cos * vy - sin * vx)
    at = leader_com(c)
    d, side = into_frame(frame, at[0], at[1])
    height = max(lowest, at[2] + pivot - ground_height(c, frame[0], frame[1]))
    forwards, sideways = (d, v, speed, factor), (side, v_side, aside, side_factor, width)
    return placed(g, height, seconds, remaining, forwards, sideways)
