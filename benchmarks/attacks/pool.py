"""A pool of workers: forked from a warm process, watched, and replaced when they die, hang or fail."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from benchmarks.attacks.worker import Job, Outcome, serve

STUCK = 20.0  # s of processor time for one case, after which a worker is taken for lost in C code
ASLEEP = 15.0  # s in which a worker hardly used a processor and did not want one: it waits for something
HARDLY = 0.2  # s of processor time: a thread that looks around now and then is no work


class PoolWorker:
    """One worker process and the case it is busy with."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._start()

    def _start(self) -> None:
        made = multiprocessing.get_context("fork")
        self.pipe: Connection
        self.pipe, theirs = made.Pipe()
        shutil.rmtree(self._home, ignore_errors=True)
        self._home.mkdir(parents=True)
        self._process: Any = made.Process(target=serve, args=(theirs, str(self._home)), daemon=True)
        self._process.start()
        theirs.close()
        self.job: Job | None = None

    def give(self, job: Job) -> None:
        """A case to try."""
        self.job = job
        self._used = self._began = self._cpu()
        self._last_active = time.monotonic()
        self.pipe.send(job)

    def take(self) -> Outcome:
        """What came of it. A worker that was interrupted is replaced: nobody knows what it is left with."""
        try:
            outcome: Outcome = self.pipe.recv()
        except (EOFError, OSError):
            return self._lost("")
        self.job = None
        if outcome.cause.startswith(("hangs", "more than", "MemoryError")):
            self.replace()
        return outcome

    def look(self) -> Outcome | None:
        """Whether it must be given up."""
        used = self._cpu()
        if used - self._began > STUCK:
            return self._lost(f"hangs in C code: over {STUCK:.0f} s of processor time")
        if used > self._used + HARDLY or self._runnable():
            self._used, self._last_active = used, time.monotonic()
        elif time.monotonic() - self._last_active > ASLEEP:
            return self._lost("waits for something that never comes")
        return None

    def _lost(self, why: str) -> Outcome:
        if not why:
            self._process.join(5)
            code = self._process.exitcode
            why = f"the process ended: {signal.Signals(-code).name if code and code < 0 else code}"
        printed = (self._home / "printed").read_bytes()[-20_000:].decode(errors="replace")
        ours = [line.strip() for line in printed.splitlines() if "footfall" in line and "File" in line]
        self.replace()
        return Outcome("failed", f"{why} {ours[0][-120:] if ours else ''}".strip(), printed)

    def replace(self) -> None:
        """Begin anew."""
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def _stat(self) -> list[str]:
        try:
            return Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return []

    def _cpu(self) -> float:
        stat = self._stat()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK") if stat else 0.0

    def _runnable(self) -> bool:
        return self._stat()[:1] in (["R"], ["D"])


class WorkerPool:
    """Several workers.

    Args:
        count: How many.
        home: A folder for theirs.
    """

    def __init__(self, count: int, home: Path) -> None:
        self._workers = [PoolWorker(home / f"worker{k}") for k in range(count)]

    def run(self, jobs: Iterator[Job]) -> Iterator[tuple[Job, Outcome]]:
        """Try cases; gives each with what came of it, in the order in which they end."""
        for worker in self._workers:
            self._next(worker, jobs)
        while busy := [worker for worker in self._workers if worker.job is not None]:
            ready = wait([worker.pipe for worker in busy], 0.5)
            for worker in busy:
                job = worker.job
                assert job is not None
                outcome = worker.take() if worker.pipe in ready else worker.look()
                if outcome is not None:
                    yield job, outcome
                    self._next(worker, jobs)

    def one(self, job: Job) -> Outcome:
        """Try one case in a worker that has tried nothing before."""
        self._workers[0].replace()
        return next(outcome for _, outcome in self._run_on(self._workers[0], job))

    def _run_on(self, worker: PoolWorker, job: Job) -> Iterator[tuple[Job, Outcome]]:
        worker.give(job)
        while worker.job is not None:
            outcome = worker.take() if worker.pipe.poll(0.5) else worker.look()
            if outcome is not None:
                yield job, outcome
                return

    def _next(self, worker: PoolWorker, jobs: Iterator[Job]) -> None:
        job = next(jobs, None)
        worker.job = None
        if job is not None:
            worker.give(job)

    def close(self) -> None:
        """End all."""
        for worker in self._workers:
            worker.close()
