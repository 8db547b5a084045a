"""One search at a time in a folder: a second one is refused at once, before both write checkpoints.

The lock is the operating system's and goes with the process that holds it, however that ends: a lock file
that is left behind by a kill or a power cut does not block anything.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from footfall.errors import FootfallError

LOCK = ".lock"
_HELD = (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK)
_FAR = 1 << 30  # where Windows locks a byte: others may still read the process id before it


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold a search's folder.

    Args:
        folder: It must exist.

    Raises:
        FootfallError: Another process holds it, or it cannot be written to.
    """
    try:
        file = (folder / LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FootfallError(
            f"cannot write to this folder: {reason}", where=str(folder), help="name a folder that is yours"
        ) from None
    with file:
        try:
            _lock(file)
        except OSError as error:
            if error.errno in _HELD:
                raise _busy(folder, file) from None
            # a file system without locks: better no lock than no search
        with contextlib.suppress(OSError):
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
        yield


def _busy(folder: Path, file: IO[str]) -> FootfallError:
    file.seek(0)
    pid = file.read(20).strip()
    who = f" (process {pid})" if pid.isdigit() else ""
    return FootfallError(
        f"another search is running in this folder{who}",
        where=str(folder),
        help="wait until it has ended, or stop it with Ctrl-C: it keeps the best",
    )


def _lock(file: IO[str]) -> None:
    """Take the lock, or raise OSError at once."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
