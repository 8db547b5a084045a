"""What a body's sizes are measured by: its mass, its weight, the length of its legs.

Whatever is written in these units (a force as a share of the weight, a length as a share of the
leg, a time in units of sqrt(leg / g)) means the same for a child, a person and a giant.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    SCALE_LEG,
)
from footfall.control.compile import njit


@njit
def gravity(c):
    """Size of the world's gravity, m/s²."""
    return max(1e-6, -c.gravity[2])


@njit
def natural_time(c):
    """The unit of time of a body: sqrt(leg / g), s."""
    return math.sqrt(c.scale[SCALE_LEG] / gravity(c))
