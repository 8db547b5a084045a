"""What a case may cost and touch: processor time, memory, and files outside the project."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

MEMORY = 1_000_000_000  # bytes of a worker
_HARD_MEMORY = 6_000_000_000  # bytes of address space beyond its own: then the machine is protected
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {  # audit event -> the arguments that are paths
    "os.rename": (0, 1),
    "os.remove": (0,),
    "os.rmdir": (0,),
    "os.mkdir": (0,),
    "os.link": (0, 1),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.utime": (0,),
    "shutil.rmtree": (0,),
    "shutil.move": (0, 1),
}


class HangError(BaseException):
    """A piece of work took too long. Not an Exception: the program under test must not catch it."""


class Clock:
    """Bounds pieces of work, in processor time of this process, so that a busy machine changes nothing."""

    def __init__(self) -> None:
        self.slow: list[str] = []
        signal.signal(signal.SIGPROF, self._ring)
        self._name = ""

    def _ring(self, _: int, frame: FrameType | None) -> None:
        where = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}" if frame else ""
        raise HangError(f"{self._name} still goes on, in {where}")

    @contextmanager
    def bounded(self, name: str, seconds: float) -> Iterator[None]:
        """Work of at most so many seconds."""
        self._name = name
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, seconds * 1.5)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.process_time() - began
        if took > seconds:
            self.slow.append(f"{name} took {took:.1f} s")


def protect_machine() -> None:
    """Have what asks for far too much memory fail instead of the machine."""
    own = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (own + _HARD_MEMORY, own + _HARD_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000_000, 500_000_000))


def forget_peak() -> None:
    """Let the peak of memory count from now."""
    Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """Most bytes that were resident since `forget_peak`."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


class Watch:
    """Sees each file that Python code opens for writing or changes, and what it reads of a forbidden tree.

    Args:
        allowed: Folders in which files may be written.
        forbidden: A folder of which nothing may be read.
    """

    def __init__(self, allowed: tuple[Path, ...], forbidden: Path) -> None:
        self._allowed = tuple(str(path.resolve()) + os.sep for path in allowed)
        self._forbidden = str(forbidden.resolve()) + os.sep
        self.on = self.reading = False
        self.seen: list[str] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open":
            path, _, flags = args
            if isinstance(path, (str, bytes)):
                self._opened(os.fsdecode(path), int(flags or 0))
        elif event in _CHANGES:
            for k in _CHANGES[event]:
                if isinstance(args[k], (str, bytes)) or hasattr(args[k], "__fspath__"):
                    self._touched(event, os.fsdecode(args[k]), follow=False)

    def _opened(self, path: str, flags: int) -> None:
        if flags & _WRITING:
            self._touched("opened for writing", path, follow=not flags & os.O_NOFOLLOW)
        elif self.reading:
            self.on = False  # looking where a path leads is not the program's doing
            real = os.path.realpath(path)
            self.on = True
            if real.startswith(self._forbidden):
                self.seen.append(f"read outside the project: {real}")

    def _touched(self, what: str, path: str, follow: bool) -> None:
        self.on = False
        folder, name = os.path.split(os.path.abspath(path))
        real = os.path.realpath(path) if follow else os.path.join(os.path.realpath(folder), name)
        self.on = True
        if not (real + os.sep).startswith((*self._allowed, "/dev/", "/proc/self/")):
            self.seen.append(f"{what}: {real}")


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of change of all in a folder: what C code writes is not seen by Python's hooks."""
    found = {}
    for path in sorted(folder.rglob("*")):
        stat = path.lstat()
        found[str(path)] = (stat.st_size, stat.st_mtime_ns)
    return found
