"""Ghosts of a session: which are wanted, where they begin, and how long they took."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from footfall.studio.editing.analysis import Draft
from footfall.studio.playback.restore_point import Moment
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import AskMoment, GhostMade, GhostOrder, HereIs

if TYPE_CHECKING:
    from footfall.studio.session.session import Session

NEXT, LAST = 0, 1
_WISH_ID = -1  # of the Moment that is asked for when other ghosts are wanted
_REMEMBERED = 60.0  # s for which the time of an edit is kept


class LookAhead:
    """See the module.

    Args:
        session: Whose ghosts.

    Attributes:
        wish: Which ghosts the page wants.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: dict[int, float] = {}  # version -> when its edit came
        self._before = ""  # the script before the last edit
        self.wish = m.SetGhosts()

    def set(self, wish: m.SetGhosts) -> None:
        """Other ghosts are wanted: make them now."""
        self.wish = wish
        if wish.next or wish.last:
            self._asked[self._session.writing.good.version] = time.monotonic()
            self._session.keeper.send(AskMoment(_WISH_ID, wish.from_time))

    def forget(self) -> None:
        """Another script has been opened: there is no version before it."""
        self._before = ""

    def ask(self) -> asyncio.Future[HereIs] | None:
        """Where the ghosts of an edit that has just come begin; None when none are wanted."""
        wanted = self.wish.next or self.wish.last
        return self._session.ask(self.wish.from_time, None)[1] if wanted else None

    def edited(self, before: Draft, now: Draft, arrived: float, here: asyncio.Future[HereIs] | None) -> bool:
        """A text is going to run: have its ghosts made.

        Args:
            before: What ran.
            now: What is to run.
            arrived: When it came, s of the server's clock.
            here: From `ask`.

        Returns:
            Whether they must wait for the player: what runs on another body begins anew.
        """
        if now.source.text != before.source.text:
            self._before = before.source.text
        if here is None:
            return False
        self._asked = {v: t for v, t in self._asked.items() if t > arrived - _REMEMBERED}
        self._asked[now.version] = arrived
        assert now.program is not None and before.program is not None
        if now.program.body != before.program.body:
            return True
        here.add_done_callback(lambda done: self._start(done.result(), now.version))
        return False

    def _start(self, here: HereIs, version: int) -> None:
        if version == self._session.writing.good.version:  # else a later edit has its own
            self.begin(here.scene, version, here.moment)

    def begin(self, scene: int, version: int, moment: Moment) -> None:
        """Order the ghosts that are wanted.

        Args:
            scene: The Moment's.
            version: Of the script.
            moment: Where they begin.
        """
        asked = self._asked.get(version, time.monotonic())
        texts = {
            NEXT: self._session.writing.good.source.text if self.wish.next else "",
            LAST: self._before if self.wish.last else "",
        }
        for which, text in texts.items():
            if text:
                order = GhostOrder(which, scene, version, moment, text, self.wish.seconds, asked)
                self._session.keeper.ghost(order)

    def made(self, ghost: GhostMade) -> None:
        """A ghost is ready: show it on all pages."""
        for client in self._session.clients:
            client.send(ghost.data, f"ghost {ghost.order_which}")
        self._session.tell(
            r.GhostInfo(
                version=ghost.version,
                which="last" if ghost.order_which == LAST else "next",
                end=ghost.end,
                seconds=ghost.seconds,
                wall_ms=(time.monotonic() - ghost.asked) * 1000.0,
            )
        )
