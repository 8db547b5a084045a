"""The numbers of a bridge, found by CMA-ES from several states of the first skill.

Candidates are tried from a few states. What seems good is then proved from others; a state in which it fails
joins those that candidates are tried from, and the search goes on. So few states suffice at first, and the
hard ones are found where they are needed. Where a candidate seems good in a state in which its proof fails,
it was watched too briefly, or with steps too long: from then on candidates are tried as proofs are made.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.learn.free import FreeNumber, free_numbers, with_values
from footfall.learn.join.trial import MISSED, Scene, holds, judge
from footfall.learn.search import make_strategy
from footfall.learn.search.cma import PopulationCMA
from footfall.learn.search.strategy import Strategy
from footfall.script import Program

THREADS = 2
SIGMA = 0.4  # of the first candidates, in stds of the numbers
POPULATION = 10
MOST = 100_000  # candidates
ENOUGH = 4  # generations without a better candidate after which the best is proved
BETTER = 0.93  # of the best cost; what is not below this is no better
FINER = 0.99  # the same where a bridge that holds already shall become smoother
MOST_STATES = 6  # that candidates are tried from
GAINS = ("kp", "kd")  # numbers that stay: the search would rather move angles and times

T = TypeVar("T")
Clock = Callable[[], float]
Tell = Callable[[float, int, float], None]  # seconds, candidates tried, best cost so far


@dataclass(frozen=True)
class Found:
    """What a search has found.

    Attributes:
        program: The bridge at its best.
        tried: Candidates.
        cost: Its mean cost over the states that it was last tried from.
        proved: Of the states that it was proved from, those in which it holds.
    """

    program: Program
    tried: int
    cost: float
    proved: int


class Search:
    """Tries candidates from some states, on threads with a Sim each.

    Args:
        program: The bridge as it is before the search.
        states: Where the first skill is left.
        scene: What is wanted.
        sims: Of the first skill, one for each thread.
        quick: The same with a longer time step, for candidates; `sims` when None.
        proofs: Other states that prove what was found.
        strategy: "cma" or "one-plus-one".
    """

    def __init__(
        self,
        program: Program,
        states: list[Snapshot],
        scene: Scene,
        sims: list[Sim],
        proofs: list[Snapshot] | None = None,
        strategy: str = "cma",
        quick: list[Sim] | None = None,
    ) -> None:
        self.program, self.states, self.scene, self.sims = program, list(states), scene, sims
        self.quick = quick or sims
        self.proofs, self.strategy = list(proofs or ()), strategy
        free = free_numbers(program, ",".join(copied(program)))
        self.free: tuple[FreeNumber, ...] = tuple(f for f in free if f.name.rpartition("/")[2] not in GAINS)

    def with_numbers(self, x: NDArray[np.float64]) -> Program:
        """The bridge at a point of the search."""
        return replace(self.program, params=with_values(self.program.params, self.free, x))

    def drawn(self, count: int, seed: int) -> list[Program]:
        """Some bridges about the one that is given."""
        rng = np.random.default_rng(seed)
        return [self.with_numbers(x) for x in SIGMA * rng.normal(size=(count, len(self.free)))]

    def costs(self, candidates: list[Program], limit: float = math.inf) -> NDArray[np.float64]:
        """(n,) mean costs over the states; one that is hopeless in the first is not tried in others."""

        def part(which: int) -> list[float]:
            return [self._cost(self.quick[which], c, limit) for c in candidates[which::n]]

        n, total = len(self.quick), np.zeros(len(candidates))
        for which, found in enumerate(on_threads(part, n)):
            total[which::n] = found
        return total

    def _cost(
        self, sim: Sim, candidate: Program, limit: float, states: list[Snapshot] | None = None
    ) -> float:
        found: list[float] = []
        states = self.states if states is None else states
        for here in states:
            # a state of the same body at another time step: only the key of its scene differs
            found.append(judge(sim, replace(here, scene=""), candidate, self.scene))
            if sum(found) / len(states) > limit:  # even if the others cost nothing
                return sum(found) / len(found)
        return sum(found) / len(found)

    def prove(self, program: Program) -> list[Snapshot]:
        """The states in which a bridge does not hold."""

        def part(which: int) -> list[Snapshot]:
            sim = self.sims[which]
            mine = self.proofs[which :: len(self.sims)]
            return [here for here in mine if not holds(sim, here, program, self.scene, bridged=True)]

        return [here for found in on_threads(part, len(self.sims)) for here in found]

    def _look_closer(self, best: Program, here: Snapshot) -> None:
        """Make trials as strict as it takes to see that a bridge fails in a state, as its proof did."""
        if self.scene.strict or self._cost(self.quick[0], best, math.inf, [here]) >= MISSED:
            return
        self.quick = self.sims  # the body's own time step
        if self._cost(self.quick[0], best, math.inf, [here]) < MISSED:
            self.scene = replace(self.scene, strict=True)

    def better_proved(self, best: Program, search: Strategy) -> tuple[list[Snapshot], Program]:
        """Of the best candidate and the middle of the search, what holds from more states; where it fails."""
        failed = self.prove(best)
        if not failed or not isinstance(search, PopulationCMA):
            return failed, best
        middle = self.with_numbers(search.middle())  # less lucky than the best, and so often surer
        other = self.prove(middle)
        return (other, middle) if len(other) < len(failed) else (failed, best)

    def run(
        self, seconds: float, seed: int, tell: Tell, most: int = MOST, clock: Clock = time.monotonic
    ) -> Found:
        """Search for so long, or for so many candidates."""
        lower, upper = np.array([f.lower for f in self.free]), np.array([f.upper for f in self.free])
        many = POPULATION if self.strategy == "cma" else None
        search = make_strategy(
            self.strategy, lower, upper, seed=seed, sigma=SIGMA, population=many, restarts=False
        )
        began, tried, since = clock(), 0, 0
        best, least = self.program, math.inf
        kept: Found | None = None
        patience = ENOUGH if self.strategy == "cma" else ENOUGH * POPULATION
        better = BETTER
        if self.scene.smooth:
            better, patience = FINER, 2 * patience
        while True:
            points = search.ask()
            candidates = [self.with_numbers(x) for x in points]
            costs = self.costs(candidates, max(search.limit(), least))
            search.tell(costs)
            tried += len(candidates)
            k = int(np.argmin(costs))
            since = 0 if costs[k] < better * least else since + 1
            if costs[k] < least:
                best, least = candidates[k], float(costs[k])
            tell(clock() - began, tried, least)
            late = clock() - began >= seconds or tried >= most
            if not late and since < patience:
                continue
            failed, best = self.better_proved(best, search)
            proved = len(self.proofs) - len(failed)
            if kept is None or proved >= kept.proved:
                kept = Found(best, tried, least, proved)
            if late or not failed:
                return replace(kept, tried=tried)
            # the hardest of the states that it failed in is tried from, too; costs begin anew
            self.states = [*self.states, failed[0]][-MOST_STATES:]
            self._look_closer(best, failed[0])
            least, since = float(self.costs([best])[0]), 0
        raise AssertionError


def on_threads(work: Callable[[int], T], threads: int) -> list[T]:
    """What `work` gives for each thread's number, all at once."""
    if threads == 1:
        return [work(0)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(threads)))


def copied(program: Program) -> list[str]:
    """The names of a bridge's copied phases."""
    unit = program.units[0]
    return [program.phase_names[k] for k in range(*unit.phases)][:-1]
