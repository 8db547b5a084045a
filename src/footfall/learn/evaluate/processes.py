"""Jobs in processes of their own: the default. A worker that dies is replaced and its Job run again."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import threading
from typing import Any

from footfall.errors import FootfallError
from footfall.learn.evaluate.blas import worker_environment
from footfall.learn.evaluate.evaluator import ATTEMPTS, ENTRY, Evaluator, Feed, OnResult, failed
from footfall.learn.evaluate.worker import receive, send
from footfall.learn.job import Job, Result

STARTS = 10  # of a worker that something kills before it is up
_Task = tuple[int, int, Job]  # which call of run(), number in it, the Job


class _WorkerEndedError(Exception):
    """The worker process ended before it answered."""


class _Worker:
    """One fresh interpreter and the pipes to it."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the process)
        environment = worker_environment()
        # A fresh interpreter finds modules where this one does.
        environment["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
        self.process = subprocess.Popen(
            # -P: a file in the current folder must not stand in for a module.
            [sys.executable, "-P", "-m", "footfall.learn.evaluate.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the search, not for its workers
        )

    def ask(self, message: Any) -> Any:
        """Send a message and wait for the answer."""
        assert self.process.stdin and self.process.stdout
        try:
            send(self.process.stdin, message)
            return receive(self.process.stdout)
        except (EOFError, OSError) as error:
            raise _WorkerEndedError(self.last_error_line()) from error

    def last_error_line(self) -> str:
        """The last line that it wrote to its error output."""
        self._errors.seek(0)
        lines = self._errors.read()[-2000:].decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it left no message")

    def end(self) -> None:
        """Kill it, whatever it does."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                # Closing tries once more to send what was cut short.
                with contextlib.suppress(OSError):
                    stream.close()
        self._errors.close()


class Processes(Evaluator):
    """A pool in which each thread supervises one worker process."""

    name = "processes"

    def __init__(self, workers: int | None = None) -> None:
        """Run `workers` processes; as many as there are cores unless given."""
        super().__init__(workers or os.cpu_count() or 1)
        self.replaced = 0
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[int, int, Result | Exception | str]] = queue.SimpleQueue()
        self._supervisors: list[threading.Thread] = []
        self._live_workers: dict[int, _Worker] = {}
        self._lock = threading.Lock()
        self._first_is_ready = threading.Event()
        self._closing = False
        self._call = 0

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that are up."""
        with self._lock:
            return [worker.process.pid for worker in self._live_workers.values()]

    def start(self, bundle: bytes, entry: str = ENTRY) -> None:
        """Start the workers; returns before they are up."""
        for number in range(self.workers):
            supervisor = threading.Thread(target=self._supervise, args=(number, bundle, entry), daemon=True)
            self._supervisors.append(supervisor)
            supervisor.start()

    def run(self, feed: Feed, on_result: OnResult) -> None:
        """Run the Jobs on whichever worker is free."""
        self._call += 1
        fed = running = 0
        try:
            while True:
                while running < self.workers and (job := feed()) is not None:
                    self._tasks.put((self._call, fed, job))
                    fed, running = fed + 1, running + 1
                if not running:
                    return
                number, result = self._next_result()
                running -= 1
                if on_result(number, result):
                    return
        finally:
            self._abandon()

    def _next_result(self) -> tuple[int, Result]:
        while True:
            call, number, answer = self._answers.get()
            if isinstance(answer, str):
                self.on_note(answer)
            elif call == self._call:  # else it is of a run that was abandoned
                if isinstance(answer, Exception):
                    raise answer
                return number, answer

    def close(self) -> None:
        """Kill the workers."""
        self._closing = True
        self._abandon()
        for _ in self._supervisors:
            self._tasks.put(None)
        self._first_is_ready.set()
        with self._lock:
            for worker in self._live_workers.values():
                worker.process.kill()
        for supervisor in self._supervisors:
            supervisor.join(timeout=5.0)
        self._supervisors.clear()

    def _abandon(self) -> None:
        self._call += 1
        while True:
            try:
                self._tasks.get_nowait()
            except queue.Empty:
                return

    def _supervise(self, number: int, bundle: bytes, entry: str) -> None:
        """Supervise one worker: start it, send it Jobs, replace it when it ends."""
        if number > 0:
            # The first worker compiles what is not compiled yet; the others then read it from disk.
            self._first_is_ready.wait()
        never_up: FootfallError | None = None
        try:
            self._launch(number, bundle, entry)
        except FootfallError as error:
            never_up = error
        finally:
            self._first_is_ready.set()
        while (task := self._tasks.get()) is not None and not self._closing:
            call, index, job = task
            try:
                answer: Result | Exception = never_up or self._answer(number, bundle, entry, job)
            except FootfallError as error:
                answer = error
            self._answers.put((call, index, answer))
        self._drop(number)

    def _answer(self, number: int, bundle: bytes, entry: str, job: Job) -> Result | Exception:
        words = ""
        for _ in range(ATTEMPTS):
            if number not in self._live_workers:
                self._launch(number, bundle, entry)
            try:
                answer: Result | Exception = self._live_workers[number].ask(job)
                return answer
            except _WorkerEndedError as ended:
                words = str(ended)
                self._drop(number)
                if self._closing:
                    break
                self.replaced += 1
                note = f"a worker process ended ({words}); it is replaced and its job run again"
                self._answers.put((0, 0, note))
        return failed(f"crashed: {words}")

    def _launch(self, number: int, bundle: bytes, entry: str) -> None:
        words = ""
        for _ in range(STARTS):
            if self._closing:
                break
            worker = _Worker()
            with self._lock:
                self._live_workers[number] = worker  # before it is up, so that close() finds it
            try:
                worker.ask((bundle, entry))
                return
            except _WorkerEndedError as ended:
                words = str(ended)
                was_killed = worker.process.wait() < 0
                self._drop(number)
                if not was_killed:
                    break  # it would fail again
        raise FootfallError(
            f"a worker process could not start: {words}", help="try --evaluator serial to see the whole error"
        )

    def _drop(self, number: int) -> None:
        with self._lock:
            worker = self._live_workers.pop(number, None)
        if worker:
            worker.end()
