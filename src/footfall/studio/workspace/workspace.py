"""The workspace: gallery, projects, searches and exports."""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from footfall import faults
from footfall.errors import FootfallError
from footfall.script import Source, classic_names
from footfall.script.source import CLASSIC_SUFFIXES, LIBRARY, SUFFIX
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import SwapScript
from footfall.studio.server.client import Client
from footfall.studio.workspace.drafts import Drafts, with_draft
from footfall.studio.workspace.export_queue import ExportQueue
from footfall.studio.workspace.gallery import gallery
from footfall.studio.workspace.open_script import OpenScript
from footfall.studio.workspace.project import Project
from footfall.studio.workspace.search import IDLE, Search

if TYPE_CHECKING:
    from footfall.studio.session.session import Session

log = logging.getLogger("footfall.studio")


class Workspace:
    """Carries out messages about files, searches and exports.

    Args:
        session: Whose workspace.
        project: The open project.
    """

    def __init__(self, session: Session, project: Project) -> None:
        self._session = session
        self.project = project
        self._search: Search | None = None
        self._watched = ""  # the best candidate's text, while that drives the body
        self.drafts = Drafts(session)
        self._exports = ExportQueue(session)
        self._tasks: set[asyncio.Task[None]] = set()
        self._files = asyncio.Lock()  # one thing at a time is done to files

    def begin(self) -> None:
        """Send gallery and project."""
        self._session.broadcast(gallery())
        self._send_project()

    async def handle(self, client: Client, message: m.FromPage) -> None:
        """Carry out a message; slow ones continue in the background.

        Raises:
            FootfallError: It cannot be done.
        """
        if isinstance(message, m.StartSearch):
            self._start_search(message)
        elif isinstance(message, m.WatchSearch):
            self._watch_search(message.on)
        elif isinstance(message, m.CancelExport):
            self._exports.cancel(message.id)
        elif isinstance(message, (m.StopSearch, m.Export)):
            task = asyncio.create_task(self._slow(client, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            async with self._files:
                await self._with_files(client, message)

    async def _with_files(self, client: Client, message: m.FromPage) -> None:
        if isinstance(message, m.OpenSkill):
            self.drafts.keep()
            await self._session.document.open(
                *await asyncio.to_thread(self.read, message.name), reason="opened"
            )
        elif isinstance(message, m.Duplicate):
            await self._duplicate(message)
        elif isinstance(message, m.Save):
            await self._save(client, message)
        elif isinstance(message, m.TakeTheirs):
            await self._take_theirs(message.name)
        elif isinstance(message, (m.NewProject, m.OpenProject, m.DuplicateProject)):
            await self._switch(message)

    async def _slow(self, client: Client, message: m.StopSearch | m.Export) -> None:
        try:
            if isinstance(message, m.StopSearch):
                await self._stop_search(message.keep)
            else:
                await self._exports.add(message)
        except FootfallError as problem:
            if isinstance(message, m.Export):
                self._exports.failed(message.id, problem.message, problem.help)
            else:
                self._session.refuse(client, message, problem)
        except Exception as error:
            fault = faults.tell(error, f"studio: {type(message).__name__}")
            self._session.refuse(client, message, fault)

    def close(self) -> None:
        """End what is under way."""
        if self._search is not None:
            self._search.kill()
        self._exports.close()
        self.drafts.keep()

    # -- projects -------------------------------------------------------------------------------------

    def _send_project(self, saved: str = "", digest: str = "") -> None:
        self._put_project(*self._look(), saved, digest)

    def tell_project(self) -> None:
        """Tell all pages what has changed about the project."""
        self._send_project()

    async def _send_project_soon(self, saved: str = "", digest: str = "") -> None:
        """The same, with the files read off the loop."""
        self._put_project(*await asyncio.to_thread(self._look), saved, digest)

    def _look(self) -> tuple[tuple[str, ...], tuple[r.ProjectFile, ...], tuple[str, ...]]:
        project = self.project
        files = tuple(r.ProjectFile(name=name, doc=project.doc(name)) for name in project.files())
        return tuple(project.others()), files, tuple(project.drafts())

    def _put_project(
        self,
        others: tuple[str, ...],
        files: tuple[r.ProjectFile, ...],
        drafts: tuple[str, ...],
        saved: str,
        digest: str,
    ) -> None:
        name, path = self.project.name, str(self.project.folder)
        self._session.broadcast(r.Projects(names=others))
        factors = dict(self._session.document.opened.saved_proportions) if digest else {}
        told = r.Project(
            name=name, path=path, files=files, saved=saved, digest=digest, drafts=drafts,
            saved_proportions=factors,
        )  # fmt: skip
        self._session.broadcast(told)
        if saved or digest:  # a page that comes later has not seen anything being saved
            self._session.set_latest(structs.replace(told, saved="", digest=""))

    def read(self, name: str, *, file: bool = True) -> tuple[Source, OpenScript]:
        """A script of the project or of the library, and what is to be known about its file.

        Args:
            name: The script.
            file: False for one of the library, whatever lies in the project.

        Raises:
            FootfallError: There is none, or it cannot be read.
        """
        own = file and name.endswith((SUFFIX, *CLASSIC_SUFFIXES)) and name not in classic_names()
        digest = (
            self.project.digest(name) if own else ""
        )  # before it is read: what changes meanwhile is noticed
        source = self.project.open(name)
        proportions = self.project.read_proportions(name) if own else {}
        opened = OpenScript(source.name, source.path, name if own else "", digest, proportions)
        return with_draft(self.project, source, opened)

    async def _duplicate(self, message: m.Duplicate) -> None:
        def copy() -> str:
            source = self.project.open(message.name)
            name = message.to or self.project.free_name(Path(message.name).stem)
            path = self.project.path(name)
            if os.path.lexists(path):
                raise FootfallError(f"there is a script '{path.name}' already", help="take another name")
            self.project.write(path.name, source.text)
            self.project.keep_draft(path.name, None)  # of a file of that name that is gone
            if not _in_library(source):
                self.project.write_proportions(
                    path.name, self.project.read_proportions(Path(source.path).name)
                )
            return path.name

        self.drafts.keep()
        name = await asyncio.to_thread(copy)
        await self._session.document.open(*await asyncio.to_thread(self.read, name), reason="duplicated")
        await self._send_project_soon(saved=name, digest=self._session.document.opened.digest)

    async def _save(self, client: Client, message: m.Save) -> None:
        session, project = self._session, self.project
        document = session.document
        stem = Path(document.source.name).stem
        name = project.path(message.to or document.file or project.free_name(stem)).name
        text, factors = document.source.text, dict(session.proportions)
        before = document.file or document.opened.name

        def write() -> str | r.Conflict:
            """Digest of the written file; or the conflict."""
            digest = project.digest(name)
            if digest and digest != message.expected_digest:
                theirs, saved = project.raw(name), project.read_proportions(name)
                if (theirs, saved) != (text, factors):
                    return r.Conflict(
                        name=name,
                        mine=text,
                        theirs=theirs,
                        proportions_differ=saved != factors,
                        digest=digest,
                    )
            project.write(name, text)
            project.write_proportions(name, factors)
            for done in {before, name}:
                project.keep_draft(done, None)
            return project.digest(name)

        made = await asyncio.to_thread(write)
        if isinstance(made, r.Conflict):
            log.warning("did not save %s: it has changed on disk", name)
            session.send_to(client, made)
            return
        document.saved_as(OpenScript(name, str(project.path(name)), name, made, factors, text, factors))
        self.drafts.touch()  # what was typed meanwhile
        await self._send_project_soon(saved=name, digest=made)

    async def _take_theirs(self, name: str) -> None:
        """Edit what is on disk from here on, as a change that can be undone."""
        await asyncio.to_thread(self.project.keep_draft, name, None)
        source, opened = await asyncio.to_thread(self.read, name)
        session = self._session
        if not opened.file or opened.file != session.document.file:
            raise FootfallError(f"'{name}' is not the script that is edited", help="open it")
        session.document.replace_text(source.text, reason="disk")
        session.document.saved_as(opened)
        if opened.proportions != session.proportions:
            whole = {**dict.fromkeys(session.proportions, 1.0), **opened.proportions}
            session.supervisor.send(m.SetProportions(values=whole))
        await self._send_project_soon(digest=opened.digest)

    async def _switch(self, message: m.NewProject | m.OpenProject | m.DuplicateProject) -> None:
        other = self.project.sibling(message.name, new=not isinstance(message, m.OpenProject))
        await asyncio.to_thread(
            self.project.copy_to if isinstance(message, m.DuplicateProject) else Project.make, other
        )
        self.project = other
        session = self._session
        session.document.opened = replace(session.document.opened, file="", digest="")
        await self._send_project_soon()

    # -- searches -------------------------------------------------------------------------------------

    def search_state(self) -> r.SearchState:
        """The state of the search, for a page that has just connected."""
        return self._search.whole() if self._search else IDLE

    def _start_search(self, request: m.StartSearch) -> None:
        if self._search is not None and self._search.running:
            raise FootfallError("a search is running", help="stop it first")
        session = self._session
        if not session.document.checked:
            raise FootfallError("the script has errors, or is still being checked", help="correct them first")
        if self._search is not None:
            self._search.kill()
        workers = max(1, (os.cpu_count() or 2) - 1)  # one core stays for the player
        self._search = Search(session.document.source, request, session.ground(), workers, self._searched)
        session.broadcast(self._search.state)

    def _searched(self, state: r.SearchState) -> None:
        """A search has gone on."""
        self._session.broadcast(state)
        if state.watched and self._search is not None and self._search.text != self._watched:
            self._show_best()

    def _watch_search(self, on: bool) -> None:
        """Show the best candidate on the stage, or the script again."""
        if self._search is None:
            raise FootfallError("there is no search to watch", help="start one")
        self._search.watch(on)
        if on:
            self._show_best()
        else:
            self._show_script()

    def look_away(self) -> None:
        """The script is edited: that is what the stage shows again."""
        if self._search is not None and self._search.state.watched:
            self._search.watch(False)
            self._watched = ""

    def _show_best(self) -> None:
        assert self._search is not None
        self._watched = self._search.text
        if self._watched:
            version = self._session.document.good.version
            self._session.supervisor.send(SwapScript(version, self._watched, False, None))

    def _show_script(self) -> None:
        self._watched = ""
        good = self._session.document.good
        self._session.supervisor.send(SwapScript(good.version, good.source.text, False, None))

    async def _stop_search(self, keep: bool) -> None:
        search = self._search
        if search is None:
            raise FootfallError("there is no search to stop")
        if search.state.watched:
            self._show_script()
        await search.stop()
        if keep and search.text:
            self._session.document.replace_text(search.text, reason="search")
        self._search = None
        self._session.broadcast(IDLE)


def _in_library(source: Source) -> bool:
    return bool(source.path) and Path(source.path).resolve().is_relative_to(LIBRARY)
