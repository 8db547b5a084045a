"""Ctrl-C and SIGTERM, let through only where the state of the search is consistent."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

REASONS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}


class Interrupt:
    """Defers Ctrl-C and SIGTERM, except where they are `allowed`.

    Attributes:
        reason: Which of them came: "interrupted" or "terminated"; "" before.
    """

    def __init__(self) -> None:
        self.reason = ""
        self._may_raise = False

    @property
    def requested(self) -> bool:
        """Whether the search is to stop."""
        return bool(self.reason)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within this, a signal is only stored; outside the main thread signals cannot be deferred."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self._on_signal) for number in REASONS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Within this, a signal (also one that was deferred) raises KeyboardInterrupt."""
        with self._set(True):
            yield

    @contextmanager
    def forbidden(self) -> Iterator[None]:
        """A part of an `allowed` block that must not be interrupted half-way."""
        with self._set(False):
            yield

    @contextmanager
    def _set(self, may_raise: bool) -> Iterator[None]:
        before, self._may_raise = self._may_raise, may_raise
        try:
            self._check()
            yield
        finally:
            self._may_raise = before
        self._check()

    def _check(self) -> None:
        if self._may_raise and self.requested:
            raise KeyboardInterrupt

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.reason = REASONS[signal.Signals(number)]
        self._check()
