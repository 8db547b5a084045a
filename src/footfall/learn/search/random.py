"""Random search: the baseline for the other strategies."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footfall.learn.search.strategy import Array, fold, normal

BATCH = 8  # candidates a generation; enough to fill a few workers


class RandomSearch:
    """Draws around the script's own numbers, one std wide, and learns nothing."""

    name = "random"
    elitist = True
    speculative = False

    def __init__(self, lower: Array, upper: Array, *, seed: int, batch: int = BATCH) -> None:
        """Draw `batch` candidates a generation."""
        self.lower, self.upper, self.seed, self.batch = lower, upper, seed, batch
        self.told = 0
        self.best = math.inf

    def ask(self) -> Array:
        """The script's own numbers at first, then `batch` draws: (k, n)."""
        n = len(self.lower)
        draws = np.zeros((1, n)) if self.told == 0 else normal(self.seed, 0, self.told, (self.batch, n))
        return fold(draws, self.lower, self.upper)

    def tell(self, scores: Array) -> None:
        """Remember the best score, for `limit`."""
        self.best = min(self.best, float(scores.min()))
        self.told += 1

    def limit(self) -> float:
        """Only a new best matters."""
        return self.best

    def stop(self) -> str:
        """There is always another draw."""
        return ""

    def settings(self) -> dict[str, Any]:
        """What it was made with."""
        return {"name": self.name, "n": len(self.lower), "seed": self.seed, "batch": self.batch}

    def state(self) -> dict[str, Any]:
        """How far it is."""
        return {"told": self.told, "best": self.best}

    def load(self, state: dict[str, Any]) -> None:
        """Go on where `state` was taken."""
        self.told, self.best = state["told"], state["best"]
