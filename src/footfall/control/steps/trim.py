"""Trim: what a walk must ask for to get the speed that is wanted.

The pendulum knows nothing of impacts and of legs that swing, so a body is a little slower or faster
than its steps say. The mean speed of each step corrects the next ones, slowly.
"""

from __future__ import annotations

from footfall.control.columns import GAIT_FROM_X, GAIT_FROM_Y, GAIT_SECONDS, GAIT_TRIM, GAIT_WANTED, SCALE_LEG
from footfall.control.compile import njit
from footfall.control.kinematics import heading, to_heading
from footfall.control.opcodes import STEP_TRIM_FORGET, STEP_TRIM_GAIN, STEP_TRIM_LONGEST, STEP_TRIM_MOST
from footfall.control.scale import natural_time


@njit
def trimmed(c, act, speed, begins, pause):
    """The speed to ask for, m/s.

    Args:
        c: The actor's Context.
        act: The linked STEP.
        speed: The speed wanted, m/s.
        begins: Whether a step begins now.
        pause: Seconds from the end of a swing to the next one, in which no STEP counts them.
    """
    row = c.gait
    unit = c.scale[SCALE_LEG] / natural_time(c)
    change = abs(speed - row[GAIT_WANTED]) / (c.reg[act[STEP_TRIM_FORGET]] * unit)
    row[GAIT_WANTED] = speed
    row[GAIT_TRIM] *= max(0.0, 1.0 - change)
    if begins:
        if 0.0 < row[GAIT_SECONDS] < c.reg[act[STEP_TRIM_LONGEST]] * natural_time(c):
            way, _ = to_heading(heading(c), c.com[0] - row[GAIT_FROM_X], c.com[1] - row[GAIT_FROM_Y])
            most = c.reg[act[STEP_TRIM_MOST]] * unit
            row[GAIT_TRIM] += c.reg[act[STEP_TRIM_GAIN]] * (speed - way / row[GAIT_SECONDS])
            row[GAIT_TRIM] = min(most, max(-most, row[GAIT_TRIM]))
        row[GAIT_SECONDS], row[GAIT_FROM_X], row[GAIT_FROM_Y] = pause, c.com[0], c.com[1]
    row[GAIT_SECONDS] += c.step[0]
    return speed + row[GAIT_TRIM]
