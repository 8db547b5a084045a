"""Trim: what a walk must ask for to get the speed that is wanted.

The pendulum knows nothing of impacts and of legs that swing, so a body is a little slower or faster
than its steps say. The mean speed of each step corrects the next ones, slowly.
"""

from __future__ import annotations

from footfall.control.compile import njit
from footfall.control.kinematics import heading, to_heading
from footfall.control.scale import LEG, natural_time

TRIM, WANTED, SECONDS, FROM_X, FROM_Y = 0, 1, 2, 3, 4  # of `gait`: m/s, m/s, s, m, m
GAIN = 0.07  # of a step's error in speed that the trim takes up
MOST = 0.3  # natural speeds: the largest trim
LONGEST = 6.0  # natural times: a step that took longer was no step
FORGET = 0.15  # natural speeds: a change of the wanted speed by this makes the trim 1 / e of what it was


@njit
def trimmed(c, speed, begins):
    """The speed to ask for, m/s.

    Args:
        c: The actor's Context.
        speed: The speed wanted, m/s.
        begins: Whether a step begins now.
    """
    row = c.gait
    unit = c.scale[LEG] / natural_time(c)
    change = abs(speed - row[WANTED]) / (FORGET * unit)
    row[WANTED] = speed
    row[TRIM] *= max(0.0, 1.0 - change)
    if begins:
        if 0.0 < row[SECONDS] < LONGEST * natural_time(c):
            way, _ = to_heading(heading(c), c.com[0] - row[FROM_X], c.com[1] - row[FROM_Y])
            most = MOST * unit
            row[TRIM] += GAIN * (speed - way / row[SECONDS])
            row[TRIM] = min(most, max(-most, row[TRIM]))
        row[SECONDS], row[FROM_X], row[FROM_Y] = 0.0, c.com[0], c.com[1]
    row[SECONDS] += c.step[0]
    return speed + row[TRIM]
