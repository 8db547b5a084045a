"""Projects: plain folders of scripts. No file outside the folder is read or written."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec

from footfall.errors import FootfallError
from footfall.reading import parse_toml, read_text
from footfall.script import Source, classic_names, find_skill, skill_names
from footfall.script.source import CLASSIC_SUFFIXES, MAX_BYTES, SUFFIX, read_lenient, read_source
from footfall.studio.playback import proportions

EXPORTS = "exports"
DRAFTS = ".drafts"  # edits that have not been saved
PROPORTIONS_SUFFIX = ".body.toml"  # behind a script's name: the proportions that were saved with it
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ -]{0,63}")
_MOST_FILES = 500
_HEAD = 4096  # bytes
_BINARY = getattr(os, "O_BINARY", 0)


def first_line(text: str) -> str:
    """The first ``##`` line of a script, "" without one."""
    for line in text.splitlines():
        if line.startswith("##"):
            return line.lstrip("#").strip()
        if line.strip() and not line.startswith("#"):
            break
    return ""


class Draft(msgspec.Struct, frozen=True):
    """Edits of a script that have not been saved.

    Attributes:
        text: The script.
        proportions: Factors on its body, those that are not 1.
        digest: Of the file that it was edited from; "" for one of the library.
    """

    text: str
    proportions: dict[str, float] = {}
    digest: str = ""


