"""The progress of a search: its best candidate and the curve of its scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.learn.checkpoint import check_same_structure
from footfall.learn.events import Done, Generation, Improved
from footfall.learn.job import WORST

Array = NDArray[np.float64]
_COLUMNS = ("evaluations", "best", "mean", "lowest")


@dataclass
class Progress:
    """What a search has found so far.

    Attributes:
        evaluations: Candidates evaluated.
        generations: Generations evaluated.
        failures: Runs that diverged, crashed or gave no number.
        seconds: Wall-clock seconds, earlier sessions included.
        best: (n,) the best candidate, in search coordinates.
        best_scores: Sum of its scores, and how many there are: one, unless scenarios draw new starts in every
            generation and it was scored in several.
        start_score: Score of the unchanged script.
        curve: One row a generation: evaluations so far, best so far, mean, lowest.
    """

    evaluations: int = 0
    generations: int = 0
    failures: int = 0
    seconds: float = 0.0
    best: Array = field(default_factory=lambda: np.zeros(0))
    best_scores: tuple[float, int] = (WORST, 1)
    start_score: float = WORST
    curve: list[tuple[float, float, float, float]] = field(default_factory=list)

    @property
    def best_score(self) -> float:
        """Mean score of the best candidate; the worst before there is one."""
        total, count = self.best_scores
        return total / count

    def record(self, candidates: Array, values: Array, *, rescored: float | None = None) -> bool:
        """Take in a generation.

        Args:
            candidates: (k, n) what was evaluated.
            values: (k,) their scores.
            rescored: Score of the best candidate so far under this generation's seed, when that differs.

        Returns:
            Whether there is a new best candidate.
        """
        if not self.curve:
            self.start_score = float(values[0])
        if rescored is not None:
            total, count = self.best_scores
            self.best_scores = (total + rescored, count + 1)
        lowest = int(np.argmin(values))
        # Under a new seed only scores of this generation can be compared.
        mark = self.best_score if rescored is None else rescored
        improved = bool(values[lowest] < mark) or len(self.best) == 0
        if improved:
            self.best = candidates[lowest].copy()
            self.best_scores = (float(values[lowest]), 1)
        self.evaluations += len(values) + (rescored is not None)
        self.generations += 1
        sound = values[values < WORST]
        mean = float(sound.mean()) if len(sound) else WORST
        self.curve.append((self.evaluations, self.best_score, mean, float(values[lowest])))
        return improved

    def history(self) -> dict[str, Array]:
        """The curve as columns: evaluations, best, mean, lowest, one entry a generation."""
        table = np.array(self.curve, dtype=float).reshape(-1, len(_COLUMNS))
        return {name: table[:, i] for i, name in enumerate(_COLUMNS)}

    def generation_event(self, seconds: float, per_second: float, seconds_left: float | None) -> Generation:
        """What the last generation brought."""
        _, best, mean, lowest = self.curve[-1]
        return Generation(
            generation=self.generations - 1,
            evaluations=self.evaluations,
            best=best,
            mean=mean,
            lowest=lowest,
            per_second=per_second,
            seconds=seconds,
            seconds_left=seconds_left,
            failures=self.failures,
        )

    def improved_event(self) -> Improved:
        """The new best candidate."""
        return Improved(tuple(self.best.tolist()), self.best_score, self.evaluations)

    def done_event(self, reason: str, seconds: float, n: int) -> Done:
        """The end; the script's own numbers are the best when nothing was evaluated."""
        return Done(
            reason=reason,
            vector=tuple(self.best.tolist()) or (0.0,) * n,
            score=self.best_score,
            start_score=self.start_score,
            evaluations=self.evaluations,
            generations=self.generations,
            seconds=seconds,
            failures=self.failures,
        )

    def state(self) -> dict[str, Any]:
        """As plain data, for a checkpoint."""
        return {
            "evaluations": self.evaluations,
            "generations": self.generations,
            "failures": self.failures,
            "seconds": self.seconds,
            "best": self.best,
            "best_scores": list(self.best_scores),
            "start_score": self.start_score,
            "curve": np.array(self.curve, dtype=float).reshape(-1, len(_COLUMNS)),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], n: int) -> Progress:
        """What `state` gave.

        Args:
            state: From a checkpoint.
            n: How many numbers are free.

        Raises:
            DamagedError: Something in it is of another kind.
        """
        pattern = cls(best=np.zeros(n)).state() if state.get("generations") else cls().state()
        check_same_structure(state, pattern, "progress")
        rows = state.pop("curve").tolist()
        total, count = state.pop("best_scores")
        return cls(**state, best_scores=(total, count), curve=[(a, b, c, d) for a, b, c, d in rows])
