"""Checkpoints: the state of a search, written atomically; the two newest are kept.

The file is one line with a version and a checksum, then JSON; arrays are base64 of their bytes, so that
every bit comes back. There are no pickles in it: opening somebody else's folder cannot run code.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from footfall.errors import FootfallError
from footfall.reading import DATA, read_bytes

SCHEMA = 1
NEWEST, PREVIOUS = "checkpoint.json", "checkpoint.previous.json"
_MAGIC = "footfall-checkpoint"
_ARRAY = "__array__"
_MOST = 2**53  # of any count


class DamagedError(FootfallError):
    """A checkpoint that cannot be read: cut short, altered, or something else."""


def save(folder: Path, content: dict[str, Any]) -> None:
    """Write a checkpoint into a folder, made if need be; the one before it stays as `PREVIOUS`.

    Raises:
        FootfallError: The disk is full, or the folder cannot be written to. Nothing is lost then: the
            checkpoints that were there still are.
    """
    body = json.dumps(content, default=_encode, separators=(",", ":")).encode()
    head = f"{_MAGIC} {SCHEMA} {hashlib.sha256(body).hexdigest()}\n".encode()
    unfinished = folder / (NEWEST + ".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(unfinished, head + body)
        if (folder / NEWEST).exists():
            os.replace(folder / NEWEST, folder / PREVIOUS)
        # The folder itself is not synced: after a power cut the renames may be missing, never half done.
        os.replace(unfinished, folder / NEWEST)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise _cannot_write(folder, error) from error


def exists(folder: Path) -> bool:
    """Whether a folder holds a checkpoint, sound or not."""
    return (folder / NEWEST).exists() or (folder / PREVIOUS).exists()


def load(folder: Path) -> tuple[dict[str, Any], str]:
    """Read the newest checkpoint, or the one before it if the newest is damaged.

    Returns:
        Its content, and a note for the user ("" when all is well).

    Raises:
        FootfallError: There is none, none can be read, or it is of a newer version.
    """
    newest, previous = folder / NEWEST, folder / PREVIOUS
    if not exists(folder):
        raise FootfallError(
            "there is no checkpoint here",
            where=str(folder),
            help="name the folder that `footfall tune -o` wrote",
        )
    if not newest.exists():
        return read(previous), ""
    try:
        return read(newest), ""
    except DamagedError as damaged:
        if not previous.exists():
            raise
        try:
            content = read(previous)
        except DamagedError:
            raise damaged from None
        return content, f"{NEWEST} is damaged ({damaged.message}); the one before it is used"


def read(path: Path) -> dict[str, Any]:
    """Read one checkpoint file.

    Raises:
        DamagedError: It is cut short, altered, or something else.
        FootfallError: It is of a newer version, or cannot be opened.
    """
    start_again = "start the search again, in another folder"
    head, _, body = read_bytes(path, DATA).partition(b"\n")
    words = head.decode(errors="replace").split(" ")
    if len(words) != 3 or words[0] != _MAGIC or not words[1].isdigit():
        raise DamagedError(
            "this is not a checkpoint, or its start is missing", where=str(path), help=start_again
        )
    if int(words[1]) > SCHEMA:
        raise FootfallError(
            f"the checkpoint has schema {words[1]}, this version reads up to {SCHEMA}",
            where=str(path),
            help="upgrade footfall",
        )
    if hashlib.sha256(body).hexdigest() != words[2]:
        raise DamagedError("it is cut short, or altered", where=str(path), help=start_again)
    try:
        content: Any = json.loads(body, object_hook=_decode)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedError(f"it cannot be read: {error}", where=str(path), help=start_again) from error
    if not isinstance(content, dict):
        raise DamagedError("it does not hold a table", where=str(path), help=start_again)
    return content


def check_same_structure(value: Any, pattern: Any, name: str) -> None:
    """Check that a piece of a checkpoint has the structure of what would be written there.

    Args:
        value: The piece.
        pattern: What a new search would write there. Arrays of it that are empty
            stand for any number of rows; others for their shape.
        name: Of the piece, for messages.

    Raises:
        DamagedError: Its structure differs.
    """
    if isinstance(pattern, dict):
        fits = isinstance(value, dict) and value.keys() == pattern.keys()
        for key in pattern if fits else ():
            check_same_structure(value[key], pattern[key], f"{name}.{key}")
    elif isinstance(pattern, list):
        fits = isinstance(value, list) and len(value) == len(pattern)
        for k, one in enumerate(pattern if fits else ()):
            check_same_structure(value[k], one, f"{name}[{k}]")
    elif isinstance(pattern, np.ndarray):
        fits = isinstance(value, np.ndarray) and value.dtype == pattern.dtype and value.ndim == pattern.ndim
        rows = 0 if pattern.size else 1
        fits = fits and value.shape[rows:] == pattern.shape[rows:]
    elif isinstance(pattern, int):
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST
    else:
        fits = isinstance(value, (int, float)) and not isinstance(value, bool) and value == value
    if not fits:
        message = f"the checkpoint holds something else than a search: {name}"
        raise DamagedError(message, help="start the search again, in another folder")


def _encode(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
        return {_ARRAY: data, "dtype": value.dtype.str, "shape": value.shape}
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a checkpoint cannot hold a {type(value).__name__}")


def _decode(table: dict[str, Any]) -> Any:
    if _ARRAY not in table:
        return table
    data = np.frombuffer(base64.b64decode(table[_ARRAY]), dtype=np.dtype(table["dtype"]))
    return data.reshape(table["shape"]).copy()


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _cannot_write(folder: Path, error: OSError) -> FootfallError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FootfallError(
            "the disk is full: the checkpoint could not be written; the one before it is kept",
            where=str(folder),
            help="free some space, then continue with --resume",
        )
    return FootfallError(
        f"the checkpoint could not be written: {error.strerror or error}; the one before it is kept",
        where=str(folder),
        help="make the folder writable, then continue with --resume",
    )
