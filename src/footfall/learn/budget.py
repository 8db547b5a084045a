"""When a search stops."""

from __future__ import annotations

from dataclasses import dataclass

from footfall.learn.progress import Progress


@dataclass(frozen=True)
class Budget:
    """What a search may use; whichever is used up first ends it.

    Attributes:
        evaluations: Candidates.
        seconds: Wall-clock seconds, earlier sessions included.
        target: A score that is good enough.
    """

    evaluations: int | None = None
    seconds: float | None = None
    target: float | None = None

    def time_is_up(self, seconds: float) -> bool:
        """Whether the budget of time is used up after so many seconds."""
        return self.seconds is not None and seconds >= self.seconds

    def used_up(self, progress: Progress, seconds: float) -> str:
        """What is used up: "evaluations", "time", "target", or "" if nothing is."""
        if self.evaluations is not None and progress.evaluations >= self.evaluations:
            return "evaluations"
        if self.time_is_up(seconds):
            return "time"
        if self.target is not None and progress.best_score <= self.target:
            return "target"
        return ""

    def seconds_left(self, progress: Progress, seconds: float, per_second: float) -> float | None:
        """Estimated seconds left; None if nothing limits the search."""
        left = []
        if self.evaluations is not None and per_second > 0.0:
            left.append(max(0.0, (self.evaluations - progress.evaluations) / per_second))
        if self.seconds is not None:
            left.append(max(0.0, self.seconds - seconds))
        return min(left) if left else None
