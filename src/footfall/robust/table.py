"""The robustness table: its rows, its JSON, and the comparison with a stored one."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from footfall.errors import FootfallError
from footfall.robust.pushes import PushTable
from footfall.stored import read_stored

SCHEMA = 1
WORSE = 10.0  # % of its reach that a row may lose
_NAMES = {
    (0, 1): "forwards",
    (1, 1): "forwards, stance side",
    (1, 0): "stance side",
    (1, -1): "backwards, stance side",
    (0, -1): "backwards",
    (-1, -1): "backwards, swing side",
    (-1, 0): "swing side",
    (-1, 1): "forwards, swing side",
}


@dataclass(frozen=True)
class Row:
    """One limit.

    Attributes:
        group: As in ``--only``.
        name: Unique in the table.
        value: The hardest that holds; None when it does not even hold undisturbed, or was not tried.
        unit: Of the value.
        reach: How far from the undisturbed value that is: what a baseline compares.
        precision: Of value and reach.
        published: The paper's figure, in the same unit.
        note: For people.
    """

    group: str
    name: str
    value: float | None
    unit: str
    reach: float | None
    precision: float = 0.0
    published: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Table:
    """All that was measured of a skill.

    Attributes:
        skill, body: Who.
        settings: What two tables must share to be compared.
        rows: The limits.
        pushes: The push table; None when no pushes were asked for.
        seconds: Wall clock.
    """

    skill: str
    body: str
    settings: Mapping[str, Any]
    rows: tuple[Row, ...]
    pushes: PushTable | None = None
    seconds: float = 0.0

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "schema": SCHEMA,
            "skill": self.skill,
            "body": self.body,
            "settings": dict(self.settings),
            "rows": [asdict(row) for row in self.rows],
            "pushes": None if self.pushes is None else self.pushes.plain(),
            "seconds": round(self.seconds, 1),
        }


@dataclass(frozen=True)
class Loss:
    """A row that reaches less far than it did."""

    name: str
    before: float
    now: float
    unit: str
    percent: float


@dataclass(frozen=True)
class Comparison:
    """A table against a stored one.

    Attributes:
        baseline: Where it is stored.
        compared: How many rows are in both.
        worse: Those that lost more than is allowed, and more than the precision of the search.
    """

    baseline: str
    compared: int
    worse: tuple[Loss, ...] = field(default=())

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "baseline": self.baseline,
            "compared": self.compared,
            "worse": [asdict(loss) for loss in self.worse],
        }


def direction_name(direction: tuple[float, float]) -> str:
    """In words for the eight directions of the compass, else numbers.

    >>> direction_name((0.0, -1.0))
    'backwards'
    """
    signs = (_sign(direction[0]), _sign(direction[1]))
    straight = 0 in signs or abs(abs(direction[0]) - abs(direction[1])) < 1e-6
    return _NAMES[signs] if straight else f"({direction[0]:+.2f}, {direction[1]:+.2f})"


def _sign(x: float) -> int:
    return 0 if abs(x) < 1e-9 else (1 if x > 0 else -1)


def compare(table: Table, path: Path, percent: float = WORSE) -> Comparison:
    """What got worse since a table was stored.

    Raises:
        FootfallError: The file is no such table, or is of another skill, body or settings.
    """
    stored = read(path)
    check_same(stored, table.skill, table.body, table.settings, path)
    before = {row.name: row for row in stored.rows}
    shared = [row for row in table.rows if row.name in before]
    losses = [_loss(before[row.name], row, percent) for row in shared]
    return Comparison(str(path), len(shared), tuple(loss for loss in losses if loss is not None))


def check_same(stored: Stored, skill: str, body: str, settings: Mapping[str, Any], path: Path) -> None:
    """Check that a table of these can be compared with a stored one: before the work is done, too.

    Raises:
        FootfallError: It was made with another skill, body or settings.
    """
    ours = {"skill": skill, "body": body, "settings": json.loads(json.dumps(settings))}
    for key, mine in ours.items():
        theirs = getattr(stored, key)
        if theirs != mine:
            what = "other settings" if key == "settings" else f"{key} {theirs}, not {mine}"
            raise FootfallError(
                f"the baseline was made with {what}",
                where=f"--baseline {path}",
                help="give the same options, or store a new one with --save-baseline",
            )


def _loss(before: Row, row: Row, percent: float) -> Loss | None:
    old, new = before.reach, row.reach or 0.0
    if old is None or old <= 0.0:
        return None
    lost = 100.0 * (old - new) / old
    if lost <= percent or old - new <= row.precision:
        return None
    return Loss(row.name, before.value or 0.0, row.value or 0.0, row.unit, round(lost, 1))


@dataclass(frozen=True)
class Stored:
    """What is read back of a table; see `Row` and `Table`."""

    schema: int
    skill: str
    body: str
    settings: dict[str, Any]
    rows: tuple[Row, ...]


def read(path: Path) -> Stored:
    """A stored table.

    Raises:
        FootfallError: It cannot be read, or something in it is wrong.
    """
    help, where = "make one with --save-baseline", f"--baseline {path}"
    stored = read_stored(path, Stored, help=help, where=where)
    if stored.schema != SCHEMA:
        raise FootfallError(
            f"its schema is {stored.schema}, ours {SCHEMA}", where=where, help="make it again"
        )
    for k, row in enumerate(stored.rows):
        for name in ("value", "reach", "precision"):
            number = getattr(row, name)
            if number is not None and not math.isfinite(number):
                raise FootfallError(f"{number} is no value", where=f"{where}: rows[{k}].{name}", help=help)
    return stored
