"""TEMPLATE: a pendulum with a trunk, springs for legs and a virtual pivot, simulated beside a body.

Maus et al. (2008) and Kenwright et al. (2011). It is one rigid trunk. Its legs have no mass: each pushes
along the line from its foot to the pivot, and together they hold the height. Steps are timed; a foot
lands where a linear pendulum of the height of the pivot will need it, as STEP's do.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    PENDULUM_AT,
    PENDULUM_BEGUN,
    PENDULUM_CLOCK,
    PENDULUM_FEET,
    PENDULUM_LAND,
    PENDULUM_LEADS,
    PENDULUM_LIFT,
    PENDULUM_LOAD,
    PENDULUM_MAT,
    PENDULUM_PIVOT,
    PENDULUM_SPIN,
    PENDULUM_SWING,
    PENDULUM_TURN,
    PENDULUM_VELOCITY,
    SCALE_LEG,
    SCALE_MASS,
)
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height
from footfall.control.opcodes import (
    TEMPLATE_BALANCE_ASIDE,
    TEMPLATE_BALANCE_FORWARD,
    TEMPLATE_BOTH_SHARE,
    TEMPLATE_DAMP_SHIFT,
    TEMPLATE_EVERY_TIME,
    TEMPLATE_HEIGHT_COM,
    TEMPLATE_LEADS_TIME,
    TEMPLATE_LIFT_HEIGHT,
    TEMPLATE_LISTENS_TIME,
    TEMPLATE_OFFSET_FORWARD,
    TEMPLATE_OFFSET_LEFT,
    TEMPLATE_PIVOT_HEIGHT,
    TEMPLATE_SIDE,
    TEMPLATE_SPEED,
    TEMPLATE_SPRING_DAMPING,
    TEMPLATE_SPRING_STIFFNESS,
    TEMPLATE_TRUNK_INERTIA,
    TEMPLATE_TRUNK_TURNING,
    TEMPLATE_WIDTH_DISTANCE,
    TEMPLATE_YAW_ANGLE,
)
from footfall.control.rotation import quat_mul, wrap, yaw_of
from footfall.control.scale import gravity, natural_time
from footfall.control.steps.pendulum import into_frame, out_of_frame, placed, sole_middle
from footfall.control.steps.pivot import sole_height

STEEPEST = 0.8  # force along the ground over that upwards
MOST_UP = 2.5  # weights
LOWEST = 0.3  # legs: a pivot that is lower above a foot counts as being there
YAW_KP, YAW_KD = 0.35, 0.1  # weights by legs per rad, and by natural time, as VPP's


@njit
def set_turn(t, w, x, y, z):
    """Keep an orientation, of any length, as a unit quaternion and as a matrix."""
    size = max(1e-9, math.sqrt(w * w + x * x + y * y + z * z))
    w, x, y, z = w / size, x / size, y / size, z / size
    q, m = PENDULUM_TURN, PENDULUM_MAT
    t[q], t[q + 1], t[q + 2], t[q + 3] = w, x, y, z
    t[m], t[m + 1], t[m + 2] = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)
    t[m + 3], t[m + 4], t[m + 5] = 2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)
    t[m + 6], t[m + 7], t[m + 8] = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)


@njit
def begin(c, t):
    """Put the pendulum where the body is, with the body's motion."""
    root = c.root_body[0]
    v = com_velocity(c)
    for k in range(3):
        t[PENDULUM_AT + k], t[PENDULUM_VELOCITY + k] = c.com[k], v[k]
        t[PENDULUM_SPIN + k] = c.cvel[root, k]
    set_turn(t, c.xquat[root, 0], c.xquat[root, 1], c.xquat[root, 2], c.xquat[root, 3])
    for leg in range(2):
        set_foot(c, t, leg)
    t[PENDULUM_BEGUN], t[PENDULUM_CLOCK] = 1.0, 0.0
    take_off(t, 1 if c.foot_load[0] >= c.foot_load[1] else 0)


@njit
def set_foot(c, t, leg):
    """Put one of its feet where the body's is."""
    x, y = sole_middle(c, leg)
    at = PENDULUM_FEET + 3 * leg
    t[at], t[at + 1], t[at + 2] = x, y, sole_height(c, leg)


@njit
def take_off(t, leg):
    """Begin a step of this leg."""
    t[PENDULUM_SWING], t[PENDULUM_CLOCK] = leg, 0.0
    for k in range(3):
        t[PENDULUM_LIFT + k] = t[PENDULUM_FEET + 3 * leg + k]


@njit
def find_pivot(c, act, t):
    """Where the pivot is: com + R (lambda_x, lambda_y, r); lambda grows with the rate of tipping."""
    m, at = PENDULUM_MAT, PENDULUM_AT
    yaw = yaw_of(t[m : m + 9])
    cos, sin = math.cos(yaw), math.sin(yaw)
    wx, wy = t[PENDULUM_SPIN], t[PENDULUM_SPIN + 1]
    shift = c.reg[act[TEMPLATE_DAMP_SHIFT]] * c.scale[SCALE_LEG] * natural_time(c)
    x = c.reg[act[TEMPLATE_OFFSET_FORWARD]] + shift * (cos * wy - sin * wx)
    y = c.reg[act[TEMPLATE_OFFSET_LEFT]] - shift * (cos * wx + sin * wy)
    z = c.reg[act[TEMPLATE_PIVOT_HEIGHT]]
    for k in range(3):
        t[PENDULUM_PIVOT + k] = t[at + k] + t[m + 3 * k] * x + t[m + 3 * k + 1] * y + t[m + 3 * k + 2] * z


