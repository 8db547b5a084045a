"""A problem without physics, to test a strategy, an evaluator or a cluster with.

It uses the same mechanism as a real search: bytes to the workers, Jobs, Results.

>>> from footfall.learn.toy_problem import ToyProblem, evaluate
>>> problem = ToyProblem("sphere", n=2)
>>> evaluate(problem.to_bytes(), Job(problem.hash, (1.5, 1.5), 0)).score
0.0
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from footfall.learn.job import Job, Result

ENTRY = "footfall.learn.toy_problem:evaluate"
OPTIMUM = 1.5  # in every coordinate, so that a search starts 1.5 stds away
FUNCTIONS = ("sphere", "ellipsoid")


@dataclass(frozen=True)
class ToyProblem:
    """Find the lowest point of a quadratic function.

    Attributes:
        function: "sphere", or "ellipsoid" with axes from 1 to 1000.
        n: How many numbers are searched.
        n_scenarios: Runs a candidate; their optima lie a little apart.
        combine: "mean" or "worst".
        bound: The numbers stay within ± this, in search coordinates.
        noise: Std of what the seed adds to a score.
        work: Seconds of processor time that a run takes.
    """

    function: str = "sphere"
    n: int = 10
    n_scenarios: int = 1
    combine: str = "mean"
    bound: float = float("inf")
    noise: float = 0.0
    work: float = 0.0
    floor: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """x0, x1, …."""
        return tuple(f"x{i}" for i in range(self.n))

    @property
    def lower(self) -> NDArray[np.float64]:
        """(n,) lower bounds."""
        return np.full(self.n, -self.bound)

    @property
    def upper(self) -> NDArray[np.float64]:
        """(n,) upper bounds."""
        return np.full(self.n, self.bound)

    @property
    def random(self) -> bool:
        """Whether the seed matters."""
        return self.noise > 0.0

    @property
    def hash(self) -> str:
        """Of all of it."""
        return hashlib.sha256(self.to_bytes()).hexdigest()[:16]

    def combined(self, scores: list[float]) -> float:
        """One score from those of all scenarios."""
        return max(scores) if self.combine == "worst" else sum(scores) / len(scores)

    def to_bytes(self) -> bytes:
        """As JSON."""
        return json.dumps(asdict(self), sort_keys=True).encode()


@lru_cache(maxsize=4)
def _read(data: bytes) -> ToyProblem:
    return ToyProblem(**json.loads(data))


def evaluate(bundle: bytes, job: Job) -> Result:
    """Run one Job."""
    problem = _read(bundle)
    x = np.array(job.vector) - OPTIMUM - 0.1 * job.scenario
    axes = 1e6 ** np.linspace(0.0, 1.0, problem.n) if problem.function == "ellipsoid" else np.ones(problem.n)
    score = float((axes * x * x).sum())
    if problem.noise:
        score += problem.noise * float(np.random.default_rng((job.seed, job.scenario)).standard_normal())
    _burn(problem.work)
    if score > job.limit:
        return Result(score, {}, "hopeless", 0.0)
    return Result(score, {problem.function: score}, "time", 0.0)


def _burn(seconds: float) -> None:
    """Use the processor for so long, as a simulation would."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        sum(i * i for i in range(1000))
