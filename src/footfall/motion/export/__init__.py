"""The way out: motion for other programs. All of it is read from Recordings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from footfall.errors import FootfallError
from footfall.motion.files import check_output

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording
    from footfall.motion.export.take import Cut

# suffix -> module and function that writes it, and whether it takes the rows that were recorded
_WRITERS = {
    ".bvh": ("bvh", "write_bvh", False),
    ".glb": ("glb", "write_glb", False),
    ".csv": ("tables", "write_csv", True),
    ".parquet": ("tables", "write_parquet", True),
    ".xml": ("mjcf", "write_mjcf", False),
}
SUFFIXES = tuple(_WRITERS)


@dataclass(frozen=True)
class Written:
    """A file that was written.

    Attributes:
        path: Where it is.
        kind: Its format: bvh, glb, csv, parquet or mjcf.
        frames: How many instants it holds.
        rate: Of them a second.
        start: The first, s of the Recording.
        end: The last, s of the Recording.
        bytes: Its size.
        seam: Of a loop: the largest difference of a joint's angle between its ends, rad; None without.
    """

    path: Path
    kind: str
    frames: int
    rate: float
    start: float
    end: float
    bytes: int
    seam: float | None


def check_package(path: Path) -> Path:
    """Refuse a file that this installation cannot write.

    Raises:
        FootfallError: It is a Parquet file, and the package pyarrow is not there.
    """
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise FootfallError(
            "a Parquet file needs the package pyarrow",
            where=str(path),
            help="pip install 'footfall[parquet]', or write a .csv",
        )
    return path


def export(rec: Recording, paths: Sequence[str | Path], cut: Cut | None = None) -> list[Written]:
    """Write a Recording in the formats that the paths' endings name.

    Args:
        rec: The Recording.
        paths: .bvh, .glb, .csv, .parquet or .xml (MJCF) files.
        cut: Which part of it, at what rate, with what bones; all of it when None.

    Raises:
        FootfallError: A path cannot be written, or there is no such part.
    """
    from footfall.motion.export.rig import find_rig
    from footfall.motion.export.take import Cut, Take

    cut = cut or Cut()
    find_rig(cut.rig)
    targets = [check_package(check_output(path, SUFFIXES)) for path in paths]
    takes: dict[bool, Take] = {}
    written: list[Written] = []
    for target in targets:
        module, function, recorded = _WRITERS[target.suffix.lower()]
        if recorded not in takes:
            takes[recorded] = Take.of(rec, cut, recorded=recorded)
        take = takes[recorded]
        write: Callable[[Take, Cut, Path], list[Path]]
        write = getattr(import_module(f"{__name__}.{module}"), function)
        kind = "mjcf" if module == "mjcf" else target.suffix.lower()[1:]
        for path in write(take, cut, target):
            begin, end = float(take.time[0]), float(take.time[-1])
            size = path.stat().st_size
            written.append(Written(path, kind, len(take.time), take.rate, begin, end, size, take.seam))
    return written


__all__ = ["SUFFIXES", "Written", "check_package", "export"]
