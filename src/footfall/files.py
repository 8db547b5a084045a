"""Writing files: a new one is made beside the old one and takes its place when it is whole."""

from __future__ import annotations

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
        yield target
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
