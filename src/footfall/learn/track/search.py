"""Searching the gains and weights of a tracking script: CMA-ES over rewards of several noise seeds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body
from footfall.engine.sim import Sim
from footfall.learn.free import FreeNumber, free_numbers, with_values
from footfall.learn.search.cma import PopulationCMA
from footfall.learn.track.reward import LONGEST, Judge, Score, Thresholds
from footfall.learn.track.skill import NOISE
from footfall.script import Program
from footfall.world import Balls, Push, World

F64 = NDArray[np.float64]

POPULATION = 16  # lambda; pycma takes the better half, as in the paper
SIGMA = 0.5  # of the first generation, in the marks' stds
SEEDS = 3  # of noise for each candidate: one alone rewards luck
FRESH = 5  # seeds of the validation
WANTED = 1.8  # R at which a controller has succeeded
DISTURBED = 1.6  # and under pushes or balls
MARGIN = 0.03  # more than that on the seeds of the search, so that fresh ones hold as well
THREADS = 2
GAINS, RATIO = ("_kp", "_kd"), 0.35  # numbers whose logarithms are searched, and one step of them
FIRST_FRESH = 1001  # seeds that no search has seen

Tell = Callable[[int, float, float], None]  # generation, best reward, CPU seconds


@dataclass(frozen=True)
class Pushing:
    """What disturbs the body while it is judged.

    Attributes:
        force: N, for `SECONDS` every `EVERY` seconds, from drawn directions; 0: nobody pushes.
        ball: kg, of one that is thrown every `EVERY` seconds; 0: none is. As in the paper it is thrown
            level, from 1.5 m above the neck: 0.45 m above the centre of mass in a person that stands.
    """

    force: float = 0.0
    ball: float = 0.0

    SECONDS = 0.2
    EVERY = 1.0
    BALL_SPEED, BALL_DENSITY = 5.0, 100.0  # m/s, kg/m³
    BALL_DISTANCE, BALL_ABOVE = 3.0, 1.95  # m from the centre of mass, and above it

    def world(self) -> World | None:
        """Where it happens; None: on plain ground."""
        if self.ball <= 0.0:
            return None
        given = self.ball, self.BALL_SPEED, self.EVERY, self.BALL_DENSITY, self.BALL_DISTANCE, self.BALL_ABOVE
        return World(balls=Balls(*given))

    def pushes(self, seed: int, seconds: float) -> list[Push]:
        """Those of one run."""
        if self.force <= 0.0:
            return []
        draw = np.random.default_rng([seed, 0x70757368])
        angles = draw.uniform(-np.pi, np.pi, int(seconds / self.EVERY))
        return [
            Push(
                time=self.EVERY * (k + 1),
                phase=None,
                duration=self.SECONDS,
                force=(self.force * float(np.cos(a)), self.force * float(np.sin(a)), 0.0),
                part="trunk",
            )
            for k, a in enumerate(angles)
        ]


@dataclass(frozen=True)
class Found:
    """What a search has found.

    Attributes:
        program: With the best numbers.
        reward: Mean over the seeds of the search.
        fresh: Rewards on seeds that it has not seen.
        generations: How many there were.
        cpu_seconds: Processor time of all runs.
        enough: Whether at least four fifths of the fresh seeds reach what is wanted.
    """

    program: Program
    reward: float
    fresh: tuple[float, ...]
    generations: int
    cpu_seconds: float
    enough: bool


class Evaluator:
    """Runs candidates on threads, each with a Sim of its own.

    Args:
        program: The tracking script.
        thresholds: What ends a run.
        pushing: What disturbs it.
        body: Another body than the script's own.
        threads: How many.
        seconds: How long a run lasts that nothing ends.
    """

    def __init__(
        self,
        program: Program,
        thresholds: Thresholds | None = None,
        pushing: Pushing | None = None,
        *,
        body: str | Body | None = None,
        threads: int = THREADS,
        seconds: float = LONGEST,
    ) -> None:
        self.pushing, self.seconds = pushing or Pushing(), seconds
        world = self.pushing.world()
        self.judges = [Judge(Sim(program, body=body, world=world), thresholds) for _ in range(threads)]
        self.cpu_seconds = 0.0

    def rewards(self, candidates: Sequence[Program], seeds: Sequence[int]) -> F64:
        """(candidates, seeds) rewards."""
        scores = self.scores(candidates, seeds)
        return np.array([[score.reward for score in row] for row in scores])

    def scores(self, candidates: Sequence[Program], seeds: Sequence[int]) -> list[list[Score]]:
        """What became of each candidate on each seed."""
        jobs = [(i, k) for i in range(len(candidates)) for k in range(len(seeds))]
        found: dict[tuple[int, int], Score] = {}

        def part(which: int) -> float:
            began = time.thread_time()
            for i, k in jobs[which :: len(self.judges)]:
                found[i, k] = self._score(self.judges[which], candidates[i], seeds[k])
            return time.thread_time() - began

        with ThreadPoolExecutor(len(self.judges)) as pool:
            self.cpu_seconds += sum(pool.map(part, range(len(self.judges))))
        return [[found[i, k] for k in range(len(seeds))] for i in range(len(candidates))]

    def begin(self, judge: Judge, program: Program, seed: int) -> Sim:
        """A judge's Sim at the start of a run with the noise, pushes and balls of a seed."""
        judge.sim.reset(params=program.params, seed=0, pushes=self.pushing.pushes(seed, self.seconds))
        judge.sim.actors[0].seed[0] = seed  # of the noise alone: the body begins in the clip's own pose
        judge.sim.seed = seed  # of thrown balls
        judge.sim.set(noise=NOISE)
        return judge.sim

    def _score(self, judge: Judge, program: Program, seed: int) -> Score:
        self.begin(judge, program, seed)
        return judge.run(self.seconds)


