"""Many Sims at once, on threads: the kernel holds no Python lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace

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
