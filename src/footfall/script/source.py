"""Where script texts come from: files, the library of skills, and what a script calls."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Protocol

from ..errors import FootfallError, nearest
from ..reading import TEXT, MissingError, decode, is_file, read_bytes
from .reference import MAX_BYTES as REFERENCE_BYTES
from .reference import SUFFIX as REFERENCE

SUFFIX = ".skill"
CLASSIC_SUFFIXES = (".s", ".t")  # by habit standalone scripts and building blocks; both are the same
SAVED = ".sav"  # what SAVE writes
MAX_BYTES = TEXT
LIBRARY = Path(__file__).resolve().parent.parent / "skills"
LEARNED = "learned"  # the library's folder of learned transitions
CLASSIC_LIBRARY = LIBRARY / "classic"


@dataclass(frozen=True)
class Source:
    """A script's text.

    Attributes:
        name: What the script is called: ``simbicon/walk3d``, or its file.
        path: The file it came from; "" when the text was given.
        text: The text, line ends as they were.
    """

    name: str
    path: str
    text: str

    @property
    def shown(self) -> str:
        """The file for messages, or the name when there is none."""
        return self.path or self.name

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0] + [i + 1 for i, c in enumerate(self.text) if c == "\n"]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        starts = self._line_starts
        end = starts[number] if number < len(starts) else len(self.text) + 1
        return self.text[starts[number - 1] : end - 1].removesuffix("\r")


def leads_out(file: str) -> bool:
    """Whether the name of a file in a script may lead out of the script's folder."""
    return file.startswith("/") or ".." in file.split("/")


class Loader(Protocol):
    """Finds the script behind ``DO name();``."""

    def find(self, name: str, caller: Source) -> Source | None:
        """The script, or None when there is none of that name.

        Raises:
            FootfallError: It is there and cannot be read.
        """
        ...

    def names(self, caller: Source) -> list[str]:
        """What could be called, for suggestions."""
        ...

    def find_classic(self, name: str, callers: tuple[Source, ...]) -> Source | None:
        """The classic script of a file name.

        It is looked for beside each of the callers in turn, in the working folder, in the folder `scripts`
        beside the callers' own folders, and then in the library.

        Raises:
            FootfallError: It is there and cannot be read.
        """
        ...

    def find_reference(self, name: str, caller: Source) -> Source | None:
        """The reference that a script TRACKs: beside it, then in the library.

        Raises:
            FootfallError: It is there and cannot be read.
        """
        ...


