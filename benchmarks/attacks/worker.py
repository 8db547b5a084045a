"""A worker: a process that tries cases one after the other, each in an empty project folder of its own."""

from __future__ import annotations

import faulthandler
import json
import logging
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.attacks import limits
from benchmarks.attacks.case import Bench, Case, Failure, Surface, write
from benchmarks.attacks.surfaces import surface

KEPT = {
    "keep.skill": "SKILL keep()\nPHASE x\n",
    "keep.sav": "0\n",
    "keep.hf": "0 1 2 0 0\n",
    ".bashrc": "#\n",
}
_OURS = f"{os.sep}footfall{os.sep}"


@dataclass(frozen=True)
class Job:
    """A case by its number, or a Case that was given."""

    surface: str
    seed: int
    number: int
    physics: bool
    case: Case | None = None

    def make(self) -> Case:
        """The case."""
        if self.case is not None:
            return self.case
        rng = random.Random(f"{self.seed}/{self.surface}/{self.number}")
        return surface(self.surface).make(rng, self.number)


@dataclass(frozen=True)
class Outcome:
    """What came of a case.

    Attributes:
        kind: "ran", "refused" or "failed".
        cause: One line that cases with the same fault share; "" unless it failed.
        detail: The traceback, or what else is known.
        seconds: Processor time.
    """

    kind: str
    cause: str = ""
    detail: str = ""
    seconds: float = 0.0


class Heard(logging.Handler):
    """Log records of errors: where a catch-all hides a fault, it is told there."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.faults: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what carries a traceback."""
        if record.exc_info and record.exc_info[1] is not None:
            self.faults.append("".join(traceback.format_exception(record.exc_info[1])))


@dataclass
class Worker:
    """See the module.

    Attributes:
        home: Its folder; holds project, outside, tmp and what was printed.
    """

    home: Path
    project: Path = field(init=False)

    def __post_init__(self) -> None:
        for name in ("project", "outside", "tmp"):
            (self.home / name).mkdir(parents=True, exist_ok=True)
        self.project = (self.home / "project").resolve()
        for name, text in KEPT.items():
            (self.home / "outside" / name).write_text(text)
        self._quieten()
        from footfall.control.compile import cache_root

        self.clock = limits.Clock()
        self.watch = limits.Watch((self.project, self.home / "tmp", cache_root()), self.home / "outside")
        self.feedback = Heard()
        logging.getLogger().addHandler(self.feedback)

    def _quieten(self) -> None:
        """All that is printed goes to a file; a fault in C code leaves its traceback there."""
        printed = os.open(self.home / "printed", os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        for number in (1, 2):
            os.dup2(printed, number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)
        faulthandler.enable(sys.stderr)
        tempfile.tempdir = str(self.home / "tmp")
        limits.protect_machine()

    def try_case(self, job: Job) -> Outcome:
        """One case, from an empty folder to an empty folder."""
        began = time.process_time()
        try:
            case = job.make()
        except Exception as problem:  # a fault of the attack itself
            return Outcome("failed", f"the case cannot be made: {cause_of(problem)}", traceback.format_exc())
        chosen = surface(job.surface)
        before = self._prepare(case)
        bench = Bench(self.project, self.clock, job.physics)
        limits.forget_peak()
        self.watch.on, self.watch.reading = True, getattr(chosen, "reads_inside", True)
        kind, cause, detail = self._attempt(chosen, case, bench)
        self.watch.on = False
        after = limits.listing(self.home / "outside")
        cause, detail = self._judge(cause, detail, before, after)
        return Outcome("failed" if cause else kind, cause, detail, time.process_time() - began)

    def _prepare(self, case: Case) -> dict[str, tuple[int, int]]:
        os.chdir(self.home)
        shutil.rmtree(self.project)
        self.project.mkdir()
        os.chdir(self.project)
        write(case, self.project)
        os.truncate(self.home / "printed", 0)
        self.clock.slow.clear()
        self.watch.seen.clear()
        self.feedback.faults.clear()
        return limits.listing(self.home / "outside")

    def _attempt(self, chosen: Surface, case: Case, bench: Bench) -> tuple[str, str, str]:
        from footfall.errors import FootfallError

        try:
            return ("ran" if chosen.run(case, bench) else "refused"), "", ""
        except FootfallError:
            return "refused", "", ""
        except limits.HangError as late:
            return "failed", f"hangs: {str(late).partition(',')[0]}", f"{late}\n{traceback.format_exc()}"
        except Failure as problem:
            return "failed", str(problem)[:200], str(problem)
        except BaseException as problem:  # the point of it all
            return "failed", cause_of(problem), traceback.format_exc()[-8000:]

    def _judge(
        self,
        cause: str,
        detail: str,
        before: dict[str, tuple[int, int]],
        after: dict[str, tuple[int, int]],
    ) -> tuple[str, str]:
        """What else must not happen, though nothing was raised."""
        printed = (self.home / "printed").read_bytes()[-20_000:].decode(errors="replace")
        if cause:
            return cause, f"{detail}\n{printed}"
        if self.watch.seen:
            return self.watch.seen[0].replace(str(self.home), "…"), "\n".join(self.watch.seen)
        if before != after:
            return "a file outside the project has changed", repr(set(before.items()) ^ set(after.items()))
        if self.feedback.faults:
            return (
                f"told as a fault: {self.feedback.faults[0].strip().splitlines()[-1][:150]}",
                self.feedback.faults[0],
            )
        if "Traceback (most recent call last)" in printed:
            return f"a traceback was printed: {printed.strip().splitlines()[-1][:150]}", printed
        if limits.peak() > limits.MEMORY:
            return "more than 1 GB of memory", f"{limits.peak() / 1e9:.2f} GB"
        if self.clock.slow:
            return f"slow: {self.clock.slow[0].partition(' took')[0]}", "\n".join(self.clock.slow)
        return "", ""


def cause_of(problem: BaseException) -> str:
    """The kind of an exception and the line of ours that it came from."""
    ours = [f for f in traceback.extract_tb(problem.__traceback__) if _OURS in f.filename]
    where = f"{ours[-1].filename.rpartition(_OURS)[2]}:{ours[-1].name}" if ours else "outside"
    return f"{type(problem).__name__} in {where}"


def serve(pipe: Connection, home: str) -> None:
    """Try the cases that come through a pipe until it is closed."""
    worker = Worker(Path(home))
    while True:
        try:
            job = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            os._exit(0)
        (worker.home / "now").write_text(json.dumps([job.surface, job.seed, job.number]))
        pipe.send(worker.try_case(job))
