"""Our (1+1)-CMA-ES against DEAP's: evaluations until a quadratic function is below 1e-9.

Run: python benchmarks/search_vs_deap.py  (needs deap: pip install -e '.[dev]'). Exits with 1 when the medians
differ by more than 10 %.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable

import numpy as np
from deap import base, cma, creator

from footfall.learn.search.one_plus_one import OnePlusOne

N = 10
SEEDS = 25
TARGET = 1e-9
MOST = 200_000  # evaluations before a run counts as lost
ALLOWED = 0.10
START = 1.5  # distance of the optimum from the start in each coordinate, in first steps

Function = Callable[[np.ndarray], float]


def sphere(x: np.ndarray) -> float:
    return float(((x - START) ** 2).sum())


def ellipsoid(x: np.ndarray) -> float:
    return float((1e6 ** np.linspace(0.0, 1.0, len(x)) * (x - START) ** 2).sum())


def evaluations_of_ours(function: Function, seed: int) -> int:
    free = np.full(N, np.inf)
    strategy = OnePlusOne(-free, free, seed=seed)
    for count in range(1, MOST):
        score = function(strategy.ask()[0])
        if score <= TARGET:
            return count
        strategy.tell(np.array([score]))
    return MOST


def evaluations_of_deap(function: Function, seed: int) -> int:
    np.random.seed(seed)  # DEAP draws from numpy's global generator
    parent = creator.Individual(np.zeros(N))
    parent.fitness.values = (function(parent),)
    strategy = cma.StrategyOnePlusLambda(parent, sigma=1.0, lambda_=1)
    for count in range(2, MOST):
        (child,) = strategy.generate(creator.Individual)
        child.fitness.values = (function(child),)
        if child.fitness.values[0] <= TARGET:
            return count
        strategy.update([child])
    return MOST


def compare() -> dict[str, dict[str, float]]:
    """Median evaluations of both, and their ratio, for each function."""
    creator.create("Fitness", base.Fitness, weights=(-1.0,))
    creator.create("Individual", np.ndarray, fitness=creator.Fitness)
    table = {}
    for function in (sphere, ellipsoid):
        ours = statistics.median(evaluations_of_ours(function, seed) for seed in range(SEEDS))
        deaps = statistics.median(evaluations_of_deap(function, seed) for seed in range(SEEDS))
        table[function.__name__] = {"ours": ours, "deap": deaps, "ratio": ours / deaps}
    return table


def main() -> int:
    table = compare()
    if "--json" in sys.argv:
        print(json.dumps(table))
    else:
        for name, row in table.items():
            print(f"{name:10} ours {row['ours']:6.0f}   deap {row['deap']:6.0f}   ratio {row['ratio']:.3f}")
    return int(any(abs(row["ratio"] - 1.0) > ALLOWED for row in table.values()))


if __name__ == "__main__":
    sys.exit(main())
