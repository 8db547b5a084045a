"""Ctrl-C, at a moment when the books are in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupt:
    """Holds Ctrl-C back, except where `allowed`.

    Attributes:
        requested: Whether Ctrl-C has been pressed.
    """

    def __init__(self) -> None:
        self.requested = False
        self._may_raise = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within this, Ctrl-C only makes a note; outside the main thread it is not ours to hold."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._on_signal)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Within this, Ctrl-C (also one that was held back) raises KeyboardInterrupt."""
        with self._set(True):
            yield

    @contextmanager
    def forbidden(self) -> Iterator[None]:
        """A part of what is `allowed` that must not be torn."""
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
        self.requested = True
        self._check()
