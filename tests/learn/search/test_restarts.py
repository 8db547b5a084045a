from __future__ import annotations

from typing import cast

import numpy as np

from footfall.learn.search import make_strategy
from footfall.learn.search.cma import PopulationCMA
from footfall.learn.search.restarts import Restarts

FREE = np.full(2, np.inf)


def converge(strategy: Restarts) -> None:
    """Until it has begun anew."""
    before = strategy.restart
    for _ in range(2000):
        strategy.tell(np.array([float((x**2).sum()) for x in strategy.ask()]))
        if strategy.restart > before:
            return
    raise AssertionError("it never converged")


def test_cma_begins_anew_elsewhere_with_twice_the_population() -> None:
    strategy = cast(Restarts, make_strategy("cma", -FREE, FREE, seed=1))
    first = cast(PopulationCMA, strategy.inner).population
    converge(strategy)
    assert cast(PopulationCMA, strategy.inner).population == 2 * first
    assert np.abs(strategy.ask()).max() > 0.0


def test_a_state_taken_after_a_restart_loads() -> None:
    strategy = cast(Restarts, make_strategy("one-plus-one", -FREE, FREE, seed=1))
    converge(strategy)
    strategy.tell(np.array([3.0]))
    rescored = make_strategy("one-plus-one", -FREE, FREE, seed=1)
    rescored.load(strategy.state())
    assert np.array_equal(rescored.ask(), strategy.ask())


def test_without_restarts_it_says_that_it_has_converged() -> None:
    strategy = make_strategy("cma", -FREE, FREE, seed=1, restarts=False)
    for _ in range(500):
        strategy.tell(np.array([float((x**2).sum()) for x in strategy.ask()]))
    assert strategy.stop() == "converged"
