"""A child process and the pipe to it; the server never blocks on either."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing as mp
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

Target = Callable[..., None]


def context() -> Any:
    """How children are started: forked from a process that holds the loaded kernel, where there is one."""
    if sys.platform == "win32":
        return mp.get_context("spawn")
    made = mp.get_context("forkserver")
    made.set_forkserver_preload(["footfall.studio.playback.preload"])
    return made


def waited_for_processor(pid: int | None) -> float:
    """Seconds that a process was ready to run but had no processor; 0 where the system does not report it."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) * 1e-9
    except (OSError, ValueError, IndexError):
        return 0.0


class Child:
    """One process.

    Args:
        target: What it runs; it gets its end of the pipe, then `args`.
        args: Plain data.
        on_message: Called on the event loop with every message it sends; `None` when it has ended.
        on_gone: Called on the event loop when it has ended, also after `kill`.

    Attributes:
        last_heard: Time of its last message, s of `time.monotonic`.
        ready: Whether it has sent "ready".
        busy: Whether its last message was "busy": it may be silent for longer.
    """

    def __init__(
        self,
        target: Target,
        args: tuple[Any, ...],
        on_message: Callable[[Any], None],
        on_gone: Callable[[], None] = lambda: None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_message, self._on_gone = on_message, on_gone
        self._outbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._stopped = False
        self._process: Any = None
        self.last_heard = time.monotonic()
        self._waited = 0.0  # s it had waited for a processor at the first check after its last message
        self._missed = False
        self.ready = self.busy = False
        threading.Thread(target=self._run, args=(target, args), daemon=True, name="studio-child").start()

    @property
    def pid(self) -> int | None:
        """Its process id, None before it runs."""
        return self._process.pid if self._process is not None else None

    def silence(self) -> float:
        """Seconds without a message, waiting for a processor not counted: a busy machine is no hung process.

        On Linux, the time in which it only waited for a processor is left out.
        It must be called at short intervals: waiting before the first call after a message is counted.
        """
        silent = time.monotonic() - self.last_heard
        waited = waited_for_processor(self.pid)
        if not self._missed:
            self._missed, self._waited = True, waited
        return silent - max(0.0, waited - self._waited)

    def send(self, message: Any) -> None:
        """Have a message sent, in order; never waits."""
        self._outbox.put(message)

    def kill(self) -> None:
        """End it at once; its messages are ignored from now on."""
        self._stopped = True
        self._outbox.put(_END)
        if self._process is not None:
            _kill(self._process)

    def _run(self, target: Target, args: tuple[Any, ...]) -> None:
        """On a thread: start the process (the first one loads the kernel), then listen."""
        made = context()
        ours, theirs = made.Pipe()
        process = made.Process(target=target, args=(theirs, *args), daemon=True)
        process.start()
        theirs.close()
        self._process = process
        if self._stopped:
            _kill(process)
        threading.Thread(target=self._write, args=(ours,), daemon=True, name="studio-writer").start()
        self._listen(ours)
        self._outbox.put(_END)
        process.join()
        ours.close()  # not before: a thread that reads a closed number may read another file's
        self._tell(None)
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(self._on_gone)

    def _listen(self, pipe: Connection) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._tell(pipe.recv())

    def _write(self, pipe: Connection) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (message := self._outbox.get()) is not _END:
                pipe.send(message)

    def _tell(self, message: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(self._receive, message)

    def _receive(self, message: Any) -> None:
        self.last_heard, self._missed = time.monotonic(), False
        if self._stopped:
            return
        self.busy = isinstance(message, str) and message == "busy"
        if isinstance(message, str) and message == "ready":
            self.ready = True
        self._on_message(message)


def _kill(process: Any) -> None:
    """End a child, and what it has started where it leads a group."""
    try:
        if os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # another system, or it has ended
        pass
    process.kill()


_END = object()
