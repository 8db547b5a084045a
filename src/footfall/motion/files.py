"""Output files: clear errors for a bad path, and no half-written file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from footfall.errors import FootfallError, nearest
from footfall.files import write_beside


def check_output(path: str | Path, suffixes: tuple[str, ...]) -> Path:
    """Refuse a path that cannot be written, before any time is spent on what goes there.

    Args:
        path: Where a file shall be written.
        suffixes: The endings that we can write, e.g. ``(".mp4", ".gif")``.

    Raises:
        FootfallError: Unknown ending, missing folder, or no leave to write.
    """
    target = Path(path)
    where = str(path)
    if target.suffix.lower() not in suffixes:
        ending = f"'{target.suffix}'" if target.suffix else "a name without an ending"
        raise FootfallError(
            f"cannot write {ending}", where=where, help=nearest(target.suffix.lower(), suffixes)
        )
    folder = target.parent
    if not folder.is_dir():
        raise FootfallError(f"the folder '{folder}' does not exist", where=where, help=f"mkdir -p '{folder}'")
    if target.is_dir():
        raise FootfallError("this is a folder, not a file", where=where, help="add a file name to it")
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise FootfallError("no permission to write here", where=where, help="choose another folder")
    return target


@contextmanager
def writing(path: str | Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Give a temporary file beside `path`; it takes the place of `path` when the block succeeds.

    Raises:
        FootfallError: The path cannot be written, or writing fails.
    """
    target = check_output(path, suffixes)
    try:
        with write_beside(target) as draft:
            yield draft
    except OSError as problem:
        raise _refused(target, problem) from problem


def _refused(target: Path, problem: OSError) -> FootfallError:
    reason = problem.strerror or str(problem)
    return FootfallError(f"cannot write: {reason}", where=str(target), help="choose another folder")
