"""What GENBICON promises of bodies and styles."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from benchmarks import named_bodies
from benchmarks.commands import call, footfall, last_line, shown
from benchmarks.promise import Promise, Result

Rows = list[dict[str, Any]]

ROBUST = ("genbicon/walk", "--preset", "robust")


@cache
def _table(script: str, key: str) -> Rows:
    answer = call(sys.executable, f"benchmarks/{script}", "--json")
    if not answer.out.strip():
        raise RuntimeError(last_line(answer.err))
    rows: Rows = json.loads(answer.out.splitlines()[-1])[key]
    return rows


def _walks() -> Result:
    rows = _table("named_bodies.py", "bodies")
    good = all(row[way]["end"] == "time" for row in rows for way in ("forwards", "backwards"))
    words = (f"{r['body']} {r['forwards']['speed']:.2f}, {r['backwards']['speed']:.2f} m/s" for r in rows)
    return Result("; ".join(words), good)


def _pushes() -> Result:
    rows = _table("named_bodies.py", "bodies")
    words = (f"{row['body']} {row['pushes']} of {row['of']}" for row in rows)
    return Result("; ".join(words), all(row["pushes"] == row["of"] for row in rows))


def _styles() -> Result:
    rows = _table("styles.py", "styles")
    fallen = [
        f"{row['style']} on {row['body']} {row['seconds']:.0f} s" for row in rows if row["end"] != "time"
    ]
    words = f"{len(rows) - len(fallen)} of {len(rows)} runs" + "".join(f"; {one}" for one in fallen)
    return Result(words, not fallen)


def _crowd(least: int, *arguments: str) -> Callable[[], Result]:
    def measure() -> Result:
        found = footfall("robust", *ROBUST, *arguments, "--json").json()
        return Result(f"{found['walked']} of {found['of']}", found["walked"] >= least)

    return measure


def _crowd_promise(what: str, least: int, *arguments: str) -> Promise:
    command = shown("robust", *ROBUST, *arguments, "--json")
    return Promise(what, command, f"at least {least} of 100", _crowd(least, *arguments))


_NAMES = ", ".join(named_bodies.BODIES)


def body_promises() -> list[Promise]:
    """One for each line of what must be shown of bodies and styles."""
    return [
        Promise(
            f"60 s forwards and 60 s backwards on {_NAMES}",
            "python benchmarks/named_bodies.py",
            "none falls",
            _walks,
        ),
        Promise(
            "Each survives 0.15 of its weight for 0.2 s from eight directions, at two phases",
            "python benchmarks/named_bodies.py",
            "16 of 16 each",
            _pushes,
        ),
        Promise("Every style for 60 s on both people", "python benchmarks/styles.py", "none falls", _styles),
        _crowd_promise("Random bodies, half ranges", 95, "--bodies", "100", "--range", "0.5", "--seed", "7"),
        _crowd_promise("Random bodies, whole ranges", 88, "--bodies", "100", "--range", "1", "--seed", "7"),
        _crowd_promise("Random styles", 95, "--styles", "100", "--body", "human-spine", "--seed", "7"),
    ]
