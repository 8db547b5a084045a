"""Writing files: a new one is made beside the old one and takes its place when it is whole."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def write_beside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a draft beside `path`; it takes the place of `path` when the block succeeds, else it goes.

    A link stays a link: the file behind it is replaced. The permissions of an old file stay. What is no
    plain file (a terminal, ``/dev/null``) is written to directly.

    Raises:
        OSError: The folder or the disk refuses.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        held = open_at_once(target)  # until the end: who reads from a pipe leaves when its last writer does
        try:
            yield target
        finally:
            os.close(held)
        return
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    draft = target.with_name(f".{target.stem[:80]}-{secrets.token_hex(4)}{target.suffix}")
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))  # as the process' mask allows
    try:
        yield draft
        if mode is not None:
            draft.chmod(stat.S_IMODE(mode))
        _settle(draft)
        os.replace(draft, target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def open_at_once(path: str | os.PathLike[str]) -> int:
    """Open a file to add to it, without waiting: a pipe that nobody reads from would take for ever.

    Returns:
        Its descriptor.

    Raises:
        OSError: The folder or the disk refuses, or nobody reads from the pipe.
    """
    try:
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as problem:
        if problem.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from this pipe", str(path)) from None
        raise


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Replace the text of a file, all of it or nothing; line ends stay as they are.

    Raises:
        OSError: The folder or the disk refuses.
    """
    with write_beside(path) as draft:
        draft.write_text(text, encoding="utf-8", newline="")


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _settle(path: Path) -> None:
    """Let the disk have it, so that after a power cut there is the old file or the whole new one."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
