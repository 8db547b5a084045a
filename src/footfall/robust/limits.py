"""The largest disturbance that is survived: bisection, with checks of smaller ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

CHECKED = (0.25, 0.5, 0.75)  # of the way to a limit, where it must hold as well


@dataclass(frozen=True)
class Limit:
    """A limit that bisection found.

    Attributes:
        reliable: The hardest value that is survived together with the easier ones that were tried; None
            when nothing is.
        reached: The hardest value that is survived, easier ones not counted; the same, or harder.
    """

    reliable: float | None
    reached: float | None


def largest(
    holds: Callable[[float], bool], easy: float, hard: float, precision: float, *, checks: bool = True
) -> Limit:
    """Bisection between a value that should hold and one that is not expected to.

    A skill that survives one value need not survive all easier ones (a push may come at a bad moment). With
    `checks`, values between `easy` and the limit are tried too, and one that fails there becomes the upper
    end of another bisection; so a limit means more than one lucky value.

    Args:
        holds: Whether a value is survived.
        easy: Taken to hold; not tried, except when nothing harder holds.
        hard: The hardest that is tried; it may lie below `easy` (the least friction).
        precision: Values closer than this are one.
        checks: Whether to look below the limit; without, both answers are the same.
    """
    low = reached = hard if holds(hard) else _between(holds, easy, hard, precision)
    while checks and abs(low - easy) > precision:
        failed = next((v for v in _below(easy, low) if not holds(v)), None)
        if failed is None:
            break
        low = _between(holds, easy, failed, precision)
    if low == easy and not holds(easy):
        return Limit(None, None if reached == easy else reached)
    return Limit(low, reached)


def _between(holds: Callable[[float], bool], low: float, high: float, precision: float) -> float:
    """Bisection: `low` holds, `high` does not."""
    while abs(high - low) > precision:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _below(easy: float, limit: float) -> tuple[float, ...]:
    return tuple(easy + share * (limit - easy) for share in CHECKED)
