"""What a promise is: something that can be measured, with a bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """What was measured, in a few words, and whether it clears the bar."""

    measured: str
    passed: bool


@dataclass(frozen=True)
class Promise:
    """One line of the table.

    Attributes:
        what: In words.
        command: What is run, as a user would type it.
        bar: What it must reach.
        measure: Runs it. What it raises counts as a failure.
    """

    what: str
    command: str
    bar: str
    measure: Callable[[], Result]
