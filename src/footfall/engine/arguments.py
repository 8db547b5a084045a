"""What is handed to a Sim from outside: checked before anything changes."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.engine.header import MOST_SEEDS, MOST_TICKS
from footfall.errors import FootfallError


def seed_of(value: Any) -> int:
    """A seed: what a recording can hold.

    Raises:
        FootfallError: It is none.
    """
    try:
        seed = operator.index(value)
    except TypeError:
        seed = -1
    if not 0 <= seed < MOST_SEEDS:
        raise FootfallError(f"{value!r} is no seed", where="seed", help="give a whole number from 0 on")
    return seed


def between(value: Any, low: float, high: float, name: str, unit: str) -> float:
    """A number of a range.

    Raises:
        FootfallError: It is none, or outside.
    """
    if not isinstance(value, int | float | np.number) or not low <= value <= high:
        help = f"give a number from {low:g} to {high:g} ({unit})"
        raise FootfallError(f"{value!r} is out of range", where=name, help=help)
    return float(value)


def params_of(values: Any, count: int) -> NDArray[np.float64]:
    """Numbers for a Program that has so many.

    Raises:
        FootfallError: They are more, fewer, or not finite.
    """
    try:
        params = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        params = np.zeros(0)
    if params.shape != (count,) or not np.isfinite(params).all():
        raise FootfallError(
            f"these are not {count} finite numbers", where="params", help="change a copy of `Program.params`"
        )
    return params


def ticks_of(n: Any) -> int:
    """A number of ticks.

    Raises:
        FootfallError: It is none.
    """
    whole = isinstance(n, int | np.integer) and not isinstance(n, bool)
    if not whole or not 0 <= n <= MOST_TICKS:
        raise FootfallError(
            f"{n!r} is no number of ticks",
            where="step",
            help=f"give a whole number from 0 to {MOST_TICKS:,}",
        )
    return int(n)