@njit
def share_load(c, act, t, listening):
    """How much of the whole force each foot bears: by the clock, or as the body's feet do."""
    left, right = max(0.0, c.foot_load[0]), max(0.0, c.foot_load[1])
    if listening and left + right > 0.0:
        t[PENDULUM_LOAD], t[PENDULUM_LOAD + 1] = left / (left + right), right / (left + right)
        return
    step = c.reg[act[TEMPLATE_EVERY_TIME]] * natural_time(c) * c.reg[act[TEMPLATE_BOTH_SHARE]]
    share = min(1.0, t[PENDULUM_CLOCK] / max(1e-9, step))
    swing = int(t[PENDULUM_SWING])
    t[PENDULUM_LOAD + swing], t[PENDULUM_LOAD + 1 - swing] = 1.0 - share, share


@njit
def upward(c, act, t):
    """The spring of the height: F_z = m g + k (h0 - h) - c v_z, within bounds, N."""
    floor = t[PENDULUM_LOAD] * t[PENDULUM_FEET + 2] + t[PENDULUM_LOAD + 1] * t[PENDULUM_FEET + 5]
    stretch = (c.reg[act[TEMPLATE_HEIGHT_COM]] - (t[PENDULUM_AT + 2] - floor)) / c.scale[SCALE_LEG]
    rising = t[PENDULUM_VELOCITY + 2] * natural_time(c) / c.scale[SCALE_LEG]
    share = (
        1.0 + c.reg[act[TEMPLATE_SPRING_STIFFNESS]] * stretch - c.reg[act[TEMPLATE_SPRING_DAMPING]] * rising
    )
    return c.scale[SCALE_MASS] * gravity(c) * min(MOST_UP, max(0.0, share))


@njit
def foot_force(c, act, t, leg):
    """The ground's force on a foot, which points at the pivot, N."""
    f, v = PENDULUM_FEET + 3 * leg, PENDULUM_PIVOT
    up = t[PENDULUM_LOAD + leg] * upward(c, act, t)
    high = max(LOWEST * c.scale[SCALE_LEG], t[v + 2] - t[f + 2])
    fx, fy = up * (t[v] - t[f]) / high, up * (t[v + 1] - t[f + 1]) / high
    along = math.sqrt(fx * fx + fy * fy)
    if along > STEEPEST * up:
        fx, fy = fx * STEEPEST * up / along, fy * STEEPEST * up / along
    return fx, fy, up


@njit
def push(c, act, t, dt):
    """Let the forces of both feet move and turn the trunk: m a = F - m g, J w' = (p - com) x F."""
    mass, leg_length = c.scale[SCALE_MASS], c.scale[SCALE_LEG]
    size = mass * leg_length * leg_length
    level, upright = size * c.reg[act[TEMPLATE_TRUNK_INERTIA]], size * c.reg[act[TEMPLATE_TRUNK_TURNING]]
    at, v, w = PENDULUM_AT, PENDULUM_VELOCITY, PENDULUM_SPIN
    off = wrap(c.reg[act[TEMPLATE_YAW_ANGLE]] - yaw_of(t[PENDULUM_MAT : PENDULUM_MAT + 9]))
    turn = mass * gravity(c) * leg_length * (YAW_KP * off - YAW_KD * t[w + 2] * natural_time(c))
    left, right = foot_force(c, act, t, 0), foot_force(c, act, t, 1)
    t[v + 2] -= gravity(c) * dt
    t[w + 2] += turn / upright * dt
    for leg in range(2):
        fx, fy, fz = left if leg == 0 else right
        f = PENDULUM_FEET + 3 * leg
        rx, ry, rz = t[f] - t[at], t[f + 1] - t[at + 1], t[f + 2] - t[at + 2]
        t[v] += fx / mass * dt
        t[v + 1] += fy / mass * dt
        t[v + 2] += fz / mass * dt
        t[w] += (ry * fz - rz * fy) / level * dt
        t[w + 1] += (rz * fx - rx * fz) / level * dt
        t[w + 2] += (rx * fy - ry * fx) / upright * dt
    for k in range(3):
        t[at + k] += t[v + k] * dt
    q = PENDULUM_TURN
    now = (t[q], t[q + 1], t[q + 2], t[q + 3])
    dw, dx, dy, dz = quat_mul((0.0, t[w], t[w + 1], t[w + 2]), now)
    half = 0.5 * dt
    set_turn(t, now[0] + half * dw, now[1] + half * dx, now[2] + half * dy, now[3] + half * dz)


