"""What every evaluator offers, and what they share: running one Job without ever raising."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module

from footfall.errors import FootfallError
from footfall.learn.job import WORST, Job, Result

ENTRY = "footfall.learn.job:evaluate_bytes"
ATTEMPTS = 3  # a job that ends its worker this often is to blame, not the worker

Entry = Callable[[bytes, Job], Result]
Feed = Callable[[], Job | None]
OnResult = Callable[[int, Result], bool]


class Evaluator(ABC):
    """Runs Jobs, somewhere.

    Attributes:
        name: As on the command line.
        workers: How many Jobs run at once.
        on_note: Told what the user may want to know: a worker was replaced.
    """

    name: str
    workers: int

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.on_note: Callable[[str], None] = lambda note: None

    @abstractmethod
    def start(self, bundle: bytes, entry: str = ENTRY) -> None:
        """Get ready for Jobs of this bundle.

        Args:
            bundle: As bytes; workers hand it to the entry, which reads it once.
            entry: ``module:function`` that takes the bundle's bytes and a Job.
        """

    @abstractmethod
    def run(self, feed: Feed, on_result: OnResult) -> None:
        """Keep the workers busy. Both functions are called in the caller's thread.

        Args:
            feed: Asked for a Job whenever a worker is free; None when there is none at the moment. It is
                asked again after each result, and when nothing runs any more and there is none, all is done.
            on_result: Told the number of a Job (they are counted from 0 as they are fed) and its Result, in
                any order. True ends the run; what still runs is abandoned, as it is when this raises.

        Raises:
            FootfallError: The Jobs cannot be run at all.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the workers. Jobs that still run are abandoned."""

    def map(self, jobs: Sequence[Job]) -> list[Result]:
        """Run the Jobs and return their Results in order."""
        left = iter(jobs)
        results: dict[int, Result] = {}

        def keep(number: int, result: Result) -> bool:
            results[number] = result
            return False

        self.run(lambda: next(left, None), keep)
        return [results[number] for number in range(len(jobs))]


def resolve(entry: str) -> Entry:
    """The function that ``module:function`` names; its module's `warm_up`, if any, has been called.

    `warm_up` is where compiled code is read from disk, or compiled: one worker starts before the rest.
    """
    module_name, _, function_name = entry.partition(":")
    module = import_module(module_name)
    warm_up = getattr(module, "warm_up", None)
    if warm_up is not None:
        warm_up()
    function: Entry = getattr(module, function_name)
    return function


def run_job(entry: Entry, bundle: bytes, job: Job) -> Result:
    """Run one Job. An error in it is a bad score; a mistake of the user's is still a mistake."""
    try:
        return entry(bundle, job)
    except FootfallError:
        raise
    except Exception as error:
        return failed(f"error: {type(error).__name__}: {error}")


def failed(end: str) -> Result:
    """The Result of a run that gave none."""
    return Result(score=WORST, terms={}, end=end, seconds=0.0)