def search(
    program: Program,
    evaluator: Evaluator,
    *,
    seconds: float,
    seed: int = 0,
    wanted: float = WANTED,
    tell: Tell | None = None,
    known: Sequence[Program] = (),
) -> Found:
    """Change the marked numbers of a tracking script until it reaches a reward.

    Args:
        program: The script; when its own numbers or known ones are enough, nothing is searched
            (generation 0).
        evaluator: Runs it.
        seconds: Processor time at most.
        seed: Of the search.
        wanted: R that is enough.
        tell: Called after each generation.
        known: The script with other sets of numbers, tried first; the search begins at the best of them.
    """
    seeds = [1 + SEEDS * seed + k for k in range(SEEDS)]
    best, least = program, -1.0
    for start in (program, *known):
        reward = float(evaluator.rewards([start], seeds).mean())
        if reward > least:
            best, least = start, reward
        if reward >= wanted:
            fresh = validate(start, evaluator)
            if enough(fresh, wanted):
                return Found(start, reward, fresh, 0, evaluator.cpu_seconds, True)
    start, generation, free = best, 0, free_numbers(best)
    lower, upper = np.array([_bounds(f) for f in free]).T
    cma = PopulationCMA(lower, upper, seed=seed, sigma=SIGMA, population=POPULATION)
    while evaluator.cpu_seconds < seconds and not cma.stop():
        generation += 1
        points = cma.ask()
        candidates = [_with(start, free, x) for x in points]
        means = evaluator.rewards(candidates, seeds).mean(axis=1)
        cma.tell(-means)
        k = int(np.argmax(means))
        if means[k] > least:
            best, least = candidates[k], float(means[k])
        if tell:
            tell(generation, least, evaluator.cpu_seconds)
        if least >= wanted + MARGIN:
            fresh = validate(best, evaluator)
            if enough(fresh, wanted):
                return Found(best, least, fresh, generation, evaluator.cpu_seconds, True)
    fresh = validate(best, evaluator)
    return Found(best, least, fresh, generation, evaluator.cpu_seconds, enough(fresh, wanted))


def validate(program: Program, evaluator: Evaluator, count: int = FRESH) -> tuple[float, ...]:
    """Rewards on seeds that no search has seen."""
    seeds = range(FIRST_FRESH, FIRST_FRESH + count)
    return tuple(float(r) for r in evaluator.rewards([program], list(seeds))[0])


def enough(rewards: Sequence[float], wanted: float) -> bool:
    """Whether four of five reach it."""
    return sum(r >= wanted for r in rewards) >= 0.8 * len(rewards)


def _is_gain(number: FreeNumber) -> bool:
    return number.name.endswith(GAINS)


def _bounds(number: FreeNumber) -> tuple[float, float]:
    """In search coordinates; gains are searched by their logarithms."""
    if not _is_gain(number):
        return number.lower, number.upper
    low, high = (np.log(end / number.base) / RATIO for end in (number.low, number.high))
    return float(low), float(high)


def _with(program: Program, free: Sequence[FreeNumber], x: F64) -> Program:
    """The script at a point of the search."""
    straight = [
        (number.base * np.exp(RATIO * value) - number.base) / number.std if _is_gain(number) else value
        for number, value in zip(free, x.tolist(), strict=True)
    ]
    return replace(program, params=with_values(program.params, free, straight))
