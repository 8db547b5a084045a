"""Arrays in a file (.npz) that may come from anywhere: nothing is unpacked before its size is known."""

from __future__ import annotations

import io
import struct
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from footfall.files import write_beside
from footfall.reading import DATA, read_bytes

PLENTY = 256 << 20  # bytes that any file may hold when unpacked
MOST_RATIO = 50  # how much larger than the file what is in it may be, beyond that
MOST_MEMBERS = 256
_KINDS = "fiu"  # of dtypes: floats and whole numbers, never objects
_HEADER = 4096  # bytes
BROKEN = (
    ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, EOFError, RuntimeError,
    NotImplementedError, MemoryError, RecursionError, struct.error, zlib.error, zipfile.BadZipFile,
    zipfile.LargeZipFile,
)  # fmt: skip
# what reading a damaged file may raise


def write_arrays(path: str | Path, arrays: dict[str, NDArray[Any]]) -> None:
    """Write arrays into a compressed file, whole or not at all.

    Raises:
        OSError: The folder or the disk refuses.
    """
    with write_beside(path) as draft, draft.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def read_arrays(path: str | Path) -> dict[str, NDArray[Any]]:
    """Read what `write_arrays` wrote.

    Raises:
        FootfallError: The file cannot be read.
        ValueError, …: One of `BROKEN`: it is damaged, or something else.
    """
    data = read_bytes(path, DATA)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        if len(members) > MOST_MEMBERS or len({m.filename for m in members}) < len(members):
            raise ValueError("too many members, or one of them twice")
        if sum(member.file_size for member in members) > max(PLENTY, MOST_RATIO * len(data)):
            raise ValueError("it would grow beyond all reason")
        return {m.filename.removesuffix(".npy"): _read(archive, m) for m in members}


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> NDArray[Any]:
    with archive.open(member) as file:
        shape, dtype = _read_header(file)
        if dtype.kind not in _KINDS or dtype.hasobject:
            raise ValueError(f"{member.filename} holds no numbers")
        size = dtype.itemsize
        for n in shape:
            size *= n
        if min(shape, default=0) < 0 or size != member.file_size - file.tell():
            raise ValueError(f"{member.filename} is not as long as its shape says")
        data = file.read(size + 1)
        if len(data) != size:
            raise ValueError(f"{member.filename} is not as long as its shape says")
    return np.frombuffer(data, dtype).reshape(shape).copy()


def _read_header(file: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = np.lib.format.read_magic(file)
    read = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }.get(version)
    if read is None:
        raise ValueError(f"arrays of version {version}")
    try:
        shape, fortran, dtype = read(file, max_header_size=_HEADER)
    except (tokenize.TokenError, SyntaxError) as error:  # it is read as Python's own text
        raise ValueError(f"an array's description cannot be read: {error}") from None
    if fortran and len(shape) > 1:
        raise ValueError("an array by columns")
    return shape, dtype
