from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from footfall.learn.search.one_plus_one import C_P, P_TARGET, OnePlusOne

N = 10


def make(seed: int = 1, n: int = N) -> OnePlusOne:
    free = np.full(n, np.inf)
    return OnePlusOne(-free, free, seed=seed)


def test_a_failure_shrinks_the_step_and_keeps_the_rest() -> None:
    strategy = make()
    strategy.tell(np.array([1.0]))
    strategy.tell(np.array([2.0]))
    averaged = (1.0 - C_P) * P_TARGET
    assert strategy.sigma == pytest.approx(math.exp((averaged - P_TARGET) / (1.0 - P_TARGET) / (1.0 + N / 2)))
    assert strategy.x.tolist() == [0.0] * N
    assert np.array_equal(strategy.C, np.identity(N))


def test_a_success_moves_the_parent_and_stretches_the_covariance_along_the_step() -> None:
    strategy = make()
    strategy.tell(np.array([1.0]))
    (child,) = strategy.ask()
    strategy.tell(np.array([0.5]))
    assert np.array_equal(strategy.x, child)
    assert strategy.fx == strategy.limit() == 0.5
    assert strategy.sigma > 1.0
    step = child / np.linalg.norm(child)
    across = np.linalg.svd(step[None, :])[2][1]
    assert step @ strategy.C @ step > across @ strategy.C @ across


def test_an_equal_score_is_a_success() -> None:
    strategy = make()
    strategy.tell(np.array([1.0]))
    (child,) = strategy.ask()
    strategy.tell(np.array([1.0]))
    assert np.array_equal(strategy.x, child)


def test_a_high_success_rate_does_not_feed_the_path() -> None:
    strategy = make()
    strategy.tell(np.array([100.0]))
    strategy.p_succ = 0.9
    strategy.tell(np.array([99.0]))
    assert np.array_equal(strategy.p_c, np.zeros(N))


def test_it_stops_when_its_steps_vanish() -> None:
    strategy = make(n=2)
    strategy.tell(np.array([1.0]))
    assert strategy.stop() == ""
    for _ in range(2000):
        strategy.tell(np.array([2.0]))
    assert strategy.stop() == "converged"


def test_it_is_as_good_as_deaps() -> None:
    """The full comparison is benchmarks/search_vs_deap.py."""
    base = pytest.importorskip("deap.base")
    from deap import cma, creator

    if not hasattr(creator, "TestIndividual"):
        creator.create("TestFitness", base.Fitness, weights=(-1.0,))
        creator.create("TestIndividual", np.ndarray, fitness=creator.TestFitness)

    def sphere(x: np.ndarray) -> float:
        return float(((x - 1.5) ** 2).sum())

    def ours(seed: int) -> int:
        strategy = make(seed)
        for count in range(1, 5000):
            value = sphere(strategy.ask()[0])
            if value < 1e-9:
                return count
            strategy.tell(np.array([value]))
        return 5000

    def deaps(seed: int) -> int:
        np.random.seed(seed)
        parent = creator.TestIndividual(np.zeros(N))
        parent.fitness.values = (sphere(parent),)
        strategy = cma.StrategyOnePlusLambda(parent, sigma=1.0, lambda_=1)
        for count in range(2, 5000):
            (child,) = strategy.generate(creator.TestIndividual)
            child.fitness.values = (sphere(child),)
            if child.fitness.values[0] < 1e-9:
                return count
            strategy.update([child])
        return 5000

    medians = [statistics.median(f(seed) for seed in range(9)) for f in (ours, deaps)]
    assert medians[0] / medians[1] == pytest.approx(1.0, abs=0.15)
