"""People's figures: bands of curves from captured walks (people.json), and what is known at any speed.

`python benchmarks/natural_bands.py FOLDER` makes the file again from captures.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from footfall.natural.motion import F64

FILE = Path(__file__).with_name("people.json")
WALK_RATIO = 0.0064
"""m a step and minute: step length over cadence, nearly the same for grown people at all speeds."""
WALK_RATIOS = (0.004, 0.008)
COST = 0.3
"""Mechanical cost of transport of people, all joint work by magnitude over weight and way."""


@dataclass(frozen=True)
class Band:
    """A curve of people over the gait cycle, degrees.

    Attributes:
        middle: (101,) mean of the walks.
        low, high: (101,) two standard deviations of all strides below and above it.
    """

    middle: F64
    low: F64
    high: F64


@cache
def figures() -> dict[str, Any]:
    """The whole file."""
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


@cache
def bands() -> dict[str, Band]:
    """The bands by the curve's name."""
    rows = figures()["bands"]
    return {name: Band(*(np.array(rows[name][k]) for k in ("middle", "low", "high"))) for name in rows}


def captured(name: str) -> tuple[float, float]:
    """Mean of a figure over the captured walks, and how far they are apart (half their range)."""
    values = [walk[name] for walk in figures()["walks"]]
    return float(np.mean(values)), 0.5 * float(np.ptp(values))


def cadence(speed: float) -> float:
    """Steps a minute of people at a speed (m/s), by their walk ratio."""
    return math.sqrt(60.0 * max(speed, 1e-3) / WALK_RATIO)


def double_support(speed: float) -> float:
    """Share of the cycle in which people have both feet on the ground, at a speed (m/s).

    A line through what is usual for grown people: 24 % at 1.3 m/s, more when slower.
    """
    return 0.24 - 0.16 * (min(max(speed, 0.3), 2.0) - 1.3)
