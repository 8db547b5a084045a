"""Objectives as TOML files: terms, scenarios, and how the scenarios' scores become one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from footfall.errors import FootfallError, nearest
from footfall.learn.objective.terms import Term, term_from, with_upright
from footfall.learn.scenario import MAX_SECONDS, Scenario, number, scenario_from
from footfall.reading import parse_toml, read_text

COMBINE = ("mean", "worst")
_KEYS = ("term", "scenario", "combine", "seconds")
_EXAMPLE = '[[term]]\nkind = "speed"\ntarget = 1.0'


@dataclass(frozen=True)
class Objective:
    """What a search makes small, and where.

    Attributes:
        terms: "upright" among them.
        scenarios: At least one.
        combine: "mean" or "worst".
    """

    terms: tuple[Term, ...]
    scenarios: tuple[Scenario, ...]
    combine: str = "mean"


def read_objective(path: Path) -> Objective:
    """Read an objective file. Files that it names are looked up beside it.

    Raises:
        FootfallError: It cannot be read, or something in it is wrong.
    """
    table = parse_toml(read_text(path), str(path), help=f"write, say:\n{_EXAMPLE}")
    objective = objective_from(table, str(path))
    beside = [t if not t.file else replace(t, file=str(path.parent / t.file)) for t in objective.terms]
    return replace(objective, terms=tuple(beside))


def objective_from(table: Mapping[str, Any], where: str) -> Objective:
    """An objective from the tables of a file.

    Raises:
        FootfallError: Something in them is wrong.
    """
    for key in table:
        if key not in _KEYS:
            raise FootfallError(f"there is no '{key}' here", where=where, help=nearest(key, list(_KEYS)))
    combine = table.get("combine", "mean")
    if combine not in COMBINE:
        raise FootfallError(f"combine cannot be {combine!r}", where=where, help='write "mean" or "worst"')
    seconds = table.get("seconds", 10.0)
    if not number(seconds) or not 0 < seconds <= MAX_SECONDS:
        raise FootfallError(
            f"seconds cannot be {seconds!r}",
            where=where,
            help=f"give a number above 0 and at most {MAX_SECONDS:g}",
        )
    terms = tuple(term_from(t, f"{where}: term {k}") for k, t in _tables(table, "term", where))
    if not terms:
        raise FootfallError("there is no term", where=where, help=f"add at least one, say:\n{_EXAMPLE}")
    scenarios = tuple(
        scenario_from({"seconds": seconds, **s}, f"{where}: scenario {k}")
        for k, s in _tables(table, "scenario", where)
    )
    return Objective(with_upright(terms), scenarios or (Scenario(seconds=float(seconds)),), combine)


def _tables(table: Mapping[str, Any], key: str, where: str) -> list[tuple[int, Mapping[str, Any]]]:
    tables = table.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise FootfallError(f"{key} must be a list of tables", where=where, help=f"write [[{key}]]")
    return list(enumerate(tables, start=1))
