"""Jobs on threads of this process: the kernel holds no Python lock."""

from __future__ import annotations

import os
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from footfall.learn.evaluate.evaluator import ENTRY, Entry, Evaluator, Feed, OnResult, resolve, run_job
from footfall.learn.job import Result


class Threads(Evaluator):
    """Starts at once and shares memory; a crash inside MuJoCo would end the whole search."""

    name = "threads"

    def __init__(self, workers: int | None = None) -> None:
        """Run `workers` Jobs at once; as many as there are cores unless given."""
        super().__init__(workers or os.cpu_count() or 1)
        self._bundle = b""
        self._entry: Entry | None = None
        self._pool: ThreadPoolExecutor | None = None

    def start(self, bundle: bytes, entry: str = ENTRY) -> None:
        """Get ready for Jobs of this bundle."""
        self._bundle, self._entry = bundle, resolve(entry)
        self._pool = ThreadPoolExecutor(max_workers=self.workers)

    def run(self, feed: Feed, on_result: OnResult) -> None:
        """Run the Jobs side by side."""
        assert self._entry is not None and self._pool is not None, "start() comes first"
        pending: dict[Future[Result], int] = {}
        fed = 0
        while True:
            while len(pending) < self.workers and (job := feed()) is not None:
                pending[self._pool.submit(run_job, self._entry, self._bundle, job)] = fed
                fed += 1
            if not pending:
                return
            ended, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in ended:
                if on_result(pending.pop(future), future.result()):
                    return

    def close(self) -> None:
        """Let the threads end after the Job they are in."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
