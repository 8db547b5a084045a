"""The document of a session: the script that all pages edit, its problems, and the version that runs."""

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
from footfall.studio.editing.analysis import Analysis, analyse
from footfall.studio.editing.shared_text import SharedText, difference
from footfall.studio.playback.restore_point import Setup
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import RestorePointReply, SwapScript
from footfall.studio.server.client import Client
from footfall.studio.session.offload import Offload
from footfall.studio.workspace.open_script import OpenScript

if TYPE_CHECKING:
    from footfall.studio.session.session import Session

log = logging.getLogger("footfall.studio")
_OUTLINE_LATE = 0.25  # s after an edit at most
_QUICK = 0.02  # s: what takes no longer is checked at once; a thread would share the lock with poses
_SHORT = 30_000  # characters: longer texts are never checked at once


class Document:
    """The script that is edited.

    Args:
        session: Whose script.

    Attributes:
        shared: The text as it is edited.
        opened: Which script that is.
        analysis: Of the text that was checked last.
        good: The last text that compiled.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._checks = Offload()
        self._outline_due: asyncio.TimerHandle | None = None
        self._opened_version = 0  # while it is the newest, nothing has been edited
        self._took = 1.0  # s, the last check of the script that is open
        self.shared = SharedText()
        self.opened = OpenScript("still", "")
        self.analysis: Analysis = analyse(Source("still", "", analysis.STILL), 0)
        self.good: Analysis = self.analysis

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
        """Whether the newest text has been checked and has no errors."""
        return self.analysis.ok and self.analysis.version == self.shared.version

    def close(self) -> None:
        """Check no more texts."""
        self._checks.close()
        if self._outline_due is not None:
            self._outline_due.cancel()

    # -- opening ----------------------------------------------------------------------------------------

    def begin(self, source: Source, opened: OpenScript) -> None:
        """Open the first script, at once."""
        self._show(analyse(source, 0), opened, "opened")
        self._put_outline(self._outline_of(self.analysis))

    async def open(self, source: Source, opened: OpenScript, reason: str) -> None:
        """Edit and run another script; beside one with errors a body stands still."""
        self._show(await asyncio.to_thread(analyse, source, 0), opened, reason)
        self._ask_outline()

    def _show(self, checked: Analysis, opened: OpenScript, reason: str) -> None:
        source = checked.source
        self.shared.put(source.text)
        version = self._opened_version = self.shared.version
        self._took = 1.0  # not known yet
        self.analysis, self.opened = replace(checked, version=version), opened
        self._session.ghosts.forget()
        still = Source(source.name, source.path, analysis.STILL)
        self.good = self.analysis if checked.ok else analyse(still, version)
        program = self.good.program
        assert program is not None
        setup = Setup(
            source.name,
            source.path,
            self.good.source.text,
            program.body or "human",
            proportions=opened.proportions,
            ground=program.ground or "flat",
        )
        self._session.begin(setup, version)
        self._session.broadcast(self.script(reason))
        self._session.broadcast(self.analysis.checked())

    def script(self, reason: str) -> r.Script:
        """The reply with which a page shows it."""
        opened, shared = self.opened, self.shared
        return r.Script(
            version=shared.version,
            name=opened.file or opened.name,
            file=opened.file,
            text=shared.text,
            reason=reason,
            digest=opened.digest,
            session=self._session.id,
            fresh=shared.version == self._opened_version,
            accepted_edits=tuple(shared.accepted),
            saved_text=opened.saved_text,
            saved_proportions=dict(opened.saved_proportions),
        )

    def saved_as(self, opened: OpenScript) -> None:
        """The script has a file now."""
        moved = (opened.name, opened.path) != (self.opened.name, self.opened.path)
        self.opened = opened
        if moved:
            self._check(ghost=False)  # beside it lie other scripts than before

    # -- editing ----------------------------------------------------------------------------------------

    def edit(self, client: Client, message: m.Edit) -> None:
        """Apply a page's edit.

        Raises:
            FootfallError: It does not fit the text.
        """
        if not self.shared.edit(message.version, message.changes, message.name):
            return  # another page was first; this one will rebase its edit and send it again
        self._tell_edit(message.changes, message.name, "edit", by=client)
        self._session.workspace.drafts.touch()
        self._check(ghost=message.ghost)

    def replace_text(self, text: str, reason: str) -> None:
        """Put another text into the editors, as a change that can be undone, and run it."""
        changes = difference(self.shared.text, text)
        if changes and self.shared.edit(self.shared.version, changes):
            self._tell_edit(changes, "", reason)
            self._session.workspace.drafts.touch()
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
            self._session.send_to(by, structs.replace(told, own=True, changes=()))

    # -- checking --------------------------------------------------------------------------------------

    def _check(self, *, ghost: bool) -> None:
        """Check the text as it is now, and run it if it has no errors; of several quick edits, the last."""
        arrived = time.monotonic()
        start = self._session.ghosts.ask() if ghost else None  # it arrives while the text is checked
        source, version, fresh = self.source, self.shared.version, self._opened_version

        def done(checked: Analysis) -> None:
            if fresh == self._opened_version:  # else another script has been opened meanwhile
                self._checked(checked, arrived, start)

        if self._took < _QUICK and len(source.text) < _SHORT and self._checks.idle:
            done(self._analysed(source, version))
        else:
            self._checks.do("check", lambda: self._analysed(source, version), done, self._fault)

    def _analysed(self, source: Source, version: int) -> Analysis:
        """Check a text, and note how long it took."""
        began = time.thread_time()
        checked = analyse(source, version)
        self._took = time.thread_time() - began
        return checked

    def _checked(
        self, checked: Analysis, arrived: float, start: asyncio.Future[RestorePointReply] | None
    ) -> None:
        self.analysis = checked
        self._session.broadcast(checked.checked())
        if not checked.ok:
            return
        self._run(checked, arrived, start)
        if start is None:
            self._ask_outline()
        elif self._outline_due is None:  # the outline may come after the ghost, which somebody waits for
            self._outline_due = asyncio.get_running_loop().call_later(_OUTLINE_LATE, self._ask_outline)

    def _run(
        self, checked: Analysis, arrived: float, start: asyncio.Future[RestorePointReply] | None
    ) -> None:
        """Run a text without errors; its ghosts begin at `start`, or there are none."""
        ghosts, supervisor = self._session.ghosts, self._session.supervisor
        self._session.workspace.look_away()
        before, self.good = self.good, checked
        supervisor.update_text(checked.source.text, checked.version)
        after_restart = ghosts.edited(before, checked, arrived, start)
        supervisor.send(
            SwapScript(checked.version, checked.source.text, after_restart, ghosts.settings.from_time)
        )

    def ghosts_made(self) -> None:
        """The ghosts of an edit have arrived: the outline need not wait any longer."""
        if self._outline_due is not None:
            self._ask_outline()

    def _ask_outline(self) -> None:
        """Make the outline of the text again."""
        if self._outline_due is not None:
            self._outline_due.cancel()
            self._outline_due = None
        checked, fresh = self.analysis, self._opened_version

        def done(text: str) -> None:
            if fresh == self._opened_version:
                self._put_outline(text)

        self._checks.do("outline", lambda: self._outline_of(checked), done, self._fault)

    def _outline_of(self, checked: Analysis) -> str:
        outline = checked.outline(dict(self._session.values))
        return r.encode(outline).decode() if outline is not None else ""

    def _put_outline(self, text: str) -> None:
        if text:
            self._session.broadcast_text(r.Program, text)

    def _fault(self, problem: FootfallError) -> None:
        log.error("%s", problem)
        self._session.broadcast(r.Note(level="error", text=problem.message, help=problem.help))
