"""Exports: two are made at once, others wait for their turn, each can be cancelled."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from footfall.errors import FootfallError
from footfall.studio.playback.exports import RUNNING_SHARE, SUFFIX, export
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import ExportRequest
from footfall.studio.session.process import Child

if TYPE_CHECKING:
    from footfall.studio.session.session import Session

AT_ONCE = 2
MOST_WAITING = 20
_SHORTEST = 0.5  # s; a shorter span is not exported


@dataclass(frozen=True)
class _Wanted:
    """A file to be made: the span of the moment at which it was asked for."""

    id: int
    kind: str
    path: Path
    request: ExportRequest


class ExportQueue:
    """Makes files, in the order in which they were asked for.

    Args:
        session: Whose motion is exported.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: list[_Wanted] = []
        self._made: dict[int, tuple[_Wanted, Child]] = {}
        self._whole: set[int] = set()  # exports whose process has told its result, and has not ended yet

    async def add(self, message: m.Export) -> None:
        """Make a file as soon as it is its turn.

        Raises:
            FootfallError: It cannot be made.
        """
        if message.id in self._made or any(w.id == message.id for w in self._waiting):
            raise FootfallError(f"export {message.id} is being made")
        if len(self._waiting) >= MOST_WAITING:
            raise FootfallError(f"{MOST_WAITING} exports wait already", help="cancel one of them")
        session = self._session
        first = message.start if message.start is not None else 0.0
        point = await session.restore_point(message.end if message.end is not None else 1e6, first)
        dt = session.dt()
        begin = max(point.begin, int(round(first / dt)))
        if (point.tick - begin) * dt < _SHORTEST:
            raise FootfallError("there is nothing to export yet", help="let it run for a second or more")
        stem = Path(session.document.file or session.document.source.name).stem
        taken = {w.path for w in self._waiting} | {w.path for w, _ in self._made.values()}
        path = session.workspace.project.export(f"{stem}-{message.kind}", SUFFIX[message.kind], taken)
        request = ExportRequest(point, begin, message.kind, str(path))
        self._waiting.append(_Wanted(message.id, message.kind, path, request))
        self._go_on()

    def cancel(self, id: int) -> None:
        """Stop making a file, or do not begin.

        Raises:
            FootfallError: There is no such export.
        """
        if any(w.id == id for w in self._waiting):
            self._waiting = [w for w in self._waiting if w.id != id]
        elif id in self._made:
            _, child = self._made.pop(id)
            child.kill()  # what it has written goes when it has ended: see `_clear`
        else:
            raise FootfallError("there is no such export any more")
        self.failed(id, "cancelled", "")
        self._go_on()

    def failed(self, id: int, text: str, help: str) -> None:
        """Tell the pages that a file will not be made."""
        self._session.broadcast(r.ExportFailed(id=id, text=text, help=help))

    def close(self) -> None:
        """End what is under way."""
        self._waiting = []
        for _, child in self._made.values():
            child.kill()

    def _go_on(self) -> None:
        """Begin with those whose turn it is, and tell the others how many are before them."""
        while self._waiting and len(self._made) < AT_ONCE:
            wanted = self._waiting.pop(0)
            take, clear = partial(self._take, wanted), partial(self._clear, wanted)
            self._made[wanted.id] = wanted, Child(export, (wanted.request,), take, clear)
            self._tell(wanted, 0.0, "running it again")
        for place, wanted in enumerate(self._waiting, start=1):
            before = "next in turn" if place == 1 else f"{place - 1} before it"
            self._tell(wanted, 0.0, f"waiting, {before}")

    def _tell(self, wanted: _Wanted, share: float, text: str) -> None:
        self._session.broadcast(r.Exporting(id=wanted.id, share=share, text=text))

    def _clear(self, wanted: _Wanted) -> None:
        """Its process has ended: half a file goes."""
        if wanted.id in self._whole:
            self._whole.remove(wanted.id)
            return
        with contextlib.suppress(OSError):
            wanted.path.unlink(missing_ok=True)

    def _take(self, wanted: _Wanted, answer: object) -> None:
        """An answer of the process that makes a file: a share, a number of bytes, or a problem."""
        if isinstance(answer, float):
            self._tell(wanted, answer, "drawing" if answer >= RUNNING_SHARE else "running it again")
            return
        if self._made.pop(wanted.id, None) is None:
            return  # its result came before, and the process has ended now
        path = wanted.path
        if isinstance(answer, int):
            self._whole.add(wanted.id)
            url, text = f"/exports/{quote(path.name)}", f"{path.name} is in the project's folder"
            self._session.broadcast(
                r.Exported(id=wanted.id, kind=wanted.kind, name=path.name, url=url, bytes=answer, text=text)
            )
        elif isinstance(answer, r.Refused):
            self.failed(wanted.id, answer.text, answer.help)
        else:
            self.failed(wanted.id, "the export failed", "try a shorter span")
        self._go_on()
