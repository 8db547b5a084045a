"""Unsaved work: kept in the project after every edit, and taken up again when its script is opened."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from footfall.errors import FootfallError
from footfall.script import Source
from footfall.studio.workspace.open_script import OpenScript
from footfall.studio.workspace.project import Draft, Project

if TYPE_CHECKING:
    from footfall.studio.session.session import Session

log = logging.getLogger("footfall.studio")
SOON = 0.4  # s after an edit


def with_draft(project: Project, source: Source, opened: OpenScript) -> tuple[Source, OpenScript]:
    """A script as it was left: with what has been edited in it and not saved.

    Args:
        project: Where drafts lie.
        source: The script as its file has it.
        opened: What is known about that file.
    """
    opened = replace(opened, saved_text=source.text, saved_proportions=opened.proportions)
    draft = project.draft(opened.file or opened.name)
    if draft is None or (draft.text, draft.proportions) == (source.text, dict(opened.proportions)):
        return source, opened
    # The digest is that of the file it was edited from: if the file has changed since, saving says so.
    digest = draft.digest if opened.file else ""
    opened = replace(opened, digest=digest, proportions=draft.proportions)
    return replace(source, text=draft.text), opened


class Drafts:
    """Keeps the draft of the script that is edited.

    Args:
        session: Whose.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._due: asyncio.TimerHandle | None = None

    def touch(self) -> None:
        """Something was edited: keep it soon."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(SOON, self.keep)

    def keep(self) -> None:
        """Keep what is edited now, if it has not been saved."""
        if self._due is None:
            return
        self._due.cancel()
        self._due = None
        session = self._session
        document, project = session.document, session.workspace.project
        opened, text, factors = document.opened, document.shared.text, dict(session.proportions)
        saved = (text, factors) == (opened.saved_text, dict(opened.saved_proportions))
        name, before = opened.file or opened.name, project.drafts()
        try:
            project.keep_draft(name, None if saved else Draft(text, factors, opened.digest))
        except FootfallError as problem:
            log.warning("unsaved work cannot be kept: %s", problem.message)
        if project.drafts() != before:
            session.workspace.tell_project()
