"""The search loop: ask, evaluate, tell, checkpoint; the same for every evaluator."""

from __future__ import annotations

import math
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import footfall
from footfall.errors import FootfallError
from footfall.learn import checkpoint
from footfall.learn.budget import Budget as Budget
from footfall.learn.evaluate.blas import one_blas_thread
from footfall.learn.evaluate.evaluator import ENTRY, Evaluator
from footfall.learn.events import Done, Event, Generation, Note, OnEvent, Started
from footfall.learn.generation import PendingGeneration, Problem
from footfall.learn.interrupt import Interrupt
from footfall.learn.job import Job, Result
from footfall.learn.pipeline import Pipeline
from footfall.learn.progress import Array, Progress
from footfall.learn.search.strategy import Strategy

CHECKPOINT_SECONDS = 1.0  # at least; a result that arrives later than this after the last is written at once


class Search:
    """Searches a problem with a strategy on an evaluator, and can be stopped and resumed at any moment.

    Attributes:
        problem: What is searched.
        strategy: Proposes candidates.
        evaluator: Runs them.
        progress: What has been found so far.
    """

    def __init__(
        self,
        problem: Problem,
        strategy: Strategy,
        evaluator: Evaluator,
        *,
        seed: int = 0,
        budget: Budget | None = None,
        folder: Path | None = None,
        on_event: OnEvent | None = None,
        entry: str = ENTRY,
    ) -> None:
        """Get ready; nothing runs yet.

        Args:
            problem: What is searched.
            strategy: Proposes candidates; it has its own seed.
            evaluator: Runs them; `run` starts and closes it.
            seed: Of the scenarios' draws.
            budget: When to stop; never, unless given.
            folder: Of the checkpoints; none are written without it.
            on_event: Told what happens, in the thread that calls `run`.
            entry: ``module:function`` that evaluates a Job.
        """
        self.problem, self.strategy, self.evaluator = problem, strategy, evaluator
        self.progress = Progress()
        self._seed, self._budget, self._folder, self._entry = seed, budget or Budget(), folder, entry
        self._on_event: OnEvent = on_event or (lambda event: None)
        self._partial: dict[str, Any] | None = None
        self._pipeline: Pipeline | None = None
        self._stop_reason = ""
        self._last_save = -math.inf
        self._began = 0.0
        self._before = (0.0, 0)  # seconds and evaluations of earlier sessions
        self._interrupt = Interrupt()

    # --- resuming -------------------------------------------------------------------------------------

    def resume(self) -> None:
        """Continue from the checkpoint in the folder.

        Raises:
            FootfallError: There is none, it is damaged, or it belongs to another script or search.
        """
        assert self._folder is not None, "a search without a folder has no checkpoints"
        content, note = checkpoint.load(self._folder)
        if note:
            self._emit(Note(note))
        try:
            self._check_same(content)
        except (KeyError, TypeError, AttributeError, ValueError) as error:  # arrays do not compare
            raise self._not_ours(error) from error
        try:
            checkpoint.check_same_structure(content["strategy"], self.strategy.state(), "strategy")
            self.strategy.load(content["strategy"])
            self.progress = Progress.from_state(content["progress"], self.problem.n)
            self._partial = content["round"]
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise self._not_ours(error) from error
        self._before = (self.progress.seconds, self.progress.evaluations)

    def _not_ours(self, error: Exception) -> FootfallError:
        return checkpoint.DamagedError(
            f"the checkpoint holds something else than a search: {type(error).__name__} {error}",
            where=str(self._folder),
            help="start the search again, in another folder",
        )

    def _identity(self) -> dict[str, Any]:
        return {"bundle": self.problem.hash, "search": self.strategy.settings(), "seed": self._seed}

    def _check_same(self, content: dict[str, Any]) -> None:
        ours, theirs = self._identity(), content["identity"]
        if theirs["bundle"] != ours["bundle"]:
            raise FootfallError(
                "the checkpoint is of another script, objective or set of scenarios",
                where=str(self._folder),
                help="resume with the files that the search began with, or start again in another folder",
            )
        if theirs != ours:
            raise FootfallError(
                f"the checkpoint is of another search: {theirs['search']} with seed {theirs['seed']},"
                f" not {ours['search']} with seed {ours['seed']}",
                where=str(self._folder),
                help="resume with the options the search began with",
            )
        then, now = content["versions"], _versions()
        if then != now:
            changed = ", ".join(f"{n} {then.get(n)} → {now[n]}" for n in now if then.get(n) != now[n])
            self._emit(Note(f"versions have changed ({changed}): the curve may go another way from here"))

    # --- running --------------------------------------------------------------------------------------

    def run(self) -> Done:
        """Search until the budget is used up, nothing more can be found, Ctrl-C or SIGTERM.

        Returns:
            The last event; its vector is the best candidate.

        Raises:
            FootfallError: The unchanged script cannot be evaluated, or a checkpoint cannot be written.
        """
        one_blas_thread()  # same bits with any number of threads, and faster
        self._began = time.perf_counter()
        self.evaluator.on_note = lambda text: self._emit(Note(text))
        try:
            with self._interrupt.held():
                self.evaluator.start(self.problem.to_bytes(), self._entry)
                self._emit(self._started())
                reason = self._search()
                self._save()
        finally:
            self.evaluator.close()
        done = self.progress.done_event(reason, self._seconds(), self.problem.n)
        self._emit(done)
        return done

    def _search(self) -> str:
        self._pipeline = Pipeline(self.problem, self.strategy, self.evaluator.workers)
        self._begin_generation()
        self._stop_reason = self._reason_to_stop()
        if not self._stop_reason:
            try:
                with self._interrupt.allowed():
                    self.evaluator.run(self._feed, self._on_result)
            except KeyboardInterrupt:
                self._stop_reason = self._interrupt.reason or "interrupted"
        return self._stop_reason

    def _begin_generation(self) -> None:
        assert self._pipeline is not None
        self._pipeline.begin(
            self._generation_seed(self.progress.generations), self._rescored(), self._partial
        )
        self._partial = None

    def _feed(self) -> Job | None:
        assert self._pipeline is not None
        most = self._budget.evaluations
        with self._interrupt.forbidden():
            return self._pipeline.feed(math.inf if most is None else most - self.progress.evaluations)

    def _on_result(self, number: int, result: Result) -> bool:
        """Take in a run; learn from every generation that it completes. True when the search is over."""
        assert self._pipeline is not None
        with self._interrupt.forbidden():
            self._check_start(result)
            self._pipeline.take(number, result)
            while not self._stop_reason and (done := self._pipeline.next_complete()):
                self._learn(done)
                self._begin_generation()
                self._stop_reason = self._reason_to_stop()
            if not self._stop_reason and self._budget.time_is_up(self._seconds()):
                self._stop_reason = "time"
            self._save_if_due()
        return bool(self._stop_reason)

    def _learn(self, done: PendingGeneration) -> None:
        values = done.values()
        rescored = None if done.rescored is None else done.value(len(done.candidates))
        self.strategy.tell(values)
        improved = self.progress.record(done.candidates, values, rescored=rescored)
        self.progress.failures += int(done.failed[: len(values)].sum())
        if improved:
            self._emit(self.progress.improved_event())
        self._emit(self._generation())

    @property
    def start_seed(self) -> int:
        """The seed of the first generation: the start score is that of its draws."""
        return self._generation_seed(0)

    def _generation_seed(self, generation: int) -> int:
        """Common to a generation; to all of them if their scores are compared, or if nothing is drawn."""
        if self.strategy.elitist or not self.problem.random:
            return self._seed
        root = (self._seed & (2**64 - 1), generation)
        return int(np.random.SeedSequence(root).generate_state(1)[0])

    def _rescored(self) -> Array | None:
        """The best candidate so far, if it needs a score under the new seed."""
        if self.strategy.elitist or not self.problem.random or not self.progress.generations:
            return None
        return self.progress.best

    def _check_start(self, result: Result) -> None:
        if self.progress.generations == 0 and result.end.startswith(("error", "crashed")):
            raise FootfallError(
                f"the unchanged script could not be evaluated: {result.end}",
                help="run it with `footfall run` first; a search begins from the script's own numbers",
            )

    def _reason_to_stop(self) -> str:
        if self._interrupt.requested:
            return self._interrupt.reason
        return self._budget.used_up(self.progress, self._seconds()) or self.strategy.stop()

    # --- checkpoints ----------------------------------------------------------------------------------

    def _save_if_due(self) -> None:
        if time.perf_counter() - self._last_save >= CHECKPOINT_SECONDS:
            self._save()

    def _save(self) -> None:
        if self._folder is None:
            return
        self.progress.seconds = self._seconds()
        current = self._pipeline.current if self._pipeline else None
        content = {
            "identity": self._identity(),
            "versions": _versions(),
            "progress": self.progress.state(),
            "strategy": self.strategy.state(),
            "round": current.partial() if current else None,
        }
        checkpoint.save(self._folder, content)
        self._last_save = time.perf_counter()

    # --- events ---------------------------------------------------------------------------------------

    def _emit(self, event: Event) -> None:
        self._on_event(event)

    def _seconds(self) -> float:
        return self._before[0] + time.perf_counter() - self._began

    def _started(self) -> Started:
        return Started(
            search=self.strategy.name,
            evaluator=self.evaluator.name,
            workers=self.evaluator.workers,
            free=self.problem.n,
            scenarios=self.problem.n_scenarios,
            evaluations=self.progress.evaluations,
        )

    def _generation(self) -> Generation:
        seconds = self._seconds()
        earlier_seconds, earlier_evaluations = self._before
        rate = (self.progress.evaluations - earlier_evaluations) / max(seconds - earlier_seconds, 1e-9)
        left = self._budget.seconds_left(self.progress, seconds, rate)
        return self.progress.generation_event(seconds, rate, left)


def _versions() -> dict[str, str]:
    return {"footfall": footfall.__version__, "numpy": np.__version__, "cma": version("cma")}
