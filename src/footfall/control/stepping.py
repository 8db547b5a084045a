"""Steps of a body that tracks a clip: a foot goes where balance needs it, and stays there.

A foot steps when the capture point leaves the soles (`steps.capture`). `own_feet` then moves the clip about
the feet.
"""

from __future__ import annotations

import math

from footfall.control.clip_rows import between, turned
from footfall.control.columns import (
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_FRONT,
    ROW_ANKLES,
    ROW_VELOCITY,
    SCALE_LEG,
    SCALE_WEIGHT,
)
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height, heading
from footfall.control.opcodes import (
    TRACK_STEP_ASIDE,
    TRACK_STEP_BEYOND,
    TRACK_STEP_INSIDE,
    TRACK_STEP_LIFT,
    TRACK_STEP_TIME,
)
from footfall.control.place import PRESSURE, place_point
from footfall.control.rotation import cos_sin
from footfall.control.steps.capture import better_leg, capture_point, land_at, outside_soles

# columns of TRACK's scratch row, behind its own
SWING, CLOCK = 4, 5  # the leg that steps (1 left, 2 right, 0 none), seconds since it began to
LIFT, LAND = 6, 9  # where its ankle left the ground (x, y, z), where its sole will land (x, y)
RESTED = 11  # seconds since the last landing
DOWN, OWN = 12, 14  # of each leg: whether it is needed on the ground; share of its place that is its own
STOOD = 16  # of each leg: where its foot stands, x and y
SUNK = 20  # m that the clip has sunk so that legs reach
XI, PUSHED = 21, 23  # the capture point in the last tick (x, y), and how fast it is pushed
LAG = 25  # how far the pelvis is wanted from where the clip has it, x, y, z
PACE = 28  # the clip's speed less 1
BORNE = 29  # of each leg: load, N, smoothed
ASTRAY = 31  # m from the capture point to where the clip has it
BEHIND = 32  # s that the clip is late

QUICKEST = 0.1  # s: nothing that is asked to be quicker is a step
REST = 0.105  # s between two steps
TOUCH = 0.03  # of the weight: a foot with more has landed
SETTLED = 0.1  # s that a foot stays down at least which the clip holds up
FINDS = 0.06  # m from where the clip has it that the capture point is when a foot may rise
CALM = 0.02  # m inside of the other sole that the capture point is when it may rise again
LEAD, THERE = 0.041, 0.994  # s by which a swinging foot is sent ahead; share of a step in which it gets there
SMOOTH = 0.041  # s over which a push is felt
LASTS = 0.121  # s that it is expected to go on
SLIDES = 0.02  # m that a foot may be from where it stands
BEARS = 0.2  # of the weight: a foot with more takes its place along when it is farther
SINKS_BY = 0.06  # m that the hips may sink until a foot lands
SINKS = 0.34  # m/s at which a foot goes on down that has not landed in time


@njit
def swinging(c, s):
    """The leg that steps, -1 when both stand."""
    return int(c.scratch[s, SWING]) - 1


@njit
def feet_apart(c, low, high, share):
    """From the right ankle to the left one in the clip, m."""
    return (
        between(c, low, high, share, ROW_ANKLES) - between(c, low, high, share, ROW_ANKLES + 3),
        between(c, low, high, share, ROW_ANKLES + 1) - between(c, low, high, share, ROW_ANKLES + 4),
    )


@njit
def foot_at(c, s, leg):
    """Where a foot's ankle is, or will be when its step is over, world (x, y)."""
    row = c.scratch[s]
    if swinging(c, s) == leg:
        cos, sin = cos_sin(heading(c))
        middle = 0.5 * (c.legs[leg, LEG_FRONT] - c.legs[leg, LEG_BACK])
        return row[LAND] - middle * cos, row[LAND + 1] - middle * sin
    return row[STOOD + 2 * leg], row[STOOD + 2 * leg + 1]


@njit
def stay(c, s, leg, stands):
    """Keep where a foot stands, unless it slides under a load; one that is up takes its place along."""
    row, at = c.scratch[s], STOOD + 2 * leg
    x, y, _ = place_point(c, c.ankle_place[leg])
    dx, dy = row[at] - x, row[at + 1] - y
    far, most = math.hypot(dx, dy), SLIDES
    if not stands or row[XI] == 0.0:
        most = 0.0
    elif c.foot_load[leg] < BEARS * c.scale[SCALE_WEIGHT]:
        return
    if far > most:
        row[at], row[at + 1] = x + dx * most / far, y + dy * most / far


@njit
def standing(c, s, left, right):
    """Which feet should stand: those of the clip, and those that are needed still."""
    row = c.scratch[s]
    return left or row[DOWN] != 0.0, right or row[DOWN + 1] != 0.0


@njit
def rise(c, s, leg, stands, x, y):
    """Let a foot rise that the clip holds up, when it is not needed.

    It is not while the capture point (x, y) is well inside the other sole, or about where the clip has it.
    """
    row = c.scratch[s]
    if stands:
        row[DOWN + leg] = 1.0
    elif row[RESTED] > SETTLED and (
        row[ASTRAY] < FINDS or outside_soles(c, x, y, leg == 1, leg == 0) < -CALM
    ):
        row[DOWN + leg] = 0.0


@njit
def steps_now(c, act, s, x, y, left, right):
    """Whether a step must begin: the capture point (x, y) is nearer than `inside` to the soles' edge."""
    on_left, on_right = standing(c, s, left, right)
    if not (on_left or on_right) or c.scratch[s, RESTED] < REST:
        return False
    inside = c.reg[act[TRACK_STEP_INSIDE]] * (1.0 if on_left and on_right else 0.5)
    return outside_soles(c, x, y, on_left, on_right) >= -inside


