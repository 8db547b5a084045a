"""Many Sims at once, on threads: the kernel holds no Python lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import Any

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.spec import RunSpec


class Batch:
    """Runs several Sims side by side; the results do not depend on how many threads there are.

    Attributes:
        sims: The Sims, each with a model of its own.
        threads: How many run at once.
    """

    def __init__(self, sims: Sequence[Sim], *, threads: int | None = None) -> None:
        self.sims = list(sims)
        self.threads = threads or os.cpu_count() or 1
        self._pool: ThreadPoolExecutor | None = None

    def step(self, n: int = 1) -> None:
        """Run n ticks of each of them; see `Sim.step`.

        Raises:
            FootfallError: n is no whole number of ticks.
        """
        self.each(lambda sim: sim.step(n))

    def each(self, call: Callable[[Sim], Any]) -> list[Any]:
        """Call a function with each Sim, on the threads, and return what it gave, in order."""
        return self.spread(lambda share: [call(self.sims[k]) for k in share])

    def spread(self, call: Callable[[Sequence[int]], list[Any]]) -> list[Any]:
        """Give each thread the numbers of its share of the Sims, and return the results, in order.

        The threads stay: this is for many short calls. A Sim is always on the same one.
        """
        shares = [range(k, len(self.sims), self.threads) for k in range(min(self.threads, len(self.sims)))]
        if len(shares) < 2:
            return call(range(len(self.sims)))
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=self.threads)
        jobs = [self._pool.submit(call, share) for share in shares[1:]]
        found = [call(shares[0]), *(job.result() for job in jobs)]
        return [found[k % len(shares)][k // len(shares)] for k in range(len(self.sims))]

    def close(self) -> None:
        """Let the threads go; they come back when they are needed."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def run(
        self,
        seconds: float,
        *,
        progress: Callable[[int], None] | None = None,
        one: Callable[[Sim, float], Recording] = Sim.run,
    ) -> list[Recording]:
        """Run all of them for that long, and return their Recordings in order.

        Args:
            seconds: Simulated seconds each.
            progress: Called with the number of finished runs.
            one: Runs one of them for so many seconds, on a thread of its own.
        """
        with ThreadPoolExecutor(max_workers=self.threads) as pool:
            jobs = [pool.submit(one, sim, seconds) for sim in self.sims]
            for done, _ in enumerate(as_completed(jobs), start=1):
                if progress:
                    progress(done)
            return [job.result() for job in jobs]


def run_seeds(
    spec: RunSpec,
    seconds: float,
    seeds: int,
    *,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Recording]:
    """Run a Sim with seeds 1…n at once, on threads.

    Args:
        spec: The run, of any seed.
        seconds: Simulated seconds each.
        seeds: How many.
        threads: How many at once; one per core when None.
        progress: Called with the number of finished runs.
    """
    sims = [Sim.of(replace(spec, seed=seed)) for seed in range(1, seeds + 1)]
    return Batch(sims, threads=threads).run(seconds, progress=progress)
