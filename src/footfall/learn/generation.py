"""One generation under evaluation, and the results that have come back so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from footfall.learn.checkpoint import check_same_structure
from footfall.learn.job import WORST, Job, Result

Array = NDArray[np.float64]
FAILED_ENDS = ("error", "crashed", "diverged")  # an end begins with one of these when there is no score


class Problem(Protocol):
    """What is searched: a Bundle, or anything like it."""

    @property
    def n(self) -> int:
        """How many numbers are free."""

    @property
    def n_scenarios(self) -> int:
        """Runs a candidate."""

    @property
    def lower(self) -> Array:
        """(n,) lower bounds in search coordinates."""

    @property
    def upper(self) -> Array:
        """(n,) upper bounds in search coordinates."""

    @property
    def hash(self) -> str:
        """Of all of it."""

    @property
    def combine(self) -> str:
        """How scores of scenarios become one: "mean" or "worst"."""

    @property
    def random(self) -> bool:
        """Whether scenarios draw from the Job's seed."""

    def combined(self, scores: list[float]) -> float:
        """One score from those of all scenarios."""

    def to_bytes(self) -> bytes:
        """For the workers."""


@dataclass
class PendingGeneration:
    """Candidates under evaluation.

    Attributes:
        problem: What is searched.
        candidates: (k, n) the generation.
        rescored: (n,) the best candidate so far, to be scored once more under this seed, or None.
        seed: Of all runs of the generation.
        limit: A candidate above this score is hopeless: its exact score does not matter.
        scores: (rows, scenarios) NaN where a run has not ended; `rescored` is the last row.
        failed: (rows, scenarios) whether a run gave no score.
        hopeless: (rows, scenarios) whether a run was stopped early.
    """

    problem: Problem
    candidates: Array
    rescored: Array | None
    seed: int
    limit: float
    scores: Array = field(init=False)
    failed: NDArray[np.bool_] = field(init=False)
    hopeless: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        shape = (len(self.candidates) + (self.rescored is not None), self.problem.n_scenarios)
        self.scores = np.full(shape, math.nan)
        self.failed = np.zeros(shape, dtype=bool)
        self.hopeless = np.zeros(shape, dtype=bool)
        self._limits = scenario_limits(self.problem, self.limit)
        self._handed_out = np.zeros(shape, dtype=bool)

    @property
    def complete(self) -> bool:
        """Whether all runs have ended."""
        return not np.isnan(self.scores).any()

    def next_job(self) -> tuple[int, int, Job] | None:
        """The next run to hand out, as row, scenario and Job; None when all are out."""
        open_runs = np.argwhere(~self._handed_out & np.isnan(self.scores))
        if not len(open_runs):
            return None
        row, scenario = (int(i) for i in open_runs[0])
        self._handed_out[row, scenario] = True
        is_rescored = row == len(self.candidates)
        vector = self.rescored if is_rescored and self.rescored is not None else self.candidates[row]
        # The best candidate is never stopped early: the others are compared with its score.
        limit = math.inf if is_rescored else self._limits[scenario]
        return row, scenario, Job(self.problem.hash, tuple(vector.tolist()), scenario, self.seed, limit)

    def take(self, row: int, scenario: int, result: Result) -> None:
        """Store how a run ended. A score that is no number, or beyond the worst, counts as the worst."""
        sound = math.isfinite(result.score) and result.score <= WORST
        self.failed[row, scenario] = not sound or result.end.startswith(FAILED_ENDS)
        self.hopeless[row, scenario] = result.end == "hopeless"
        self.scores[row, scenario] = result.score if sound else WORST

    def value(self, row: int) -> float:
        """The score of a candidate whose runs have all ended."""
        value = min(self.problem.combined(self.scores[row].tolist()), WORST)
        if self.hopeless[row].any():
            # Its true score is above the limit; rounding must not put it on the limit.
            value = max(value, math.nextafter(self.limit, math.inf))
        return value

    def values(self) -> Array:
        """(k,) the scores of the generation."""
        return np.array([self.value(row) for row in range(len(self.candidates))])

    def likely_fails(self, parent: Array | None) -> bool:
        """Whether its first candidate would end above the limit with its parent's scores where runs are open.

        Args:
            parent: (scenarios,) the parent's scores, if known.
        """
        known = ~np.isnan(self.scores[0])
        if parent is None or not known.any():
            return False
        return self.problem.combined(np.where(known, self.scores[0], parent).tolist()) > self.limit

    def partial(self) -> dict[str, Any]:
        """What has come back so far, for a checkpoint."""
        return {"scores": self.scores, "failed": self.failed, "hopeless": self.hopeless}

    def restore(self, partial: dict[str, Any]) -> None:
        """Take over the results that an earlier session had of the same generation.

        Raises:
            DamagedError: They belong to another generation.
        """
        check_same_structure(partial, self.partial(), "round")
        self.scores, self.failed, self.hopeless = partial["scores"], partial["failed"], partial["hopeless"]


def scenario_limits(problem: Problem, limit: float) -> Sequence[float]:
    """For each scenario, the score above which the combined score is certain to be above `limit`.

    For a mean it is known only if no score is below some floor (`problem.floor`): if not, it is infinite.
    """
    count = problem.n_scenarios
    if count == 1 or problem.combine == "worst" or not math.isfinite(limit):
        return [limit] * count
    floor = float(getattr(problem, "floor", -math.inf))
    if not math.isfinite(floor):
        return [math.inf] * count
    limits = []
    lowest = problem.combined([floor] * count)
    for scenario in range(count):
        raised = [floor + (1.0 if i == scenario else 0.0) for i in range(count)]
        weight = problem.combined(raised) - lowest
        limits.append(floor + (limit - lowest) / weight if weight > 0.0 else math.inf)
    return limits
