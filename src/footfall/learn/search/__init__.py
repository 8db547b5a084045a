"""Search strategies behind one ask-and-tell interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footfall.errors import FootfallError, nearest

if TYPE_CHECKING:
    from footfall.learn.search.strategy import Array, Strategy

SEARCHES = ("cma", "one-plus-one", "random")


def make_strategy(
    name: str,
    lower: Array,
    upper: Array,
    *,
    seed: int,
    sigma: float = 1.0,
    population: int | None = None,
    restarts: bool = True,
) -> Strategy:
    """A strategy by its name on the command line.

    Args:
        name: One of `SEARCHES`.
        lower: (n,) lower bounds in search coordinates; -inf where there is none.
        upper: (n,) upper bounds; inf where there is none.
        seed: Of all its draws.
        sigma: First step, in stds.
        population: Candidates a generation (cma, random); the strategy's own choice unless given.
        restarts: Whether to start again once it has converged.

    Raises:
        FootfallError: No such strategy, nothing to search, or bounds that contradict each other.
    """
    _check(name, lower, upper, sigma, population)
    from footfall.learn.search.one_plus_one import OnePlusOne
    from footfall.learn.search.random import BATCH, RandomSearch
    from footfall.learn.search.restarts import Restarts

    if name == "random":
        return RandomSearch(lower, upper, seed=seed, batch=population or BATCH)

    def make(restart: int, start: Array | None) -> Strategy:
        if name == "one-plus-one":
            return OnePlusOne(lower, upper, seed=seed, stream=restart, start=start, sigma=sigma)
        from footfall.learn.search.cma import PopulationCMA

        first = PopulationCMA.default_population(len(lower)) if population is None else population
        grown = first * 2 ** min(restart, 6)
        return PopulationCMA(
            lower, upper, seed=seed, stream=restart, start=start, sigma=sigma, population=grown
        )

    return Restarts(make, len(lower), seed) if restarts else make(0, None)


def _check(name: str, lower: Array, upper: Array, sigma: float, population: int | None) -> None:
    if name not in SEARCHES:
        raise FootfallError(f"there is no search '{name}'", help=nearest(name, SEARCHES))
    if len(lower) == 0:
        raise FootfallError(
            "there are no free numbers to search",
            help="mark numbers as in `0.4~0.1<-1,1>`, or free whole phases with --free",
        )
    crossed = [i for i in range(len(lower)) if not lower[i] <= upper[i]]
    if crossed:
        i = crossed[0]
        raise FootfallError(
            f"free number {i + 1}: its lower bound {lower[i]:g} is above its upper bound {upper[i]:g}",
            help="write bounds as <lower,upper>",
        )
    if not 0.0 < sigma < float("inf"):
        raise FootfallError(f"the first step {sigma} must be positive", help="1 is one std of each number")
    if population is not None and population < 2 and name == "cma":
        raise FootfallError(f"a population of {population} is too small", help="take 4 or more")
