"""Keeps the workers busy: hands out the runs of the current round, and looks ahead where that pays.

A strategy with one candidate a generation leaves workers idle. But its candidates seldom succeed, and if
this one fails, the next is known already: free workers try it. What was guessed wrongly is dropped, so the
search goes the same way, bit for bit, with any number of workers.
"""

from __future__ import annotations

import copy
import math
from collections import deque
from typing import Any

import numpy as np

from footfall.learn.generation import Array, Problem, Round
from footfall.learn.job import Job, Result
from footfall.learn.search.strategy import Strategy

MOST_AHEAD = 16  # rounds


class Pipeline:
    """The round that the strategy waits for, and guesses of the rounds that follow.

    Attributes:
        strategy: Proposes candidates; told by the search when the first round is complete.
        workers: How many runs can go on at once.
    """

    def __init__(self, problem: Problem, strategy: Strategy, workers: int) -> None:
        self.problem, self.strategy, self.workers = problem, strategy, workers
        self._rounds: deque[Round] = deque()
        self._guess: Strategy | None = None
        self._tickets: dict[int, tuple[Round, int, int]] = {}
        self._fed = 0
        self._parent: Array | None = None  # scores of the last candidate that succeeded, by scenario

    @property
    def current(self) -> Round | None:
        """The round that the strategy waits for."""
        return self._rounds[0] if self._rounds else None

    def begin(self, seed: int, again: Array | None, partial: dict[str, Any] | None) -> None:
        """Set up the strategy's next round, unless it was guessed and is under way.

        Args:
            seed: Of its runs.
            again: (n,) a candidate to be scored besides, or None.
            partial: What an earlier session had of this round.
        """
        if self._rounds and self._guessed_right(self._rounds[0]):
            return
        self._rounds.clear()
        self._guess = None
        fresh = Round(self.problem, self.strategy.ask(), again, seed, self.strategy.limit())
        if partial is not None:
            fresh.restore(partial)
        self._rounds.append(fresh)

    def _guessed_right(self, guessed: Round) -> bool:
        same_bar = guessed.bar == self.strategy.limit()
        return same_bar and np.array_equal(guessed.candidates, self.strategy.ask())

    def feed(self, evaluations_left: float) -> Job | None:
        """The next run to start, if there is one worth it.

        Args:
            evaluations_left: Of the budget; there is no looking beyond.
        """
        for each in self._rounds:
            handed_out = each.next_job()
            if handed_out:
                return self._register(each, *handed_out)
        if not self._worth_a_guess() or len(self._rounds) >= min(MOST_AHEAD, evaluations_left):
            return None
        return self._look_ahead()

    def _register(self, each: Round, row: int, scenario: int, job: Job) -> Job:
        self._tickets[self._fed] = (each, row, scenario)
        self._fed += 1
        return job

    def _worth_a_guess(self) -> bool:
        if not self.strategy.speculative or not math.isfinite(self.strategy.limit()):
            return False
        unsure = [r for r in self._rounds if not r.complete and not r.seems_lost(self._parent)]
        return len(unsure) * self.problem.n_scenarios < self.workers

    def _look_ahead(self) -> Job | None:
        last = self._rounds[-1]
        if self._guess is None:
            self._guess = copy.deepcopy(self.strategy)
        self._guess.tell(np.full(len(last.candidates), math.inf))
        if self._guess.limit() != last.bar:
            return None  # it would begin anew: nothing can be said
        ahead = Round(self.problem, self._guess.ask(), None, last.seed, last.bar)
        self._rounds.append(ahead)
        handed_out = ahead.next_job()
        assert handed_out is not None
        return self._register(ahead, *handed_out)

    def take(self, number: int, result: Result) -> None:
        """Note the Result of the Job that was fed as number so-and-so; it may be of a wrong guess."""
        each, row, scenario = self._tickets.pop(number)
        each.take(row, scenario, result)

    def next_complete(self) -> Round | None:
        """Take out the current round if it is complete. `begin` comes next, after the strategy was told."""
        if not self._rounds or not self._rounds[0].complete:
            return None
        done = self._rounds.popleft()
        if done.value(0) <= done.bar or self._parent is None:
            self._parent = done.scores[0].copy()
        return done