class FileLoader:
    """Looks beside the calling file, then in the library."""

    def find(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find`."""
        path = _beside_or_library(name + SUFFIX, caller)
        return read_source(path) if path else None

    def find_reference(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find_reference`."""
        path = _beside_or_library(name + REFERENCE, caller)
        if path is None:
            return None
        return Source(name, str(path), decode(read_bytes(path, REFERENCE_BYTES), str(path)))

    def names(self, caller: Source) -> list[str]:
        """See `Loader.names`."""
        beside: list[str] = []
        if caller.path:
            beside = [p.stem for p in sorted(Path(caller.path).parent.glob("*" + SUFFIX))]
        return beside + skill_names()

    def find_classic(self, name: str, callers: tuple[Source, ...]) -> Source | None:
        """See `Loader.find_classic`."""
        wanted = Path(name)
        folders = [Path(caller.path).parent for caller in callers if caller.path]
        if folders and not all(in_library(str(folder / "x")) for folder in folders):
            folders += [Path(), *(folder.parent / "scripts" for folder in folders)]
        for folder in dict.fromkeys([*folders, CLASSIC_LIBRARY]):
            if _stays_in(folder / wanted, folder) and is_file(folder / wanted):
                return read_source(folder / wanted)
        return None


class DictLoader:
    """Texts by name, for tests and for callers that keep scripts in memory; then the library."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)

    def find(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find`."""
        if name in self._texts:
            return Source(name, "", self._texts[name])
        return FileLoader().find(name, caller)

    def names(self, caller: Source) -> list[str]:
        """See `Loader.names`."""
        return sorted(self._texts) + FileLoader().names(caller)

    def find_classic(self, name: str, callers: tuple[Source, ...]) -> Source | None:
        """See `Loader.find_classic`."""
        if name in self._texts:
            return Source(name, "", self._texts[name])
        return FileLoader().find_classic(name, callers)

    def find_reference(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find_reference`."""
        if name + REFERENCE in self._texts:
            return Source(name, "", self._texts[name + REFERENCE])
        return FileLoader().find_reference(name, caller)


def in_library(path: str) -> bool:
    """Whether a file is one of the library's own."""
    return _stays_in(Path(path), LIBRARY)


def skill_names() -> list[str]:
    """The library's skills, sorted, like ``simbicon/walk3d``.

    Learned transitions are none of them: they belong to edges of the graph, and begin amid a move.
    """
    learned = LIBRARY / LEARNED
    return sorted(_library_name(p) for p in LIBRARY.rglob("*" + SUFFIX) if learned not in p.parents)


def classic_names() -> list[str]:
    """The library's classic scripts, sorted, like ``classic/walk.s``."""
    files = (p for suffix in CLASSIC_SUFFIXES for p in CLASSIC_LIBRARY.glob("*" + suffix))
    return sorted(_library_name(path) for path in files)


def is_classic(name: str) -> bool:
    """Whether a file name is that of a classic script."""
    return name.endswith(CLASSIC_SUFFIXES)


def find_skill(name: str) -> Source:
    """The script behind a library name, whole or bare, or behind the path of a script.

    Raises:
        FootfallError: There is none, several have the bare name, or it cannot be read.
    """
    if name.endswith(SUFFIX):
        return read_source(Path(name))
    if is_classic(name):
        in_library = LIBRARY / name if name.startswith("classic/") else CLASSIC_LIBRARY / name
        return read_source(in_library if is_file(in_library) and not is_file(Path(name)) else Path(name))
    name = skill_near(name)
    path = LIBRARY / (name + SUFFIX)
    if not _is_skill(name):
        help = nearest(name, skill_names())
        if is_file(Path(name)):
            help = f"a script file ends in '{SUFFIX}' (classic ones in '.s' or '.t'); rename it"
        raise FootfallError(f"there is no skill '{name}'", help=help)
    return read_source(path)


def _is_skill(name: str) -> bool:
    """Whether `skill_names` has a name, without a look at all of them."""
    path = PurePosixPath(name + SUFFIX)
    plain = path.as_posix() == name + SUFFIX and not path.is_absolute() and ".." not in path.parts
    return plain and LEARNED not in path.parts[:1] and is_file(LIBRARY / path)


def skill_near(name: str, running: str = "") -> str:
    """What a bare name such as ``walk`` means: a skill of the running one's group, or of any.

    Args:
        name: A library name, a file, or a bare name.
        running: The skill that runs; its group ("simbicon" of "simbicon/walk") or the folder of its
            file is looked in first, and of several groups that have the name, simbicon.

    Returns:
        The full name, or `name` as it is when it is no bare name of the library.

    Raises:
        FootfallError: Several groups have a skill of that name.
    """
    if "/" in name or name.endswith(SUFFIX) or is_classic(name):
        return name
    if running.endswith(SUFFIX) and is_file(Path(running).parent / (name + SUFFIX)):
        return str(Path(running).parent / (name + SUFFIX))
    found = [full for full in skill_names() if full.rpartition("/")[2] == name]
    for group in (running.rpartition("/")[0], "simbicon"):
        if f"{group}/{name}" in found:
            return f"{group}/{name}"
    if len(found) > 1:
        raise FootfallError(f"several skills are called '{name}'", help=f"write {' or '.join(found)}")
    return found[0] if found else name


def read_source(path: Path) -> Source:
    """Read a script file: UTF-8, with or without a byte order mark, line ends kept.

    Raises:
        FootfallError: Missing, no regular file, unreadable, empty, too large, or not UTF-8 text.
    """
    where = str(path)
    try:
        text = decode(read_bytes(path, MAX_BYTES), where)
    except MissingError:
        raise FootfallError("there is no such file", where=where, help=_neighbours(path)) from None
    if not text.strip("\ufeff \t\r\n"):
        raise FootfallError(
            "the file is empty", where=where, help="a script begins with a line 'SKILL name()'"
        )
    inside = path.resolve().is_relative_to(LIBRARY)
    return Source(_library_name(path.resolve()) if inside else where, where, text)


def _beside_or_library(file: str, caller: Source) -> Path | None:
    """A file beside a script, else in the library; None when there is none."""
    folders = ([Path(caller.path).parent] if caller.path else []) + [LIBRARY]
    for folder in folders:
        if _stays_in(folder / file, folder) and is_file(folder / file):
            return folder / file
    return None


def _stays_in(path: Path, folder: Path) -> bool:
    """Whether a file lies in or below a folder, links followed: scripts read no others."""
    try:
        inside = ".." not in path.relative_to(folder).parts
        return inside and path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # an absolute name; links that lead in a circle
        return False


def _library_name(path: Path) -> str:
    inside = path.relative_to(LIBRARY)
    return inside.as_posix() if is_classic(path.name) else inside.with_suffix("").as_posix()


def _neighbours(path: Path) -> str:
    try:
        suffixes = CLASSIC_SUFFIXES if is_classic(path.name) else (SUFFIX,)
        files = sorted(p.name for p in path.parent.iterdir() if p.suffix in suffixes)
    except (OSError, ValueError):
        files = []
    return nearest(path.name, files) if files else "check the path, or see 'footfall list' for the library"


def read_lenient(path: Path, most: int) -> str:
    """The text of a file; bytes that are not UTF-8 become replacement characters.

    Args:
        path: The file.
        most: Bytes beyond which it is refused.

    Raises:
        FootfallError: It cannot be read, or is too large.
    """
    return read_bytes(path, most).decode("utf-8", errors="replace")
