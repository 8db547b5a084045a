"""Events of a search while it runs: plain data, for a progress line, a log or a window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Started:
    """The search begins, or continues.

    Attributes:
        search: Name of the strategy.
        evaluator: Name of the evaluator.
        workers: How many Jobs run at once.
        free: How many numbers are searched.
        scenarios: Runs a candidate.
        evaluations: Candidates evaluated before, by the search that is resumed; 0 for a new one.
    """

    search: str
    evaluator: str
    workers: int
    free: int
    scenarios: int
    evaluations: int


@dataclass(frozen=True)
class Generation:
    """One generation has been evaluated.

    Attributes:
        generation: Its number; 0 is the unchanged script alone.
        evaluations: Candidates evaluated so far.
        best: Best score so far.
        mean: Mean score of this generation, runs that failed left out.
        lowest: Best score of this generation.
        per_second: Candidates evaluated a second.
        seconds: Since the beginning, earlier sessions included.
        seconds_left: Until the budget is used up, as far as known; None without a budget.
        failures: Runs so far that diverged, crashed or gave no number.
    """

    generation: int
    evaluations: int
    best: float
    mean: float
    lowest: float
    per_second: float
    seconds: float
    seconds_left: float | None
    failures: int


@dataclass(frozen=True)
class Improved:
    """A candidate is better than all before it.

    Attributes:
        vector: In search coordinates.
        score: Its score.
        evaluations: Candidates evaluated so far.
    """

    vector: tuple[float, ...]
    score: float
    evaluations: int


@dataclass(frozen=True)
class Note:
    """Something the user may want to know: a worker was replaced, a checkpoint was damaged."""

    text: str


@dataclass(frozen=True)
class Done:
    """The search has ended.

    Attributes:
        reason: "evaluations", "time", "target", "converged" or "interrupted".
        vector: The best candidate, in search coordinates.
        score: Its score.
        start_score: Score of the unchanged script.
        evaluations: Candidates evaluated.
        generations: Generations evaluated.
        seconds: It took, earlier sessions included.
        failures: Runs that diverged, crashed or gave no number.
    """

    reason: str
    vector: tuple[float, ...]
    score: float
    start_score: float
    evaluations: int
    generations: int
    seconds: float
    failures: int


Event = Started | Generation | Improved | Note | Done
OnEvent = Callable[[Event], None]
