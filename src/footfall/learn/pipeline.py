"""Keeps the workers busy: hands out the runs of the current generation, and speculates where that pays.

A strategy with one candidate a generation leaves workers idle. But its candidates seldom succeed, and if
this one fails, the next is known already: idle workers try it. A wrong guess is thrown away, so the search
gives the same result, bit for bit, with any number of workers.
"""

from __future__ import annotations

import copy
import math
from collections import deque
from typing import Any

import numpy as np

from footfall.learn.generation import Array, PendingGeneration, Problem
from footfall.learn.job import Job, Result
from footfall.learn.search.strategy import Strategy

MOST_AHEAD = 16  # generations


class Pipeline:
    """The generation that the strategy waits for, and guesses of the generations that follow.

    Attributes:
        strategy: Proposes candidates; the search reports to it when the first generation is complete.
        workers: How many runs can go on at once.
    """

    def __init__(self, problem: Problem, strategy: Strategy, workers: int) -> None:
        self.problem, self.strategy, self.workers = problem, strategy, workers
        self._generations: deque[PendingGeneration] = deque()
        self._guess: Strategy | None = None
        self._tickets: dict[int, tuple[PendingGeneration, int, int]] = {}
        self._fed = 0
        self._parent: Array | None = None  # scores of the last candidate that succeeded, by scenario

    @property
    def current(self) -> PendingGeneration | None:
        """The generation that the strategy waits for."""
        return self._generations[0] if self._generations else None

    def begin(self, seed: int, rescored: Array | None, partial: dict[str, Any] | None) -> None:
        """Set up the strategy's next generation, unless it was guessed and already runs.

        Args:
            seed: Of its runs.
            rescored: (n,) the best candidate so far, to be scored once more, or None.
            partial: What an earlier session had of this generation.
        """
        if self._generations and self._guessed_right(self._generations[0]):
            return
        self._generations.clear()
        self._guess = None
        fresh = PendingGeneration(self.problem, self.strategy.ask(), rescored, seed, self.strategy.limit())
        if partial is not None:
            fresh.restore(partial)
        self._generations.append(fresh)

    def _guessed_right(self, guessed: PendingGeneration) -> bool:
        same_limit = guessed.limit == self.strategy.limit()
        return same_limit and np.array_equal(guessed.candidates, self.strategy.ask())

    def feed(self, evaluations_left: float) -> Job | None:
        """The next run to start, if there is one worth it.

        Args:
            evaluations_left: Of the budget; there is no looking beyond.
        """
        for each in self._generations:
            handed_out = each.next_job()
            if handed_out:
                return self._register(each, *handed_out)
        if not self._worth_a_guess() or len(self._generations) >= min(MOST_AHEAD, evaluations_left):
            return None
        return self._look_ahead()

    def _register(self, each: PendingGeneration, row: int, scenario: int, job: Job) -> Job:
        self._tickets[self._fed] = (each, row, scenario)
        self._fed += 1
        return job

    def _worth_a_guess(self) -> bool:
        if not self.strategy.speculative or not math.isfinite(self.strategy.limit()):
            return False
        unsure = [r for r in self._generations if not r.complete and not r.likely_fails(self._parent)]
        return len(unsure) * self.problem.n_scenarios < self.workers

    def _look_ahead(self) -> Job | None:
        last = self._generations[-1]
        if self._guess is None:
            self._guess = copy.deepcopy(self.strategy)
        self._guess.tell(np.full(len(last.candidates), math.inf))
        if self._guess.limit() != last.limit:
            return None  # it would restart: its next candidates are unknown
        ahead = PendingGeneration(self.problem, self._guess.ask(), None, last.seed, last.limit)
        self._generations.append(ahead)
        handed_out = ahead.next_job()
        assert handed_out is not None
        return self._register(ahead, *handed_out)

    def take(self, number: int, result: Result) -> None:
        """Store the Result of the Job with this number; the Job may belong to a wrong guess."""
        each, row, scenario = self._tickets.pop(number)
        each.take(row, scenario, result)

    def next_complete(self) -> PendingGeneration | None:
        """Take out the current generation if it is complete; the next call is `begin`."""
        if not self._generations or not self._generations[0].complete:
            return None
        done = self._generations.popleft()
        if done.value(0) <= done.limit or self._parent is None:
            self._parent = done.scores[0].copy()
        return done
