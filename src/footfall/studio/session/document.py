"""The script of a session: the text that all pages edit, what is wrong with it, and having it run."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import structs

from footfall.errors import FootfallError
from footfall.script import Source
from footfall.studio.editing import analysis
from footfall.studio.editing.analysis import Draft, draft
from footfall.studio.editing.shared_text import SharedText, difference
from footfall.studio.playback.restore_point import Setup
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import HereIs, Swap
from footfall.studio.server.client import Client
from footfall.studio.session.offload import Offload
from footfall.studio.workspace.open_script import Opened

if TYPE_CHECKING:
    from footfall.studio.session.session import Session

log = logging.getLogger("footfall.studio")
_OUTLINE_LATE = 0.25  # s after an edit at most


class Writing:
    """See the module.

    Args:
        session: Whose script.

    Attributes:
        shared: The text as it is edited.
        opened: Which script that is.
        draft: The text as last looked at.
        good: The last text that could run.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._checks = Offload()
        self._outline_due: asyncio.TimerHandle | None = None
        self._fresh = 0  # the version that was opened: while it is the newest, nothing has been edited
        self.shared = SharedText()
        self.opened = Opened("still", "")
        self.draft: Draft = draft(Source("still", "", analysis.STILL), 0)
        self.good: Draft = self.draft

    @property
    def source(self) -> Source:
        """The script as it is edited."""
        return Source(self.opened.name, self.opened.path, self.shared.text)

    @property
    def file(self) -> str:
        """The project's file that is edited; "" for a script of the library."""
        return self.opened.file

    @property
    def checked(self) -> bool:
        """Whether the newest text has been looked at and is right."""
        return self.draft.ok and self.draft.version == self.shared.version

    def close(self) -> None:
        """Look at nothing more."""
        self._checks.close()
        if self._outline_due is not None:
            self._outline_due.cancel()

    # -- opening ----------------------------------------------------------------------------------------

    def begin(self, source: Source, opened: Opened) -> None:
        """Open the first script, at once."""
        self._show(draft(source, 0), opened, "opened")
        self._put_outline(self._outline_of(self.draft))

    async def open(self, source: Source, opened: Opened, reason: str) -> None:
        """Edit and run another script; a broken one is shown, and a still body stands beside it."""
        self._show(await asyncio.to_thread(draft, source, 0), opened, reason)
        self._ask_outline()

    def _show(self, made: Draft, opened: Opened, reason: str) -> None:
        source = made.source
        self.shared.put(source.text)
        version = self._fresh = self.shared.version
        self.draft, self.opened = replace(made, version=version), opened
        self._session.ghosts.forget()
        still = Source(source.name, source.path, analysis.STILL)
        self.good = self.draft if made.ok else draft(still, version)
        program = self.good.program
        assert program is not None
        setup = Setup(
            source.name,
            source.path,
            self.good.source.text,
            program.body or "human",
            proportions=opened.build,
            ground=program.ground or "flat",
        )
        self._session.begin(setup, version)
        self._session.tell(self.script(reason))
        self._session.tell(self.draft.checked())

    def script(self, reason: str) -> r.Script:
        """All about it, for a page that is to show it."""
        opened, shared = self.opened, self.shared
        return r.Script(
            version=shared.version,
            name=opened.file or opened.name,
            file=opened.file,
            text=shared.text,
            reason=reason,
            disk=opened.disk,
            session=self._session.id,
            fresh=shared.version == self._fresh,
            heard=tuple(shared.heard),
        )

    def saved_as(self, opened: Opened) -> None:
        """The script has a file now."""
        moved = (opened.name, opened.path) != (self.opened.name, self.opened.path)
        self.opened = opened
        if moved:
            self._check(ghost=False)  # beside it lie other scripts than before

    # -- editing ----------------------------------------------------------------------------------------

    def edit(self, client: Client, message: m.Edit) -> None:
        """Take a page's change in.

        Raises:
            FootfallError: It does not fit the text.
        """
        if not self.shared.edit(message.version, message.changes, message.name):
            return  # another page was first; this one knows by now, and will send its change again
        self._tell_edit(message.changes, message.name, "edit", by=client)
        self._check(ghost=message.ghost)

    def replace_text(self, text: str, reason: str) -> None:
        """Put another text into the editors, as a change that can be undone, and run it."""
        changes = difference(self.shared.text, text)
        if changes and self.shared.edit(self.shared.version, changes):
            self._tell_edit(changes, "", reason)
            self._check(ghost=True)

    def _tell_edit(
        self, changes: tuple[m.Change, ...], name: str, reason: str, by: Client | None = None
    ) -> None:
        told = r.Edited(version=self.shared.version, name=name, own=False, changes=changes, reason=reason)
        text = r.encode(told).decode()
        for client in self._session.clients:
            if client is not by:
                client.send(text)
        if by is not None:
            self._session.tell_one(by, structs.replace(told, own=True, changes=()))

    # -- looking at it ----------------------------------------------------------------------------------

    def _check(self, *, ghost: bool) -> None:
        """Look at the text as it is now, and run it if it is right; of several quick ones, the last."""
        arrived = time.monotonic()
        here = self._session.ghosts.ask() if ghost else None  # it comes while the text is looked at
        source, version, fresh = self.source, self.shared.version, self._fresh

        def done(made: Draft) -> None:
            if fresh == self._fresh:  # else another script has been opened meanwhile
                self._checked(made, arrived, here)

        self._checks.do("check", lambda: draft(source, version), done, self._fault)

    def _checked(self, made: Draft, arrived: float, here: asyncio.Future[HereIs] | None) -> None:
        self.draft = made
        self._session.tell(made.checked())
        if not made.ok:
            return
        self._run(made, arrived, here)
        if here is None:
            self._ask_outline()
        elif self._outline_due is None:  # what lies beside the text may follow the ghost, which is awaited
            self._outline_due = asyncio.get_running_loop().call_later(_OUTLINE_LATE, self._ask_outline)

    def _run(self, made: Draft, arrived: float, here: asyncio.Future[HereIs] | None) -> None:
        """Run a text that is right; its ghosts begin at `here`, or there are none."""
        ghosts, keeper = self._session.ghosts, self._session.keeper
        before, self.good = self.good, made
        keeper.later_text(made.source.text, made.version)
        late = ghosts.edited(before, made, arrived, here)
        keeper.send(Swap(made.version, made.source.text, late, ghosts.wish.from_time))

    def ghosts_made(self) -> None:
        """The ghosts of an edit are there: the outline need not wait any longer."""
        if self._outline_due is not None:
            self._ask_outline()

    def _ask_outline(self) -> None:
        """Have what lies beside the text made again."""
        if self._outline_due is not None:
            self._outline_due.cancel()
            self._outline_due = None
        made, fresh = self.draft, self._fresh

        def done(text: str) -> None:
            if fresh == self._fresh:
                self._put_outline(text)

        self._checks.do("outline", lambda: self._outline_of(made), done, self._fault)

    def _outline_of(self, made: Draft) -> str:
        outline = made.outline(dict(self._session.values))
        return r.encode(outline).decode() if outline is not None else ""

    def _put_outline(self, text: str) -> None:
        if text:
            self._session.tell_text(r.Program, text)

    def _fault(self, problem: FootfallError) -> None:
        log.error("%s", problem)
        self._session.tell(r.Note(level="error", text=problem.message, help=problem.help))
