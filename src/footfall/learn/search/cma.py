"""CMA-ES with a population: pycma, with a generator of its own."""

from __future__ import annotations

import math
import warnings
from typing import Any

import cma
import numpy as np

from footfall.learn.search.strategy import Array, fold, normal

FLAT_GENERATIONS = 50  # of equal scores before it gives up


class _Draws:
    """Stands in for numpy's global `randn`, which pycma would otherwise use and reseed."""

    def __init__(self, seed: int, stream: int) -> None:
        self.seed, self.stream, self.count = seed, stream, 0

    def __call__(self, *shape: int) -> Array:
        self.count += 1
        return normal(self.seed, self.stream, self.count, shape)


class PopulationCMA:
    """The active (mu/mu_w, lambda)-CMA-ES.

    Bounds are kept by reflection: pycma searches the open space, scores are those of the reflected points.
    Its state is the list of scores it was told, and loading replays them: that takes a few milliseconds a
    generation, gives the same bits, and a checkpoint holds no pickles that could run code.
    """

    name = "cma"
    elitist = False
    speculative = False

    def __init__(
        self,
        lower: Array,
        upper: Array,
        *,
        seed: int,
        stream: int = 0,
        start: Array | None = None,
        sigma: float = 1.0,
        population: int | None = None,
    ) -> None:
        """Search around `start` with a first std of `sigma` and `population` candidates a generation.

        Args:
            lower: (n,) bounds, -inf where there is none.
            upper: (n,) bounds, inf where there is none.
            seed: Of all its draws.
            stream: Draws of another stream have nothing in common.
            start: (n,) the script's own numbers unless given.
            sigma: First std, in stds of the script.
            population: 4 + 3 ln n unless given.
        """
        n = len(lower)
        self.lower, self.upper, self.seed, self.sigma = lower, upper, seed, sigma
        self.start = fold(np.zeros(n) if start is None else start, lower, upper)
        self.population = population or self.default_population(n)
        self._draws = _Draws(seed, stream)
        self._told: list[Array] = []
        self._asked: list[Array] | None = None
        self._es = self._new()

    @staticmethod
    def default_population(n: int) -> int:
        """Hansen's choice for n numbers."""
        return 4 + int(3.0 * math.log(n))

    def _new(self) -> Any:
        n = len(self.start)
        options = {
            "popsize": self.population,
            "randn": self._draws,
            "seed": np.nan,  # do not touch numpy's global generator
            "verbose": -9,
            "verb_log": 0,
            # Scores may be equal over long stretches (all fall at once): that is no reason to stop early.
            "tolfun": 0,
            "tolfunhist": 0,
            "tolflatfitness": FLAT_GENERATIONS,
        }
        # pycma refuses one dimension; a second one that nothing depends on costs little.
        start = self.start if n > 1 else np.append(self.start, 0.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return cma.CMAEvolutionStrategy(start, self.sigma, options)

    def ask(self) -> Array:
        """The start alone at first, then the population: (k, n)."""
        n = len(self.start)
        if not self._told:
            return self.start[None, :].copy()
        if self._asked is None:
            self._asked = self._es.ask()
        return fold(np.array(self._asked)[:, :n], self.lower, self.upper)

    def tell(self, scores: Array) -> None:
        """Learn the scores of the candidates last asked for."""
        if self._told:
            self.ask()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._es.tell(self._asked, scores.tolist())
            self._asked = None
        self._told.append(np.array(scores, dtype=float))

    def middle(self) -> Array:
        """(n,) the mean of the search distribution: less noisy than the best candidate."""
        return fold(np.array(self._es.mean)[: len(self.start)], self.lower, self.upper)

    def limit(self) -> float:
        """What is worse than all of the last generation has no say in the next."""
        return float(self._told[-1].max()) if len(self._told) > 1 else math.inf

    def stop(self) -> str:
        """Pycma's own tests: tolerances reached, or its matrix degenerate."""
        reasons = self._es.stop() if len(self._told) > 1 else {}
        return "converged" if reasons else ""

    def settings(self) -> dict[str, Any]:
        """What it was made with."""
        n = len(self.start)
        return {
            "name": self.name,
            "n": n,
            "seed": self.seed,
            "sigma": self.sigma,
            "population": self.population,
        }

    def state(self) -> dict[str, Any]:
        """The scores it was told."""
        return {"told": np.concatenate(self._told) if self._told else np.zeros(0)}

    def load(self, state: dict[str, Any]) -> None:
        """Tell the scores again; the first generation was the start alone."""
        told = state["told"]
        if len(told):
            self.tell(told[:1])
        for first in range(1, len(told), self.population):
            self.tell(told[first : first + self.population])
