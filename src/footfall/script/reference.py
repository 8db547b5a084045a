"""A reference: what a body should do, row by row, as a text beside the script that tracks it.

`footfall track` writes one from a clip of motion capture, on the body that will be
simulated. A script says ``TRACK wave();`` and finds ``wave.ref`` in its own folder.

    footfall reference 1
    clip wave
    body human
    rate 30
    loop 1
    columns lStance rStance com.x com.y com.z … lHip.yaw lHip.roll …
    1 1 0.031 …

The first columns are those of `LEADING`; behind them stands one for each hinge of the body, in its own signs.
Everything is in SI units, angles in radians, world axes with x forwards where the clip begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..errors import FootfallError

F64 = NDArray[np.float64]

SUFFIX = ".ref"
HEAD = "footfall reference 1"
MAX_BYTES = 20_000_000
MAX_ROWS = 200_000
PLACES = 4  # of every number: a tenth of a millimetre, of a milliradian
# stance of both feet, centre of mass, its velocity, angular momentum, trunk, ankles, root
LEADING = (
    "lStance", "rStance",
    "com.x", "com.y", "com.z", "velocity.x", "velocity.y", "velocity.z",
    "momentum.x", "momentum.y", "momentum.z",
    "trunk.w", "trunk.x", "trunk.y", "trunk.z",
    "lAnkle.x", "lAnkle.y", "lAnkle.z", "rAnkle.x", "rAnkle.y", "rAnkle.z",
    "root.x", "root.y", "root.z", "root.qw", "root.qx", "root.qy", "root.qz",
)  # fmt: skip
_FIELDS = ("clip", "body", "rate", "loop", "columns")


@dataclass(frozen=True, eq=False)
class ReferenceTable:
    """The numbers of a reference.

    Attributes:
        clip: Name of the clip it was made from.
        body: Name of the body it was made for.
        rate: Rows a second, Hz.
        loop: Whether the first row follows the last.
        axes: Names of the k hinges, like "lHip.roll".
        rows: (n, 28 + k) columns as in the file.
    """

    clip: str
    body: str
    rate: float
    loop: bool
    axes: tuple[str, ...]
    rows: F64

    @property
    def seconds(self) -> float:
        """How long it lasts; of a loop: until it begins again."""
        return (len(self.rows) - (not self.loop)) / self.rate


@lru_cache(32)
def parse_reference(text: str, where: str) -> ReferenceTable:
    """Read a reference.

    Args:
        text: The file's text.
        where: Its name, for messages.

    Raises:
        FootfallError: With the line that is wrong.
    """
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEAD:
        raise FootfallError("this is no reference", where=where, help=f"its first line is '{HEAD}'")
    head: dict[str, str] = {}
    at = 1
    while at < len(lines) and (words := lines[at].split(maxsplit=1)) and words[0] in _FIELDS:
        head[words[0]] = words[1] if len(words) > 1 else ""
        at += 1
    for name in _FIELDS:
        if name not in head:
            raise FootfallError(
                f"the line '{name}' is missing", where=f"{where}:{at + 1}", help="make the file again"
            )
    columns = tuple(head["columns"].split())
    if columns[: len(LEADING)] != LEADING:
        raise FootfallError(
            "its columns are not those of a reference", where=where, help="make the file again"
        )
    rate = _number(head["rate"], f"{where}: rate")
    if not 0.0 < rate <= 10_000.0:
        raise FootfallError(f"a rate of {rate:g} rows a second", where=where, help="give one above 0")
    return ReferenceTable(
        clip=head["clip"],
        body=head["body"],
        rate=rate,
        loop=head["loop"].strip() == "1",
        axes=columns[len(LEADING) :],
        rows=_rows(lines, at, len(columns), where),
    )


def _rows(lines: Sequence[str], first: int, width: int, where: str) -> F64:
    rows = [line for line in lines[first:] if line.strip()]
    if not 2 <= len(rows) <= MAX_ROWS:
        raise FootfallError(f"{len(rows)} rows", where=where, help=f"a reference has 2 to {MAX_ROWS:,}")
    out = np.empty((len(rows), width))
    for i, line in enumerate(rows):
        words = line.split()
        place = f"{where}:{first + i + 1}"
        if len(words) != width:
            raise FootfallError(
                f"{len(words)} numbers, and there are {width} columns", where=place, help="is it complete?"
            )
        out[i] = [_number(word, place) for word in words]
    return out


def _number(word: str, where: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = np.nan
    if not np.isfinite(value) or abs(value) > 1e6:
        raise FootfallError(f"'{word[:20]}' is no number that a reference can hold", where=where)
    return value


def reference_text(table: ReferenceTable) -> str:
    """The text of a reference; `parse_reference` reads it back."""
    columns = " ".join((*LEADING, *table.axes))
    head = [
        HEAD,
        f"clip {table.clip}",
        f"body {table.body}",
        f"rate {table.rate:g}",
        f"loop {int(table.loop)}",
    ]
    rows = [" ".join(f"{value:g}" for value in row) for row in (table.rows.round(PLACES) + 0.0).tolist()]
    return "\n".join([*head, f"columns {columns}", *rows]) + "\n"
