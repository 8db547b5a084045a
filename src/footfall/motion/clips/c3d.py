"""C3D: places of markers, as optical systems write them. Z is up; units as the file says.

Blocks of 512 bytes: a header, groups of parameters (labels, units, rate), then for each frame four numbers
for each point (x, y, z, and how well it was seen; below 0: not at all) and what analogue channels measured.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from footfall.errors import FootfallError
from footfall.files import write_beside
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.scan import MOST
from footfall.reading import read_bytes

BLOCK = 512
_KEY = 0x50
_INTEL = 84
_UNITS = {"mm": 0.001, "cm": 0.01, "m": 1.0, "in": 0.0254}
_MOST_POINTS = 255


@dataclass(frozen=True)
class Markers:
    """Places of m markers in n frames.

    Attributes:
        name: Of the file.
        labels: Of the markers.
        rate: Frames a second, Hz.
        points: (n, m, 3) m; NaN where a marker was not seen.
    """

    name: str
    labels: tuple[str, ...]
    rate: float
    points: F64


def read_c3d(path: str | os.PathLike[str]) -> Markers:
    """The markers of a C3D file.

    Raises:
        FootfallError: It is none, or a damaged one, or of a processor other than Intel's.
    """
    where = os.fspath(path)
    data = read_bytes(path, MOST)
    if len(data) < 2 * BLOCK or data[1] != _KEY:
        raise FootfallError("this is not a C3D file", where=where, help="is this the right file?")
    try:
        return _markers(data, Path(path).stem, where)
    except (struct.error, IndexError, ValueError, UnicodeDecodeError) as error:
        raise FootfallError(
            f"the C3D file is damaged or cut short ({error})", where=where, help="export or copy it again"
        ) from None


def _markers(data: bytes, name: str, where: str) -> Markers:
    first = data[0]
    count, analog, begin, end = struct.unpack_from("<4H", data, 2)
    (scale,), (start,) = struct.unpack_from("<f", data, 12), struct.unpack_from("<H", data, 16)
    (rate,) = struct.unpack_from("<f", data, 20)
    found = _parameters(data, (first - 1) * BLOCK, where)
    labels = _labels(found, count)
    unit = _UNITS.get(_text(found, "UNITS").lower() or "mm")
    frames = end - begin + 1
    if unit is None:
        raise FootfallError(
            f"the unit '{_text(found, 'UNITS')}' is not known", where=where, help="mm, cm or m"
        )
    if not (np.isfinite(rate) and rate > 0.0):
        raise FootfallError(
            f"a rate of {rate:g} frames a second", where=where, help="export it with its rate"
        )
    if count == 0 or frames < 1:
        raise FootfallError("the file has no markers, or no frames", where=where, help="export its points")
    kind = np.dtype("<f4") if scale < 0.0 else np.dtype("<i2")
    wide = 4 * count + analog
    values = np.frombuffer(data, kind, frames * wide, (start - 1) * BLOCK).reshape(frames, wide)
    points = values[:, : 4 * count].reshape(frames, count, 4).astype(float)
    size = unit if scale < 0.0 else unit * scale
    seen = (points[..., 3] >= 0.0) & np.isfinite(points[..., :3]).all(axis=2)
    places = np.where(seen[..., None], points[..., :3] * size, np.nan)
    return Markers(name, labels, float(rate), places)


def _parameters(data: bytes, at: int, where: str) -> dict[str, tuple[int, tuple[int, ...], bytes]]:
    """Parameters of the group POINT: type, dimensions and bytes of each."""
    if data[at + 3] != _INTEL:
        raise FootfallError(
            "the file's numbers are in the order of another processor",
            where=where,
            help="export it for Intel's (PC)",
        )
    groups: dict[int, str] = {}
    found: dict[tuple[int, str], tuple[int, tuple[int, ...], bytes]] = {}
    at += 4
    while at < len(data) - 4:
        length, number = abs(struct.unpack_from("b", data, at)[0]), struct.unpack_from("b", data, at + 1)[0]
        if length == 0:
            break
        name = data[at + 2 : at + 2 + length].decode("ascii").upper()
        here = at + 2 + length
        step = struct.unpack_from("<H", data, here)[0]
        if number < 0:
            groups[-number] = name
        else:
            kind, dims = struct.unpack_from("b", data, here + 2)[0], data[here + 3]
            sizes = tuple(data[here + 4 : here + 4 + dims])
            whole = abs(kind) * int(np.prod(sizes, dtype=np.int64))
            found[number, name] = kind, sizes, data[here + 4 + dims : here + 4 + dims + whole]
        if step == 0:
            break
        at = here + step
    return {name: value for (number, name), value in found.items() if groups.get(number) == "POINT"}


def _text(found: dict[str, tuple[int, tuple[int, ...], bytes]], name: str) -> str:
    return (
        found[name][2].decode("latin-1").split("\0")[0].split()[0]
        if found.get(name, (0, (), b""))[2].strip()
        else ""
    )


def _labels(found: dict[str, tuple[int, tuple[int, ...], bytes]], count: int) -> tuple[str, ...]:
    """One for each point; a number where the file has no name."""
    _, sizes, text = found.get("LABELS", (0, (), b""))
    names = []
    if len(sizes) == 2:
        wide, rows = sizes
        names = [text[i * wide : (i + 1) * wide].decode("latin-1").strip() for i in range(rows)]
    # A system may put the subject's name before a colon.
    names = [name.rpartition(":")[2] for name in names[:count]]
    return tuple(names + [f"*{i}" for i in range(len(names), count)])


def write_c3d(markers: Markers, path: str | os.PathLike[str]) -> None:
    """Write markers, in millimetres.

    Raises:
        FootfallError: There are more than a C3D file of this kind holds.
        OSError: The folder or the disk refuses.
    """
    frames, count = markers.points.shape[:2]
    if count > _MOST_POINTS or frames > 65535:
        raise FootfallError(
            f"{count} markers in {frames} frames are too many for a C3D file", where=markers.name
        )
    wide = max((len(label) for label in markers.labels), default=1)
    labels = "".join(label.ljust(wide) for label in markers.labels).encode("latin-1")
    section = _named("POINT", -1, b"\0")
    section += _named("LABELS", 1, struct.pack("bBBB", -1, 2, wide, count) + labels + b"\0")
    section += _named("UNITS", 1, struct.pack("bBB", -1, 1, 2) + b"mm\0")
    section += _named("RATE", 1, struct.pack("<bBf", 4, 0, markers.rate) + b"\0")
    section += b"\0\0"
    blocks = -(-(len(section) + 4) // BLOCK)
    header = struct.pack("<BB4HHfHHf", 2, _KEY, count, 0, 1, frames, 0, -0.1, 2 + blocks, 0, markers.rate)
    numbers = np.full((frames, count, 4), -1.0, dtype="<f4")
    seen = np.isfinite(markers.points).all(axis=2)
    numbers[seen, :3], numbers[seen, 3] = markers.points[seen] * 1000.0, 0.0
    with write_beside(path) as draft:
        whole = struct.pack("BBBB", 1, _KEY, blocks, _INTEL) + section
        draft.write_bytes(header.ljust(BLOCK, b"\0") + whole.ljust(blocks * BLOCK, b"\0") + numbers.tobytes())


def _named(name: str, number: int, rest: bytes) -> bytes:
    """A group (number below 0) or a parameter of one."""
    return struct.pack("bb", len(name), number) + name.encode() + struct.pack("<H", len(rest) + 2) + rest
