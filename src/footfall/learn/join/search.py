"""The numbers of a bridge, found by CMA-ES from several states of the first skill."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.learn.free import FreeNumber, free_numbers, with_values
from footfall.learn.join import bridge as bridges
from footfall.learn.join.bridge import Bridge
from footfall.learn.join.goal import Course, goals
from footfall.learn.join.trial import holds, judge
from footfall.learn.search.cma import PopulationCMA
from footfall.script import Program, compile_skill, compile_text, find_skill, parse, rewrite

THREADS = 2
STATES, CHECKED = 4, 20  # states that candidates are tried from, and others that prove the result
SETTLE = (3.0, 6.0)  # s: when the first skill is left, drawn between them
SIGMA = 0.4  # of the first candidates, in stds of the numbers
POPULATION = 12
MOST = 100_000  # candidates
ENOUGH, GOOD = 6, 30.0  # generations without a better candidate after which it stops, if the best costs less
GAINS = ("kp", "kd")  # numbers that stay: the search would rather move angles and times

T = TypeVar("T")
Tell = Callable[[float, int, float], None]  # seconds, candidates tried, best cost so far


@dataclass(frozen=True)
class Joined:
    """What a search has found.

    Attributes:
        bridge: The script, with the numbers that were found.
        seconds: That the search took.
        evaluations: Candidates that were tried.
        plain: Of CHECKED drawn states, those from which the second skill takes over without a bridge.
        learned: Those from which it does over the bridge.
        checked: How many there were.
    """

    bridge: Bridge
    seconds: float
    evaluations: int
    plain: int
    learned: int
    checked: int = CHECKED


def draw_states(program: Program, seeds: range, body: str | None = None) -> list[Snapshot]:
    """States in which the first skill really is: from drawn starts, at drawn times.

    Raises:
        FootfallError: It falls by itself.
    """
    found = []
    for seed in seeds:
        sim = Sim(program, body=body, seed=seed)
        wanted = float(np.random.default_rng(seed).uniform(*SETTLE))
        ticks = round(wanted / sim.dt)
        if sim.advance(ticks) == ticks:
            found.append(sim.state())
    if not found:
        raise FootfallError(f"{program.name} falls by itself within {SETTLE[1]:g} s")
    return found


def make_bridge(first: str, second: str, phases: int, body: str | None = None) -> Bridge:
    """The script of a bridge as it is before the search."""
    script = parse(find_skill(first))
    sim = Sim(compile_skill(first), body=body)
    sim.advance(round(SETTLE[0] / sim.dt))
    rec = sim.run(3.0)
    state = sim.actors[0].state
    resting = sim.programs[0].phase_names[int(state.frame_phase[0])]
    path = bridges.path_of(script, rec.moves(), resting, phases)
    return bridges.write(script, replace(find_skill(second), name=second), path)


class Search:
    """Tries candidates from some states, on threads with a Sim each."""

    def __init__(
        self,
        program: Program,
        states: list[Snapshot],
        wanted: tuple[Course, ...],
        smooth: bool,
        sims: list[Sim],
    ) -> None:
        """Make ready.

        Args:
            program: The bridge as it is before the search.
            states: Where the first skill is left.
            wanted: How the second skill moves by itself.
            smooth: Whether sway and effort count.
            sims: Of the first skill, one for each thread.
        """
        self.program, self.states, self.wanted, self.smooth, self.sims = program, states, wanted, smooth, sims
        free = free_numbers(program, ",".join(_copied(program)))
        self.free: tuple[FreeNumber, ...] = tuple(f for f in free if f.name.rpartition("/")[2] not in GAINS)

    def with_numbers(self, x: NDArray[np.float64]) -> Program:
        """The bridge at a point of the search."""
        return replace(self.program, params=with_values(self.program.params, self.free, x))

    def costs(self, candidates: list[Program]) -> NDArray[np.float64]:
        """(n,) mean costs over the states."""
        jobs = [(k, here) for k in range(len(candidates)) for here in self.states]

        def part(which: int) -> list[tuple[int, float]]:
            sim = self.sims[which]
            return [
                (k, judge(sim, here, candidates[k], self.wanted, smooth=self.smooth))
                for k, here in jobs[which :: len(self.sims)]
            ]

        total = np.zeros(len(candidates))
        for found in on_threads(part, len(self.sims)):
            for k, cost in found:
                total[k] += cost / len(self.states)
        return total

    def run(self, seconds: float, seed: int, tell: Tell, most: int = MOST) -> tuple[Program, int]:
        """Search for so long, or for so many candidates; the best of them, and how many there were."""
        lower, upper = np.array([f.lower for f in self.free]), np.array([f.upper for f in self.free])
        search = PopulationCMA(lower, upper, seed=seed, sigma=SIGMA, population=POPULATION)
        began, tried, since = time.monotonic(), 0, 0
        best, least = self.program, np.inf
        while time.monotonic() - began < seconds and tried < most:
            candidates = [self.with_numbers(x) for x in search.ask()]
            costs = self.costs(candidates)
            search.tell(costs)
            tried += len(candidates)
            k = int(np.argmin(costs))
            since = 0 if costs[k] < 0.98 * least else since + 1
            if costs[k] < least:
                best, least = candidates[k], float(costs[k])
            tell(time.monotonic() - began, tried, least)
            if since >= ENOUGH and least < GOOD:
                break
        return best, tried


def on_threads(work: Callable[[int], T], threads: int) -> list[T]:
    """What `work` gives for each thread's number, all at once."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(threads)))


def _copied(program: Program) -> list[str]:
    unit = program.units[0]
    return [program.phase_names[k] for k in range(*unit.phases)][:-1]


def join(
    first: str,
    second: str,
    *,
    phases: int = 4,
    seconds: float = 45.0,
    smooth: bool = False,
    seed: int = 1,
    body: str | None = None,
    states: list[Snapshot] | None = None,
    most: int = MOST,
    tell: Tell | None = None,
) -> Joined:
    """Find a transition.

    Args:
        first: The skill that runs.
        second: The skill that shall follow.
        phases: How many phases of the first are copied and tuned.
        seconds: Of search.
        smooth: Whether sway and effort count.
        seed: Of states and search.
        body: Another body than the first skill's own.
        states: The states to begin in, instead of drawn ones.
        most: At most so many candidates.
        tell: Called after each generation.

    Raises:
        FootfallError: The skills do not fit together.
    """
    program, last = compile_skill(first), compile_skill(second)
    bridge = make_bridge(first, second, phases, body)
    base = compile_text(bridge.text, name=bridge.name)
    sims = [Sim(program, body=body) for _ in range(THREADS)]
    sims[0].then(last)  # refuses a skill of another body
    sims[0].reset()
    began = time.monotonic()
    wanted = goals(last, body or program.body)
    here = states or draw_states(program, range(100 * seed, 100 * seed + STATES), body)
    search = Search(base, here, wanted, smooth, sims)
    found, tried = search.run(seconds, seed, tell or (lambda *_: None), most)
    took = time.monotonic() - began
    fresh = draw_states(program, range(1, CHECKED + 1), body)

    def count(which: int, what: Program, bridged: bool) -> int:
        return sum(holds(sims[which], state, what, bridged=bridged) for state in fresh[which::THREADS])

    plain = sum(on_threads(lambda k: count(k, last, False), THREADS))
    learned = sum(on_threads(lambda k: count(k, found, True), THREADS))
    text = rewrite(bridge.text, 0, base, found.params)
    return Joined(replace(bridge, text=text), took, tried, plain, learned, len(fresh))
