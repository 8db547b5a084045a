"""What lies beside the stage: gallery, projects, searches and exports."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from footfall.errors import FootfallError
from footfall.script import Source
from footfall.script.source import LIBRARY
from footfall.studio import messages as m
from footfall.studio import replies as r
from footfall.studio.client import Client
from footfall.studio.exports import RUNNING_SHARE, export
from footfall.studio.exports import SUFFIX as EXPORT_SUFFIX
from footfall.studio.gallery import first_line, gallery
from footfall.studio.orders import ExportOrder
from footfall.studio.process import Child
from footfall.studio.project import Project
from footfall.studio.search import IDLE, Search

if TYPE_CHECKING:
    from footfall.studio.session import Session

MOST_EXPORTS = 2  # at once
_SHORTEST = 0.5  # s of a stretch that is worth a file


class Desk:
    """See the module.

    Args:
        session: Whose desk.
        project: Which is open.
    """

    def __init__(self, session: Session, project: Project) -> None:
        self._session = session
        self.project = project
        self._search: Search | None = None
        self._exports: dict[int, Child] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Tell what there is."""
        self._session.tell(gallery())
        self._tell_project()

    def handle(self, client: Client, message: m.FromPage) -> None:
        """Carry out a message; what takes long goes on by itself.

        Raises:
            FootfallError: It cannot be done.
        """
        if isinstance(message, m.OpenSkill):
            self._open(message.name)
        elif isinstance(message, m.Duplicate):
            self._duplicate(message)
        elif isinstance(message, m.Save):
            self._save(message)
        elif isinstance(message, (m.NewProject, m.OpenProject, m.DuplicateProject)):
            self._switch(message)
        elif isinstance(message, m.StartSearch):
            self._start_search(message)
        elif isinstance(message, (m.StopSearch, m.Export)):
            task = asyncio.create_task(self._slow(client, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _slow(self, client: Client, message: m.StopSearch | m.Export) -> None:
        try:
            if isinstance(message, m.StopSearch):
                await self._stop_search(message.keep)
            else:
                await self._export(message)
        except FootfallError as problem:
            self._session.refuse(client, message, problem)

    def close(self) -> None:
        """End what is under way."""
        if self._search is not None:
            self._search.kill()
        for child in self._exports.values():
            child.kill()

    # -- projects -------------------------------------------------------------------------------------

    def _tell_project(self, saved: str = "") -> None:
        project = self.project
        files = []
        for name in project.files():
            try:
                doc = first_line(project.open(name).text)
            except FootfallError:
                doc = ""
            files.append(r.ProjectFile(name=name, doc=doc))
        self._session.tell(r.Projects(names=tuple(project.others())))
        self._session.tell(
            r.Project(name=project.name, path=str(project.folder), files=tuple(files), saved=saved)
        )

    def _open(self, name: str) -> None:
        source = self.project.open(name)
        file = "" if _in_library(source) else Path(source.path).name
        self._session.open(source, reason="opened", file=file)

    def _duplicate(self, message: m.Duplicate) -> None:
        source = self.project.open(message.name)
        name = message.to or self.project.free_name(Path(message.name).stem)
        path = self.project.path(name)
        if path.exists():
            raise FootfallError(f"there is a script '{path.name}' already", help="take another name")
        self.project.write(path.name, source.text)
        if not _in_library(source):
            self.project.write_build(path.name, self.project.build(Path(source.path).name))
        self._session.open(self.project.open(path.name), reason="duplicated", file=path.name)
        self._tell_project(saved=path.name)

    def _save(self, message: m.Save) -> None:
        session = self._session
        name = message.to or session.file or self.project.free_name(Path(session.draft.source.name).stem)
        path = self.project.write(name, message.text)
        self.project.write_build(path.name, session.proportions())
        session.saved_as(Source(path.name, str(path), message.text), path.name)
        self._tell_project(saved=path.name)

    def _switch(self, message: m.NewProject | m.OpenProject | m.DuplicateProject) -> None:
        other = self.project.sibling(message.name, new=not isinstance(message, m.OpenProject))
        if isinstance(message, m.DuplicateProject):
            self.project.copy_to(other)
        else:
            other.make()
        self.project = other
        self._session.file = ""
        self._tell_project()

    # -- searches -------------------------------------------------------------------------------------

    def search_state(self) -> r.SearchState:
        """How the search goes, for a page that has just come."""
        return self._search.whole() if self._search else IDLE

    def _start_search(self, wish: m.StartSearch) -> None:
        if self._search is not None and self._search.running:
            raise FootfallError("a search is running", help="stop it first")
        session = self._session
        if not session.draft.ok:
            raise FootfallError("the script has errors", help="mend them first")
        if self._search is not None:
            self._search.kill()
        workers = max(1, (os.cpu_count() or 2) - 1)  # one core stays for what is on the stage
        self._search = Search(session.draft.source, wish, session.ground(), workers, session.tell)
        session.tell(self._search.state)

    async def _stop_search(self, keep: bool) -> None:
        search = self._search
        if search is None:
            raise FootfallError("there is no search to stop")
        await search.stop()
        if keep and search.text:
            self._session.replace_text(search.text, reason="search")
        self._search = None
        self._session.tell(IDLE)

    # -- exports --------------------------------------------------------------------------------------

    async def _export(self, message: m.Export) -> None:
        if len(self._exports) >= MOST_EXPORTS:
            raise FootfallError("two exports are being made", help="wait for one of them")
        if message.id in self._exports:
            raise FootfallError(f"export {message.id} is being made")
        session = self._session
        first = message.start if message.start is not None else 0.0
        moment = await session.moment(message.end if message.end is not None else 1e6, first)
        dt = session.dt()
        begin = max(moment.begin, int(round(first / dt)))
        if (moment.tick - begin) * dt < _SHORTEST:
            raise FootfallError("there is nothing to export yet", help="let it run for a second or more")
        stem = Path(session.file or session.draft.source.name).stem
        path = self.project.export(f"{stem}-{message.kind}", EXPORT_SUFFIX[message.kind])
        order = ExportOrder(moment, begin, message.kind, str(path))
        session.tell(r.Exporting(id=message.id, share=0.0, text="running it again"))
        self._exports[message.id] = Child(export, (order,), lambda said: self._exported(message, path, said))

    def _exported(self, message: m.Export, path: Path, said: object) -> None:
        tell = self._session.tell
        if isinstance(said, float):
            tell(
                r.Exporting(
                    id=message.id, share=said, text="drawing" if said >= RUNNING_SHARE else "running it again"
                )
            )
            return
        child = self._exports.pop(message.id, None)
        if child is None:
            return  # it has told its result, and has ended now
        if isinstance(said, int):
            url = f"/exports/{quote(path.name)}"
            text = f"{path.name} is in the project's folder"
            tell(r.Exported(id=message.id, kind=message.kind, name=path.name, url=url, bytes=said, text=text))
        elif isinstance(said, r.Refused):
            tell(said)
        else:
            tell(r.Refused(what="export", text="the export failed", help="try a shorter stretch"))


def _in_library(source: Source) -> bool:
    return bool(source.path) and Path(source.path).resolve().is_relative_to(LIBRARY)
