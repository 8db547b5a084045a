"""Restarts: when a strategy has converged, start again at a nearby point, with twice the population."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.learn.search.strategy import Array, Strategy, normal

START_STREAM = 2**32  # apart from the streams of the strategies, which count up from 0


class Restarts:
    """Runs one strategy after the other (for CMA-ES: IPOP, Auger and Hansen 2005).

    Attributes:
        restart: How many have ended so far.
        inner: The strategy at work.
    """

    def __init__(self, make: Callable[[int, Array | None], Strategy], n: int, seed: int) -> None:
        """Run `make(0, None)`, then `make(k, start)` for k = 1, 2, ….

        Args:
            make: Makes the k-th strategy: its stream is k, its start one std around the script's
                numbers unless k is 0.
            n: How many numbers are searched.
            seed: Of the starts.
        """
        self._make, self._n, self._seed = make, n, seed
        self.restart = 0
        self.inner = make(0, None)
        self.name = self.inner.name
        self.elitist = self.inner.elitist
        self.speculative = self.inner.speculative

    def _begin(self, restart: int) -> None:
        self.restart = restart
        start = normal(self._seed, START_STREAM, restart, (self._n,)) if restart else None
        self.inner = self._make(restart, start)

    def ask(self) -> Array:
        """The candidates of the strategy at work."""
        return self.inner.ask()

    def tell(self, scores: Array) -> None:
        """Tell the strategy at work; if it has nothing more to find, begin the next."""
        self.inner.tell(scores)
        if self.inner.stop():
            self._begin(self.restart + 1)

    def limit(self) -> float:
        """That of the strategy at work."""
        return self.inner.limit()

    def stop(self) -> str:
        """Never: there is always another start."""
        return ""

    def settings(self) -> dict[str, Any]:
        """Those of the first strategy."""
        return {**self._make(0, None).settings(), "restarts": True}

    def state(self) -> dict[str, Any]:
        """Which strategy is at work, and its state."""
        return {"restart": self.restart, "inner": self.inner.state()}

    def load(self, state: dict[str, Any]) -> None:
        """Go on where `state` was taken."""
        self._begin(state["restart"])
        self.inner.load(state["inner"])
