"""Reading numbers out of option texts such as ``steps:2=0.1,3=0.2``."""

from __future__ import annotations

import math

from footfall.errors import FootfallError


def read_number(text: str, what: str, where: str, *, low: float, high: float, help: str = "") -> float:
    """A finite number from `low` to `high`.

    Args:
        text: As the user wrote it.
        what: What it is, for messages ("the duration").
        where: The option or value it stands in, for messages.
        low: The least it may be.
        high: The most it may be.
        help: The form of the whole text.

    Raises:
        FootfallError: When it is no such number.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
        if text.strip().lower().lstrip("+-") != "nan":
            raise FootfallError(f"{what} must be a number, not '{text}'", where=where, help=help) from None
    if not math.isfinite(value):
        raise FootfallError(f"{what} must be a finite number, not '{text}'", where=where, help=help)
    if not low <= value <= high:
        raise FootfallError(f"{what} must be from {low:g} to {high:g}, not {value:g}", where=where, help=help)
    return value