@dataclass(frozen=True)
class Project:
    """A folder; it is made when something is first written to it.

    Attributes:
        folder: Where it is.
    """

    folder: Path

    @property
    def name(self) -> str:
        """Its folder's name."""
        return self.folder.name

    def files(self) -> list[str]:
        """Its scripts, sorted."""
        if not self.folder.is_dir():
            return []
        suffixes = (SUFFIX, *CLASSIC_SUFFIXES)
        found = (p for p in self.folder.iterdir() if p.suffix in suffixes and p.is_file())
        return sorted(p.name for p in found if self._leads_inside(p))[:_MOST_FILES]

    def doc(self, name: str) -> str:
        """The first ``##`` line of one of its scripts, "" without one; only the file's head is read."""
        try:
            with self.path(name).open("rb") as file:
                return first_line(file.read(_HEAD).decode("utf-8", "replace"))
        except (OSError, FootfallError):
            return ""

    def open(self, name: str) -> Source:
        """A script of the project (``walk.skill``), or of the library (``simbicon/walk3d``).

        Raises:
            FootfallError: There is none, it cannot be read, or the name leads outside.
        """
        if name in classic_names() or name in skill_names():
            return find_skill(name)
        if name.endswith((SUFFIX, *CLASSIC_SUFFIXES)):
            return read_source(self.path(name))
        self.path(name)
        return find_skill(name)  # says which skill is the nearest

    def path(self, name: str) -> Path:
        """A script file of the project, there or not.

        Raises:
            FootfallError: The name is not a plain file name, or leads outside.
        """
        stem, dot, suffix = name.rpartition(".")
        if not dot:
            stem, suffix = name, SUFFIX[1:]
        if not _NAME.fullmatch(stem) or "." + suffix not in (SUFFIX, *CLASSIC_SUFFIXES):
            raise FootfallError(
                f"'{name[:80]}' is not a script of this project",
                help="use letters, digits, '-' and '_', and no folders",
            )
        return self._inside(self.folder / f"{stem}.{suffix}")

    def free_name(self, stem: str) -> str:
        """A file name that is not taken: ``walk3d-2.skill``."""
        stem = re.sub(r"[^A-Za-z0-9_-]", "-", stem) or "script"
        taken, number = set(self.files()), 1
        name = stem + SUFFIX
        while name in taken:
            number += 1
            name = f"{stem}-{number}{SUFFIX}"
        return name

    def write(self, name: str, text: str) -> Path:
        """Write a script, all of it or nothing.

        Raises:
            FootfallError: It cannot be written there.
        """
        path = self.path(name)
        self._write(path, text.encode("utf-8"))
        return path

    def raw(self, name: str) -> str:
        """The text of a script's file, whatever it is.

        Raises:
            FootfallError: It cannot be read, or leads outside.
        """
        return read_lenient(self.path(name), MAX_BYTES)

    def digest(self, name: str) -> str:
        """Hash of a script's file and its proportions; "" when there is no such script.

        Raises:
            FootfallError: The name is not a plain file name, or leads outside.
        """
        made = hashlib.sha256()
        try:
            for path in (self.path(name), self._proportions_path(name)):
                data = path.read_bytes() if path.is_file() else b""
                made.update(b"%d " % len(data) + data)
            return made.hexdigest() if self.path(name).exists() else ""
        except OSError as problem:
            raise FootfallError(f"it cannot be read: {problem.strerror}", where=name) from problem

    def read_proportions(self, name: str) -> dict[str, float]:
        """The body's proportions that were saved with a script: factors by name; none where there are none.

        Raises:
            FootfallError: They cannot be read.
        """
        path = self._proportions_path(name)
        if not path.is_file():
            return {}
        try:
            factors = parse_toml(read_text(path), path.name).get("proportions", {})
            values = {str(key): float(value) for key, value in factors.items()}
        except (FootfallError, ValueError, TypeError, AttributeError) as problem:
            raise FootfallError(
                "the proportions saved with this script cannot be read",
                where=path.name,
                help="remove the file, or write [proportions] and lines such as shins = 1.1",
            ) from problem
        proportions.check(values)
        return values

    def write_proportions(self, name: str, factors: Mapping[str, float]) -> None:
        """Save the body's proportions with a script; a body as designed needs no file.

        Raises:
            FootfallError: It cannot be written there.
        """
        path = self._proportions_path(name)
        if factors:
            lines = [f"{key} = {value:g}\n" for key, value in sorted(factors.items())]
            text = "# Factors on the body as designed.\n[proportions]\n" + "".join(lines)
            self._write(path, text.encode("utf-8"))
        elif path.is_file():
            path.unlink()

    # -- drafts -----------------------------------------------------------------------------------------

    def draft(self, name: str) -> Draft | None:
        """What was edited in a script and not saved, None where nothing was.

        Args:
            name: A file of the project, or a skill of the library.
        """
        try:
            return msgspec.json.decode(self._draft_path(name).read_bytes(), type=Draft)
        except (OSError, FootfallError, msgspec.MsgspecError):  # none, or not ours
            return None

    def drafts(self) -> list[str]:
        """Scripts that have drafts, sorted."""
        folder = self.folder / DRAFTS
        names = [unquote(p.stem) for p in folder.glob("*.json")] if folder.is_dir() else []
        return sorted(names)[:_MOST_FILES]

    def keep_draft(self, name: str, draft: Draft | None) -> None:
        """Write a draft, all of it or nothing; None forgets it.

        Raises:
            FootfallError: It cannot be written.
        """
        path = self._draft_path(name)
        if draft is not None:
            self._write(path, msgspec.json.encode(draft))
            return
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)

    def _draft_path(self, name: str) -> Path:
        return self._inside(self.folder / DRAFTS / f"{quote(name, safe='')}.json")

    def _proportions_path(self, name: str) -> Path:
        path = self.path(name)
        return self._inside(path.with_name(path.name + PROPORTIONS_SUFFIX))

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file, all of it or nothing. Nothing that lies there before is written through."""
        part = self._inside(path.with_name(f".{path.name}.{secrets.token_hex(8)}.part"))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Exclusive: a file or link of that name that somebody has put there is an error.
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666), "wb"
            ) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)  # of a link, the link itself
        except OSError as problem:
            with contextlib.suppress(OSError):
                part.unlink()
            reason = problem.strerror or str(problem)
            raise FootfallError(f"it cannot be saved: {reason}", where=path.name) from problem

    def export(self, stem: str, suffix: str, taken: Set[Path] = frozenset()) -> Path:
        """A file for an export, neither there yet nor among those that will be (`taken`)."""
        folder = self.folder / EXPORTS
        stem = re.sub(r"[^A-Za-z0-9_-]", "-", stem) or "export"
        number, path = 1, folder / f"{stem}{suffix}"
        while os.path.lexists(path) or path in taken:
            number += 1
            path = folder / f"{stem}-{number}{suffix}"
        return self._inside(path)

    def exported(self, name: str) -> Path | None:
        """A finished export by its file name; None when there is none."""
        stem, dot, suffix = name.rpartition(".")
        if not dot or not _NAME.fullmatch(stem) or not suffix.isalnum():
            return None
        path = self.folder / EXPORTS / name
        return path if self._leads_inside(path) and path.is_file() else None

    # -- projects beside it -------------------------------------------------------------------------

    def others(self) -> list[str]:
        """Names of the projects in the same folder, itself included."""
        names = {self.name}
        if self.folder.parent.is_dir():
            for path in self.folder.parent.iterdir():
                if _NAME.fullmatch(path.name) and path.is_dir() and any(path.glob("*" + SUFFIX)):
                    names.add(path.name)
        return sorted(names)

    def sibling(self, name: str, *, new: bool) -> Project:
        """A project in the same folder.

        Raises:
            FootfallError: It is not there, or (`new`) is there already.
        """
        if not _NAME.fullmatch(name):
            raise FootfallError(
                f"'{name[:80]}' cannot be the name of a project", help="use letters, digits, '-' and '_'"
            )
        folder = self.folder.parent / name
        if folder.resolve().parent != self.folder.parent.resolve():
            raise FootfallError(f"'{name}' leads out of the folder of projects")
        if new and folder.exists():
            raise FootfallError(f"there is a project '{name}' already", help="take another name")
        if not new and name not in self.others():
            raise FootfallError(f"there is no project '{name}'", help="make a new one")
        return Project(folder)

    def make(self) -> None:
        """Make its folder.

        Raises:
            FootfallError: It cannot be made.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise FootfallError(
                f"the folder cannot be made: {problem.strerror}", where=str(self.folder)
            ) from None

    def copy_to(self, other: Project) -> None:
        """Copy all scripts into another project."""
        other.make()
        for name in self.files():
            try:
                data = self.path(name).read_bytes()
            except OSError as problem:
                raise FootfallError(f"it cannot be copied: {problem.strerror}", where=name) from problem
            other._write(other.path(name), data)
            other.write_proportions(name, self.read_proportions(name))

    def _inside(self, path: Path) -> Path:
        if not self._leads_inside(path):
            raise FootfallError("this leads out of the project", help="use a plain file name")
        return path

    def _leads_inside(self, path: Path) -> bool:
        """Whether a path, links followed, lies in the project."""
        try:
            return path.resolve().is_relative_to(self.folder.resolve())
        except (OSError, RuntimeError):  # links that lead in a circle
            return False
