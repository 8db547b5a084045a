"""Requests for ghosts: which are shown, where they begin, and how long they take."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from footfall.studio.editing.analysis import Analysis
from footfall.studio.playback.restore_point import RestorePoint
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import (
    GetRestorePoint,
    GhostRequest,
    GhostResult,
    RestorePointReply,
)

if TYPE_CHECKING:
    from footfall.studio.session.session import Session

NEXT, LAST = 0, 1
_SETTINGS_ID = -1  # of the RestorePoint that is asked for when the settings change
_REMEMBERED = 60.0  # s for which the time of an edit is kept


class GhostRequests:
    """Requests ghosts for a session.

    Args:
        session: Whose ghosts.

    Attributes:
        settings: Which ghosts the page shows.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: dict[int, float] = {}  # version -> when its edit came
        self._before = ""  # the script before the last edit
        self.settings = m.SetGhosts()

    def set(self, settings: m.SetGhosts) -> None:
        """Change the settings, and make the ghosts now."""
        self.settings = settings
        if settings.next or settings.last:
            self._asked[self._session.document.good.version] = time.monotonic()
            self._session.supervisor.send(GetRestorePoint(_SETTINGS_ID, settings.from_time))

    def forget(self) -> None:
        """Another script has been opened: there is no version before it."""
        self._before = ""

    def ask(self) -> asyncio.Future[RestorePointReply] | None:
        """Ask where the ghosts of a new edit begin; None when no ghosts are shown."""
        wanted = self.settings.next or self.settings.last
        return self._session.ask(self.settings.from_time, None)[1] if wanted else None

    def edited(
        self, before: Analysis, now: Analysis, arrived: float, start: asyncio.Future[RestorePointReply] | None
    ) -> bool:
        """A new text will run: request its ghosts.

        Args:
            before: What ran.
            now: What is to run.
            arrived: When it came, s of the server's clock.
            start: From `ask`.

        Returns:
            Whether they must wait for the player: with another body the run begins again.
        """
        if now.source.text != before.source.text:
            self._before = before.source.text
        if start is None:
            return False
        self._asked = {v: t for v, t in self._asked.items() if t > arrived - _REMEMBERED}
        self._asked[now.version] = arrived
        assert now.program is not None and before.program is not None
        if now.program.body != before.program.body:
            return True
        start.add_done_callback(lambda done: self._start(done.result(), now.version))
        return False

    def _start(self, start: RestorePointReply, version: int) -> None:
        if version == self._session.document.good.version:  # else a later edit has its own
            self.begin(start.scene, version, start.point)

    def begin(self, scene: int, version: int, point: RestorePoint) -> None:
        """Send the requests for ghosts.

        Args:
            scene: The RestorePoint's.
            version: Of the script.
            point: Where they begin.
        """
        asked = self._asked.get(version, time.monotonic())
        texts = {
            NEXT: self._session.document.good.source.text if self.settings.next else "",
            LAST: self._before if self.settings.last else "",
        }
        for which, text in texts.items():
            if text:
                request = GhostRequest(which, scene, version, point, text, self.settings.seconds, asked)
                self._session.supervisor.ghost(request)

    def made(self, ghost: GhostResult) -> None:
        """A ghost is ready: show it on all pages."""
        for client in self._session.clients:
            client.send(ghost.data, f"ghost {ghost.which}")
        self._session.broadcast(
            r.GhostInfo(
                version=ghost.version,
                which="last" if ghost.which == LAST else "next",
                end=ghost.end,
                seconds=ghost.seconds,
                wall_ms=(time.monotonic() - ghost.asked) * 1000.0,
            )
        )
