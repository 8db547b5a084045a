"""The one way a user's file is read: regular files only, of a bounded size, never waiting.

A pipe, a device or a socket that bears the name of a script would make a reader wait for ever; a file of
gigabytes would fill the memory. Both are refused before a byte is read.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import Any

from footfall.errors import FootfallError

TEXT = 1_000_000  # bytes of a script, a body, a table: what a hand can write, and more
DATA = 500_000_000  # bytes of a file that a program wrote: a recording, a checkpoint

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


# tomllib takes time that grows with the square of a key's depth; nothing of ours is nested so deep.
_DEEP_KEY = re.compile(r"""(?<![\w."'-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){20}""")


class MissingError(FootfallError):
    """There is no such file."""


def read_bytes(path: str | os.PathLike[str], most: int = TEXT, *, where: str = "", help: str = "") -> bytes:
    """All bytes of a regular file.

    Args:
        path: The file; a link to one is followed.
        most: Bytes beyond which it is refused.
        where: The place that errors name; the path when empty.
        help: How to mend it, for errors that have no better advice.

    Raises:
        MissingError: There is none.
        FootfallError: It is something else than a file, too large, or cannot be read.
    """
    where = where or os.fspath(path)
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise MissingError("there is no such file", where=where, help=help or "check the path") from None
    except (OSError, ValueError) as error:
        raise _unreadable(error, where, help) from None
    try:
        _check(os.fstat(handle), most, where)
        data = _read(handle, most)
    except OSError as error:
        raise _unreadable(error, where, help) from None
    finally:
        os.close(handle)
    if len(data) > most:  # it has grown since, or a file system that does not tell sizes
        raise _too_large(most, where)
    return data


def read_text(path: str | os.PathLike[str], most: int = TEXT, *, where: str = "", help: str = "") -> str:
    """The text of a regular file in UTF-8, without its byte order mark, line ends kept.

    Raises:
        MissingError: There is none.
        FootfallError: As in `read_bytes`; or it is not text.
    """
    text = decode(read_bytes(path, most, where=where, help=help), where or os.fspath(path))
    return text.removeprefix("\ufeff")


def decode(data: bytes, where: str) -> str:
    """Bytes as UTF-8 text.

    Raises:
        FootfallError: They are something else; it names the line.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FootfallError("the file is UTF-16 text", where=where, help="save it as UTF-8")
    if b"\0" in data:
        raise FootfallError("the file is binary, not text", where=where, help="is this the right file?")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FootfallError(
            "the file is not UTF-8 text", where=f"{where}:{line}", help="save it as UTF-8"
        ) from None


def parse_toml(text: str, where: str, *, help: str = "mend the line it names") -> dict[str, Any]:
    """The tables of a TOML text.

    Raises:
        FootfallError: It is not TOML, or a key in it is nested deeper than any of ours.
    """
    import tomllib

    deep = _DEEP_KEY.search(text)
    if deep:
        line = text.count("\n", 0, deep.start()) + 1
        raise FootfallError(
            "a key of more than 20 parts", where=f"{where}:{line}", help="nest tables less deeply"
        )
    try:
        return tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        raise FootfallError(f"this is not TOML: {error}", where=where, help=help) from None


def check_file(path: str | os.PathLike[str], most: int, *, where: str = "") -> None:
    """Refuse what `read_bytes` would refuse, for files that a library reads by itself.

    Raises:
        MissingError: There is none.
        FootfallError: It is something else than a file, too large, or cannot be looked at.
    """
    where = where or os.fspath(path)
    try:
        found = os.stat(path)
    except FileNotFoundError:
        raise MissingError("there is no such file", where=where, help="check the path") from None
    except (OSError, ValueError) as error:
        raise _unreadable(error, where, "") from None
    _check(found, most, where)


def real_path(path: Path) -> Path:
    """Where a path leads, links followed; the path itself for names that no file can have."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):  # a name too long, a zero in it, a circle of links
        return path


def is_file(path: Path) -> bool:
    """Whether there is a regular file of that name; False for names that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _check(found: os.stat_result, most: int, where: str) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = next((name for test, name in _KINDS if test(found.st_mode)), "something else")
        help = "name a file in it" if kind == "a folder" else "copy what it gives into a file, and name that"
        raise FootfallError(f"this is {kind}, not a file", where=where, help=help)
    if found.st_size > most:
        raise _too_large(most, where)


def _read(handle: int, most: int) -> bytes:
    pieces: list[bytes] = []
    left = most + 1
    while left > 0 and (piece := os.read(handle, min(left, 1 << 20))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _too_large(most: int, where: str) -> FootfallError:
    size = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1000} kB"
    return FootfallError(f"the file is larger than {size}", where=where, help="is this the right file?")


def _unreadable(error: OSError | ValueError, where: str, help: str) -> FootfallError:
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    if getattr(error, "errno", None) == errno.ENXIO:  # how a socket answers
        reason = "this is a socket or a device, not a file"
    return FootfallError(f"the file cannot be read: {reason}", where=where, help=help)