@njit
def plan(c, act, t):
    """Where the swing foot will land, by a pendulum that is as high as the pivot."""
    swing = int(t[PENDULUM_SWING])
    f, at, v = PENDULUM_FEET + 3 * (1 - swing), PENDULUM_AT, PENDULUM_VELOCITY
    yaw = yaw_of(t[PENDULUM_MAT : PENDULUM_MAT + 9])
    side = 1.0 if swing == 0 else -1.0
    cos, sin = math.cos(yaw), math.sin(yaw)
    frame = (t[f], t[f + 1], cos, sin, side)
    d, aside = into_frame(frame, t[at], t[at + 1])
    seconds = c.reg[act[TEMPLATE_EVERY_TIME]] * natural_time(c)
    ahead_speed, side_speed = cos * t[v] + sin * t[v + 1], side * (cos * t[v + 1] - sin * t[v])
    high = t[at + 2] + c.reg[act[TEMPLATE_PIVOT_HEIGHT]] - t[f + 2]
    x, y, ahead, out = placed(
        gravity(c),
        max(LOWEST * c.scale[SCALE_LEG], high),
        seconds,
        max(0.0, seconds - t[PENDULUM_CLOCK]),
        (d, ahead_speed, c.reg[act[TEMPLATE_SPEED]], c.reg[act[TEMPLATE_BALANCE_FORWARD]]),
        (
            aside,
            side_speed,
            side * c.reg[act[TEMPLATE_SIDE]],
            c.reg[act[TEMPLATE_BALANCE_ASIDE]],
            c.reg[act[TEMPLATE_WIDTH_DISTANCE]],
        ),
    )
    wx, wy = out_of_frame(frame, x + ahead, y + out)
    land = PENDULUM_LAND
    t[land], t[land + 1], t[land + 2] = wx, wy, ground_height(c, wx, wy)


@njit
def swing_foot(c, act, t, dt):
    """Move the swing foot on; at the end of the step it stands, and the other leg swings."""
    swing = int(t[PENDULUM_SWING])
    seconds = c.reg[act[TEMPLATE_EVERY_TIME]] * natural_time(c)
    t[PENDULUM_CLOCK] += dt
    share = c.reg[act[TEMPLATE_BOTH_SHARE]]
    u = min(1.0, max(0.0, (t[PENDULUM_CLOCK] / seconds - share) / (1.0 - share)))
    s = u * u * (3.0 - 2.0 * u)
    f = PENDULUM_FEET + 3 * swing
    for k in range(3):
        t[f + k] = t[PENDULUM_LIFT + k] + s * (t[PENDULUM_LAND + k] - t[PENDULUM_LIFT + k])
    t[f + 2] += 4.0 * u * (1.0 - u) * c.reg[act[TEMPLATE_LIFT_HEIGHT]] * c.scale[SCALE_LEG]
    if t[PENDULUM_CLOCK] >= seconds:
        take_off(t, 1 - swing)


@njit
def listen(c, t, share):
    """Come a share nearer to the body, and stand on the feet that it stands on."""
    root = c.root_body[0]
    velocity = com_velocity(c)
    for k in range(3):
        t[PENDULUM_AT + k] += share * (c.com[k] - t[PENDULUM_AT + k])
        t[PENDULUM_VELOCITY + k] += share * (velocity[k] - t[PENDULUM_VELOCITY + k])
        t[PENDULUM_SPIN + k] += share * (c.cvel[root, k] - t[PENDULUM_SPIN + k])
    q, body = PENDULUM_TURN, c.xquat[root]
    along = t[q] * body[0] + t[q + 1] * body[1] + t[q + 2] * body[2] + t[q + 3] * body[3]
    near = 1.0 if along >= 0.0 else -1.0  # q and -q are the same turn
    w, x = t[q] + share * (near * body[0] - t[q]), t[q + 1] + share * (near * body[1] - t[q + 1])
    y, z = t[q + 2] + share * (near * body[2] - t[q + 2]), t[q + 3] + share * (near * body[3] - t[q + 3])
    set_turn(t, w, x, y, z)
    for leg in range(2):
        set_foot(c, t, leg)
    stands = 0 if c.foot_load[0] > c.foot_load[1] else 1
    if c.foot_load[stands] > 0.0 and int(t[PENDULUM_SWING]) == stands:
        take_off(t, 1 - stands)


@njit
def template(c, side, s):
    """Simulate the pendulum by one tick."""
    act, t, dt = c.acts[side, s], c.template, c.step[0]
    if t[PENDULUM_BEGUN] == 0.0:
        begin(c, t)
    leads = act[TEMPLATE_LEADS_TIME] >= 0
    listening = leads or act[TEMPLATE_LISTENS_TIME] >= 0
    share_load(c, act, t, listening)
    find_pivot(c, act, t)
    push(c, act, t, dt)
    plan(c, act, t)
    swing_foot(c, act, t, dt)
    if listening:
        time = c.reg[act[TEMPLATE_LEADS_TIME]] if leads else c.reg[act[TEMPLATE_LISTENS_TIME]]
        listen(c, t, min(1.0, dt / max(dt, time)))
    t[PENDULUM_LEADS] = 1.0 if leads else 0.0
