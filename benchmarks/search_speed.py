"""What a search adds to its evaluations, and what a second process brings.

    python benchmarks/search_speed.py [--json]

Runs take a fixed amount of processor time in place of a simulation, so that only the search is measured.
The machine should be otherwise idle. Exits with 1 when a bar is missed.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from footfall.learn.budget import Budget
from footfall.learn.evaluate import make_evaluator
from footfall.learn.evaluate.evaluator import Feed, OnResult
from footfall.learn.evaluate.processes import Processes
from footfall.learn.events import Event, Generation
from footfall.learn.loop import Search
from footfall.learn.search import make_strategy
from footfall.learn.toy_problem import ENTRY, ToyProblem

WORK = 0.03  # seconds of a run: a 3D walk of a few seconds
SCENARIOS = 2
LEAST_GAIN = 1.8
MOST_OVERHEAD = 0.03
TRIES = 3  # the best of these counts: other programs only ever slow us down


class Clocked(Processes):
    """Two processes, and a clock that runs while the search's own code does."""

    def __init__(self) -> None:
        super().__init__(2)
        self.in_search = 0.0

    def run(self, feed: Feed, on_result: OnResult) -> None:
        """Like any Processes."""
        super().run(self._clocked(feed), self._clocked(on_result))

    def _clocked(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            began = time.perf_counter()
            try:
                return function(*arguments)
            finally:
                self.in_search += time.perf_counter() - began

        return call


def rate(search: str, workers: int, evaluations: int) -> float:
    """Candidates a second with so many processes, from the first generation on."""
    marks: list[tuple[float, int]] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Generation):
            marks.append((event.seconds, event.evaluations))

    problem = ToyProblem(n=10, n_scenarios=SCENARIOS, work=WORK)
    strategy = make_strategy(search, problem.lower, problem.upper, seed=1)
    evaluator = make_evaluator("processes", workers)
    Search(problem, strategy, evaluator, budget=Budget(evaluations), on_event=on_event, entry=ENTRY).run()
    # The second worker starts after the first is up.
    warm = next(i for i, (seconds, _) in enumerate(marks) if seconds > marks[0][0] + 1.5)
    (t0, e0), (t1, e1) = marks[warm], marks[-1]
    return (e1 - e0) / (t1 - t0)


def gain(search: str) -> float:
    """How many times faster two processes are than one."""
    pairs = [(rate(search, 1, 60), rate(search, 2, 120)) for _ in range(TRIES)]
    return max(two for _, two in pairs) / max(one for one, _ in pairs)


def overhead(search: str) -> float:
    """The part of the time in which a search of 50 numbers, with checkpoints, runs code of its own."""
    problem = ToyProblem(n=50, n_scenarios=SCENARIOS, work=WORK)
    shares = []
    for _ in range(TRIES):
        clocked = Clocked()
        strategy = make_strategy(search, problem.lower, problem.upper, seed=1)
        with tempfile.TemporaryDirectory() as folder:
            done = Search(
                problem, strategy, clocked, budget=Budget(150), folder=Path(folder), entry=ENTRY
            ).run()
        shares.append(clocked.in_search / done.seconds)
    return min(shares)


def main() -> int:
    table = {}
    for search in ("cma", "one-plus-one"):
        table[search] = {"gain": gain(search), "overhead": overhead(search)}
        if "--json" not in sys.argv:
            row = table[search]
            print(
                f"{search:12} two processes {row['gain']:.2f} × one   overhead {100 * row['overhead']:.2f} %",
                flush=True,
            )
    if "--json" in sys.argv:
        print(json.dumps(table))
    missed = [r for r in table.values() if r["gain"] < LEAST_GAIN or r["overhead"] > MOST_OVERHEAD]
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