@njit
def begin(c, act, s, xi, omega, width, left, right):
    """Begin a step, with the leg that can bring the body to rest, or the one that is up already."""
    row = c.scratch[s]
    on_left, on_right = standing(c, s, left, right)
    leg = 1 if on_left else 0
    if on_left and on_right:
        seconds, beyond = c.reg[act[TRACK_STEP_TIME]], c.reg[act[TRACK_STEP_BEYOND]]
        leg = better_leg(c, xi, omega, seconds, width, beyond, c.reg[act[TRACK_STEP_ASIDE]])
    row[SWING], row[CLOCK] = leg + 1.0, 0.0
    row[LIFT], row[LIFT + 1], row[LIFT + 2] = place_point(c, c.ankle_place[leg])


@njit
def pushed(c, s, x, y, omega):
    """The capture point (x, y) at the end of a push, and what is felt of it.

    Without one the ground alone moves it, by xi' = omega (xi - p); what it moves besides is the push.
    """
    row, weight = c.scratch[s], c.foot_load[0] + c.foot_load[1]
    if row[XI] != 0.0 and weight > TOUCH * c.scale[SCALE_WEIGHT]:
        px, py, _ = place_point(c, PRESSURE)
        share = c.step[0] / SMOOTH
        row[PUSHED] += share * ((x - row[XI]) / c.step[0] - omega * (x - px) - row[PUSHED])
        row[PUSHED + 1] += share * ((y - row[XI + 1]) / c.step[0] - omega * (y - py) - row[PUSHED + 1])
    row[XI], row[XI + 1] = x, y
    return x + LASTS * row[PUSHED], y + LASTS * row[PUSHED + 1]


@njit
def within_reach(c, leg, x, y, remaining):
    """A landing (x, y), brought to where the leg reaches the ground from its hip some seconds on."""
    at = c.xanchor[c.hip_jnt[leg]]
    vx, vy, _ = com_velocity(c)
    hx, hy = at[0] + vx * remaining, at[1] + vy * remaining
    size = c.scale[SCALE_LEG] - c.legs[leg, LEG_ANKLE_HEIGHT]
    high = at[2] - ground_height(c, x, y) - c.legs[leg, LEG_ANKLE_HEIGHT] - SINKS_BY
    far, most = math.hypot(x - hx, y - hy), math.sqrt(max(0.01, size * size - high * high))
    share = min(1.0, most / max(1e-6, far))
    return hx + share * (x - hx), hy + share * (y - hy)


@njit
def decide(c, act, s, low, high, share, turn, left, right):
    """Begin a step, go on with it, or end it.

    `left` and `right` are the feet that stand in the clip.
    """
    row = c.scratch[s]
    seconds = c.reg[act[TRACK_STEP_TIME]]
    cos, sin = cos_sin(turn)
    ahead, aside = between(c, low, high, share, ROW_VELOCITY), between(c, low, high, share, ROW_VELOCITY + 1)
    vx, vy = turned(cos, sin, ahead, aside)
    on_left, on_right = standing(c, s, left, right)
    stay(c, s, 0, on_left and swinging(c, s) != 0)
    stay(c, s, 1, on_right and swinging(c, s) != 1)
    ax, ay, omega = capture_point(c, 0.0, 0.0)  # one foot alone does not answer for the clip's own velocity
    bx, by = pushed(c, s, ax, ay, omega)
    dx, dy = feet_apart(c, low, high, share)
    width = math.sqrt(dx * dx + dy * dy) if left and right else 0.0
    if swinging(c, s) < 0:
        x, y, _ = capture_point(c, vx, vy)
        row[RESTED] += c.step[0]
        rise(c, s, 0, left, x, y)
        rise(c, s, 1, right, x, y)
        if not steps_now(c, act, s, x, y, left, right):
            return
        begin(c, act, s, (bx, by), omega, width, left, right)
    leg = swinging(c, s)
    row[CLOCK] += c.step[0]
    remaining, beyond = max(0.0, seconds - row[CLOCK]), c.reg[act[TRACK_STEP_BEYOND]]
    x, y, _ = land_at(c, leg, (ax, ay), omega, remaining, width, beyond, c.reg[act[TRACK_STEP_ASIDE]])
    row[LAND], row[LAND + 1] = within_reach(c, leg, x, y, remaining)
    down = row[CLOCK] > 0.5 * seconds and c.foot_load[leg] > TOUCH * c.scale[SCALE_WEIGHT]
    if down or row[CLOCK] > 2.0 * seconds:
        row[SWING], row[RESTED] = 0.0, 0.0
        stay(c, s, leg, False)
        row[DOWN + leg] = 1.0


@njit
def ankle_path(c, act, s, leg, t):
    """Where the stepping ankle should be t seconds after the step began, world."""
    row = c.scratch[s]
    seconds = c.reg[act[TRACK_STEP_TIME]]
    u, ahead = min(1.0, t / seconds), min(1.0, (t + LEAD) / (THERE * seconds))
    went = ahead * ahead * (3.0 - 2.0 * ahead)
    x, y = foot_at(c, s, leg)
    end = ground_height(c, x, y) + c.legs[leg, LEG_ANKLE_HEIGHT] - SINKS * max(0.0, t - seconds)
    up = row[LIFT + 2] + u * (end - row[LIFT + 2]) + 4.0 * u * (1.0 - u) * c.reg[act[TRACK_STEP_LIFT]]
    return row[LIFT] + went * (x - row[LIFT]), row[LIFT + 1] + went * (y - row[LIFT + 1]), up
