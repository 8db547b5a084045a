"""Where the next foot should land: the body as an inverted pendulum on its stance foot.

Lengths are in the frame of a step: x along the heading, y towards the swing side, origin below the
middle of the stance foot.
"""

from __future__ import annotations

import math

from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height, heading, to_heading
from footfall.control.leg import BACK, FRONT
from footfall.control.place import JOINT_PLACES, place_point
from footfall.control.scale import LEG, gravity

LOWEST = 0.3  # of the leg: a centre of mass below this is taken to be at this height


@njit
def sole_middle(c, leg):
    """The ground below the middle of a foot's sole, world (x, y), and the foot's facing, rad."""
    x, y, _ = place_point(c, JOINT_PLACES + c.ankle_joint[leg])
    mat = c.xmat[c.part_body[c.feet[leg]]]
    facing = heading(c) if c.planar[0] else math.atan2(mat[3], mat[0])
    ahead = 0.5 * (c.legs[leg, FRONT] - c.legs[leg, BACK])
    return x + ahead * math.cos(facing), y + ahead * math.sin(facing), facing


@njit
def pendulum_height(c, x, y):
    """Height of the centre of mass above the ground at (x, y), m."""
    return max(LOWEST * c.scale[LEG], c.com[2] - ground_height(c, x, y))


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
def seen_from(c, leg, x, y):
    """World (x, y) in the frame of a step on which `leg` swings: forwards, towards the swing side, m."""
    ox, oy, _ = sole_middle(c, 1 - leg)
    forward, left = to_heading(heading(c), x - ox, y - oy)
    return forward, left if leg == 0 else -left


@njit
def pendulum(c, leg):
    """State of the pendulum on the stance foot: d and v forwards, then towards the swing side, and height."""
    ox, oy, _ = sole_middle(c, 1 - leg)
    vx, vy, _ = com_velocity(c)
    d, side = seen_from(c, leg, c.com[0], c.com[1])
    v, v_side = to_heading(heading(c), vx, vy)
    if leg == 1:
        v_side = -v_side
    return d, v, side, v_side, pendulum_height(c, ox, oy)


@njit
def landing(c, leg, speed, aside, width, seconds, remaining, factor, side_factor, reach):
    """Where the swing foot's middle should land, in the frame of the step, m.

    Args:
        c: The actor's Context.
        leg: The swing leg, 0 left, 1 right.
        speed: Speed wanted, m/s.
        aside: Sideways speed wanted, towards the swing side, m/s.
        width: Distance of the feet sideways, m.
        seconds: How long a step takes.
        remaining: How much of it the pendulum is swung ahead, s.
        factor: On the sagittal capture point.
        side_factor: On the coronal one.
        reach: Farthest landing from below the centre of mass, m.

    Returns:
        Forwards, towards the swing side, m.
    """
    g = gravity(c)
    d, v, side, v_side, height = pendulum(c, leg)
    omega = math.sqrt(g / height)
    d, v = swung(omega, d, v, remaining)
    side, v_side = swung(omega, side, v_side, remaining)
    back = step_offset(omega, seconds)
    ahead = factor * capture(v, height, g) - back * speed
    out = side_factor * capture(v_side, height, g) - back * aside + width_offset(omega, seconds) * width
    return d + min(reach, max(-reach, ahead)), side + min(reach, max(-reach, out))
