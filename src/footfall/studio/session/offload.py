"""A queue of slow work that runs in a thread; of each kind, only the newest task is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from footfall import faults
from footfall.errors import FootfallError


@dataclass(frozen=True)
class _Piece:
    work: Callable[[], Any]
    done: Callable[[Any], None]
    failed: Callable[[FootfallError], None]
    name: str


class Offload:
    """The queue. A page that asks again and again has only one task of each kind waiting."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, _Piece] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Tasks that have not begun."""
        return len(self._waiting)

    @property
    def idle(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        return self._task is None or self._task.done()

    def do(
        self,
        key: Hashable,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[FootfallError], None],
    ) -> None:
        """Queue a task; a waiting task with the same key is dropped.

        Args:
            key: Whose work, and of which kind; its last part names it in reports.
            work: Called in a thread.
            done: Called on the loop with the result.
            failed: Called on the loop when it cannot be done; a fault has a report then.
        """
        place = self._waiting.get(key)
        name = str(key[-1] if isinstance(key, tuple) else key)
        self._waiting[key] = _Piece(work, done, failed, name)  # its place in the queue is kept
        if place is None and self.idle:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def forget(self, of: Hashable) -> None:
        """Drop all waiting tasks whose key begins with this."""
        for key in [k for k in self._waiting if isinstance(k, tuple) and k[0] == of]:
            del self._waiting[key]

    def close(self) -> None:
        """Start no more tasks."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._waiting:
            piece = self._waiting.pop(next(iter(self._waiting)))
            try:
                piece.done(await asyncio.to_thread(piece.work))
            except FootfallError as problem:
                piece.failed(problem)
            except Exception as error:
                piece.failed(faults.tell(error, f"studio: {piece.name}"))
