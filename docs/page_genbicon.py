"""The measured tables of genbicon.md: what ``python benchmarks/genbicon.py TABLE --store`` found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import film_walk
from page_stored import stored_tables

from footfall.script.help.reference import table

STORE = Path(__file__).resolve().parent / "media" / "genbicon" / "walk.json"
Rows = list[dict[str, Any]]


def walk_tables() -> str:
    """All tables, or for each the command that makes it."""
    found: dict[str, Rows] = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    return stored_tables("benchmarks/genbicon.py", found, FILL)


def _held(rows: Rows) -> str:
    return f"{sum(row['passed'] for row in rows)} of {len(rows)}"


def _by_body(rows: Rows, key: str, head: str, cell: Callable[[dict[str, Any]], str]) -> str:
    """One column a value of `key`, one row a body."""
    columns = list(dict.fromkeys(row[key] for row in rows))
    bodies = list(dict.fromkeys(row["body"] for row in rows))
    cells = {(row["body"], row[key]): cell(row) for row in rows}
    body_rows = [(body, *(cells.get((body, column), "") for column in columns)) for body in bodies]
    return table((head, *(f"{column:g}" for column in columns)), body_rows)


def _fell(row: dict[str, Any], text: str) -> str:
    """A figure, or when it fell."""
    return text if row["end"] == "time" else f"fell at {row['seconds']:.0f} s"


def _speeds(rows: Rows) -> str:
    return _by_body(rows, "wanted", "held, for m/s", lambda row: _fell(row, f"{row['speed']:.2f}"))


def _steps(rows: Rows) -> str:
    return _by_body(
        rows, "step_time", "m/s at 0.5, steps of s", lambda row: _fell(row, f"{row['speed']:.2f}")
    )


def _turns(rows: Rows) -> str:
    return _by_body(
        rows,
        "degrees",
        "s to turn by °",
        lambda row: "did not" if row["turned_s"] is None else f"{row['turned_s']:.1f}",
    )


def _starts(rows: Rows) -> str:
    cells = [
        (
            row["body"],
            row["what"],
            str(row["done"]),
            f"{row['stands_after_s']:.1f}" if "stands_after_s" in row else "",
        )
        for row in rows
    ]
    return table(("body", "50 starts and stops", "done", "s to stand"), cells)


def _pushes(rows: Rows) -> str:
    return f"Pushes of 0.4 s at the chest, eight directions, mean over ten phases: {rows[0]['sum']} N in sum."


def _standing(rows: Rows) -> str:
    return (
        f"Standing for 30 s, and 10 N s from eight directions without a step, on two bodies: {_held(rows)}."
    )


def _path(rows: Rows) -> str:
    cells = [
        (row["body"], row["path"], f"{row['points']} of {row['of']}", f"{row['farthest_m']:.2f}")
        for row in rows
    ]
    return table(("body", "path", "way points", "passed by at most m"), cells)


def _grounds(rows: Rows) -> str:
    cells = [
        (row["body"], f"`{row['ground']}`", str(row["seed"]), _fell(row, f"{row['speed']:.2f}"))
        for row in rows
    ]
    return table(("body", "ground", "seed", "speed, for 0.7 m/s"), cells)


def _switches(rows: Rows) -> str:
    cells = [
        (row["body"], ", then ".join(f"`{name}`" for name in row["skills"].split(", ")), row["end"])
        for row in rows
    ]
    return table(("body", "skills", "end"), cells)


def _cost(rows: Rows) -> str:
    words = ", ".join(f"{row['ratio']:.2f} on {row['body']}" for row in rows)
    return f"Closed loop / bare physics: {words}."


FILL: dict[str, Callable[[Rows], str]] = {
    "speeds": _speeds,
    "steps": _steps,
    "turns": _turns,
    "starts": _starts,
    "standing": _standing,
    "pushes": _pushes,
    "path": _path,
    "grounds": _grounds,
    "switches": _switches,
    "cost": _cost,
}
PARTS = {"genbicon-walk": walk_tables, "genbicon-strips": film_walk.strips}
