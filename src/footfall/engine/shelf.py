"""The shelf: states of the body that scripts SAVE and LOAD, by the names of their files.

A run reads a file at most once and then goes by what it knows, so that it can be run again. Only a real
run writes: replays, ghosts and searches keep what they save in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from footfall.errors import FootfallError
from footfall.files import write_text
from footfall.reading import MissingError, read_text
from footfall.script.program import Unit
from footfall.script.source import SAVED

MODES = ("files", "memory")
MAX_BYTES = 10_000_000


@dataclass
class Shelf:
    """The states that a run has saved and loaded.

    Attributes:
        mode: One of `MODES`. "files": SAVE writes files; "memory": it does not.
        given: What LOAD finds instead of files; None: files are read.
        saved: What the run has saved so far.
        read: What it has found in files.
    """

    mode: str = "memory"
    given: Mapping[str, str] | None = None
    saved: dict[str, str] = field(default_factory=dict)
    read: dict[str, str] = field(default_factory=dict)

    def save(self, unit: Unit, name: str, text: str) -> None:
        """Keep a state, in a file of the script's folder if this is a real run.

        Raises:
            FootfallError: The name is none of a saved state, or the file cannot be written.
        """
        if PurePath(name).suffix != SAVED:
            raise FootfallError(
                f"'{name}' is no name for a saved state",
                where=unit.path or unit.name,
                help=f"end it in {SAVED}",
            )
        path = _inside(unit, name)
        if self.mode == "files":
            try:
                write_text(_without_links(path, unit, name), text)
            except OSError as error:
                raise FootfallError(f"cannot save the state: {error.strerror}", where=str(path)) from error
        self.saved[_key(unit, name)] = text

    def load(self, unit: Unit, name: str) -> str:
        """A state that was saved.

        Raises:
            FootfallError: There is none of that name, or it cannot be read.
        """
        path, key = _inside(unit, name), _key(unit, name)
        if key in self.saved:
            return self.saved[key]
        if key not in self.read:
            self.read[key] = self._find(unit, name, path, key)
        return self.read[key]

    def _find(self, unit: Unit, name: str, path: Path, key: str) -> str:
        if self.given is not None:
            if key in self.given:
                return self.given[key]
            raise FootfallError("there is no such saved state", where=name, help="SAVE one first")
        try:
            return read_text(_without_links(path, unit, name), MAX_BYTES)
        except MissingError as missing:  # where only the message is shown, it must say what was asked for
            raise FootfallError(
                f"cannot load '{name}': there is no such file",
                where=missing.where,
                help="SAVE a state there first",
            ) from None


def _in_library(unit: Unit) -> bool:
    """Whether a script came from the library: by its names, since a replay may know another place of it."""
    inside, parts = PurePath("skills", *PurePath(unit.name).parts), PurePath(unit.path).parts
    if unit.name == unit.path:  # what a script of a file is called
        return False
    return parts[-len(inside.parts) :] in (inside.parts, inside.with_name(inside.name + ".skill").parts)


def _folder(unit: Unit) -> Path:
    """The script's folder; the working folder for a script of the library, or one without a file."""
    return Path(unit.path).parent if unit.path and not _in_library(unit) else Path()


def _key(unit: Unit, name: str) -> str:
    return (PurePath(_folder(unit)) / name).as_posix()


def _inside(unit: Unit, name: str) -> Path:
    wanted = PurePath(name)
    if wanted.is_absolute() or ".." in wanted.parts or not wanted.parts or not name.isprintable():
        raise FootfallError(
            f"'{name}' is outside the script's folder",
            where=unit.path or unit.name,
            help="use a plain file name",
        )
    return _folder(unit) / name


def _without_links(path: Path, unit: Unit, name: str) -> Path:
    """The real place of a file.

    Raises:
        FootfallError: A link leads there, perhaps out of the folder.
    """
    try:
        folder = _folder(unit).resolve()
        real = path.resolve()
    except (OSError, RuntimeError, ValueError):
        folder = real = Path()
    if real == folder or real != folder / PurePath(name):
        raise FootfallError(
            f"'{name}' is a link, or lies behind one",
            where=unit.path or unit.name,
            help="use a plain file of the script's folder",
        )
    return real
