"""Many Sims at once, on threads: the kernel holds no Python lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from footfall.engine.recording import Recording
    from footfall.engine.sim import Sim


class Batch:
    """Runs several Sims side by side; the results do not depend on how many threads there are.

    Attributes:
        sims: The Sims, each with a model of its own.
        threads: How many run at once.
    """

    def __init__(self, sims: Sequence[Sim], *, threads: int | None = None) -> None:
        self.sims = list(sims)
        self.threads = threads or os.cpu_count() or 1

    def run(self, seconds: float, *, progress: Callable[[int], None] | None = None) -> list[Recording]:
        """Run all of them for that long, and return their Recordings in order.

        Args:
            seconds: Simulated seconds each.
            progress: Called with the number of finished runs.
        """
        with ThreadPoolExecutor(max_workers=self.threads) as pool:
            jobs = [pool.submit(sim.run, seconds) for sim in self.sims]
            for done, _ in enumerate(as_completed(jobs), start=1):
                if progress:
                    progress(done)
            return [job.result() for job in jobs]
