"""How fast a clip goes on under a body that steps: it waits, and goes back, while a foot is needed.

A clip lifts a foot when its own balance allows that. A body that was pushed is not there yet: the clip waits
before the lift. Where a foot had to be put down that the clip holds up, the clip goes back to before it rose.
"""

from __future__ import annotations

import math

from footfall.control.clip_rows import between, rows_at, turned, within
from footfall.control.columns import ROW_COM, ROW_STANCE, ROW_VELOCITY
from footfall.control.compile import njit
from footfall.control.opcodes import TRACK_SPEED, TRACK_STEP_LATE, TRACK_STEP_TIME
from footfall.control.rotation import cos_sin
from footfall.control.stepping import ASTRAY, BEHIND, PACE, QUICKEST, standing, swinging
from footfall.control.steps.capture import capture_point

SOON = 0.2  # s ahead in which a foot will rise
OFF = 0.04  # m that the capture point may be from where the clip has it when a foot rises
BACK = -2.0  # times the clip's speed at which it goes back
TURNS = 0.1  # s in which the pace changes by one
FASTER = 0.3  # of its own speed by which it goes faster while it is late
NEARLY = 0.3  # s of being late at which it begins to slow down again


@njit
def clip_speed(c, act, s):
    """How fast the clip goes now, as a share of its own speed."""
    speed = c.reg[act[TRACK_SPEED]]
    if c.reg[act[TRACK_STEP_TIME]] > QUICKEST:
        speed *= 1.0 + c.scratch[s, PACE]
    return speed


@njit
def off_the_clip(c, act, s, at, about):
    """How far the capture point is from where the clip, moved to the body's feet, has it, m."""
    low, high, share, turn = at
    cos, sin = cos_sin(turn)
    ax, ay, x, y, _ = about
    gx, gy = turned(
        cos, sin, between(c, low, high, share, ROW_COM) - ax, between(c, low, high, share, ROW_COM + 1) - ay
    )
    ahead, aside = between(c, low, high, share, ROW_VELOCITY), between(c, low, high, share, ROW_VELOCITY + 1)
    vx, vy = turned(cos, sin, ahead, aside)
    speed = clip_speed(c, act, s)
    px, py, _ = capture_point(c, speed * vx, speed * vy)
    return math.hypot(px - x - gx, py - y - gy)


@njit
def rises_soon(c, act, clip, t, left, right):
    """Whether the clip will lift a foot that stands in it now."""
    low, _, _ = rows_at(c, clip, within(c, clip, t + SOON * c.reg[act[TRACK_SPEED]]))
    row = c.clip_rows[low]
    return (left and row[ROW_STANCE] < 0.5) or (right and row[ROW_STANCE + 1] < 0.5)


@njit
def keep_pace(c, act, s, clip, t, at, about, left, right):
    """Let the clip go on, wait, or go back.

    Args:
        c: The actor's Context.
        act: The statement.
        s: Its number.
        clip: The reference.
        t: Its time, s.
        at: Rows before and after, the share between them, the clip's turn (rad).
        about: How the clip is moved to the body's feet (`own_feet.clip_about_feet`).
        left: Whether the left foot stands in the clip.
        right: And the right one.
    """
    on_left, on_right = standing(c, s, left, right)
    swing, pace, row = swinging(c, s), 0.0, c.scratch[s]
    row[ASTRAY] = off_the_clip(c, act, s, at, about)
    late = row[BEHIND] >= c.reg[act[TRACK_STEP_LATE]]
    if (not left and (on_left or swing == 0)) or (not right and (on_right or swing == 1)):
        pace = 0.0 if late else BACK - 1.0
    elif row[ASTRAY] > OFF:
        pace = -1.0 if not late and rises_soon(c, act, clip, t, left, right) else 0.0
    else:
        pace = FASTER * min(1.0, max(0.0, row[BEHIND]) / NEARLY)
    most = c.step[0] / TURNS
    row[PACE] += min(most, max(-most, pace - row[PACE]))
    row[BEHIND] -= c.step[0] * row[PACE]
