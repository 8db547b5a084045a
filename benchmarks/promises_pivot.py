"""What the walk by a virtual pivot point promises."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result, depending
from benchmarks.versions import RUNS

TABLES = {  # table of benchmarks/pivot.py: what, bar
    "seeds": ("a minute from ten drawn starts", "10 of 10"),
    "speeds": (
        "-0.3, 0, 0.4, 0.8, 1.2 m/s and 0.2 m/s to the side",
        "60 s within 0.05 m/s; quality bars of walks; sway at 0.8 m/s under 8 and 6 deg",
    ),
    "lean": ("constant offsets of the pivot lean the trunk", "by atan(offset / height) within 1.5 deg"),
    "below": ("with the pivot below the centre of mass it falls", "falls; walks with it above"),
    "force": (
        "the pivot explains the direction of the measured ground force in single support",
        "R2 >= 0.75 with sway < 8 and 6 deg in the same run",
    ),
    "offset": ("a step of the offset by 5 cm ahead changes the speed within 0.4 s", "in its direction"),
    "stand": ("stands a minute", "within 0.05 m"),
    "steps": ("takes 2, 3, 4, 5 steps and stands still again", "20 of 20 each"),
    "path": ("a circle of 3 m, an S, a square with round corners", "within 0.3 m"),
    "turns": ("10 deg a step at 0.8 m/s for 30 s, both ways", "turned as told"),
    "pushes": ("50 and 100 N, 0.1 and 0.4 s, 8 directions, 6 phases", "192 of 192"),
    "hard": ("200 N for 0.2 s, 8 directions, 6 phases", "40 of 48"),
    "standing": ("100 N for 0.1 s while it stands", "8 of 8"),
    "stairs": ("stairs up of 5, 10, 15 cm and down of 5, 10 cm, drawn offsets", "9 of 10 each, 3 m farther"),
    "slopes": ("slopes of 5 and 8 deg up and down, drawn offsets", "9 of 10 each"),
    "bodies": ("50 drawn bodies of half the range, 20 s", "45 of 50"),
    "biped5": ("five links: 60 s at 0, 0.4, 0.8 m/s; 50 N for 0.1 s from 8 directions", "all"),
    "named": ("human-spine, robot and bird, 20 s", "all"),
    "crowd": (
        "twenty characters bump into each other for 30 s",
        "at least ten contacts, at most two falls, faster than real time",
    ),
    "switches": ("to and from genbicon/walk, simbicon/walk3d, moves/stand", "20 of 20 each"),
    "led": ("the pendulum itself leads the body", "20 s, listening in 0.05 s or less"),
    "wind": ("wind of 20 and 40 N with and against it, gusts of 60 N", "20 s"),
    "cost": ("closed loop / bare physics", "at most 1.20"),
}


def _table(table: str) -> Callable[[], Result]:
    """One table of benchmarks/pivot.py."""

    def measure() -> Result:
        answer = call(sys.executable, "benchmarks/pivot.py", table, "--json")
        if not answer.out.strip():
            raise RuntimeError(last_line(answer.err))
        rows = json.loads(answer.out.splitlines()[-1])[table]
        return Result(_said(table, rows), answer.code == 0)

    return measure


def _said(table: str, rows: dict[str, dict[str, float]]) -> str:
    """What was measured, in a few words."""
    if table in ("pushes", "hard"):
        return f"{sum(row['held'] for row in rows.values())} of {sum(row['of'] for row in rows.values())}"
    if table == "force":
        row = rows["0.8 m/s"]
        return ", ".join(f"{name} {row[name]}" for name in ("pivot_r2", "sway_pitch", "sway_roll"))
    if table == "cost":
        return f"{rows['human']['ratio']:.3f}"
    if all("good" in row for row in rows.values()):
        return ", ".join(f"{name}: {row['good']} of {row['of']}" for name, row in rows.items())
    failed = [name for name, row in rows.items() if not row["passed"]]
    return f"{len(rows) - len(failed)} of {len(rows)}" + (f" (not {', '.join(failed)})" if failed else "")


def pivot_promises() -> list[Promise]:
    """The entries, in the order of the table."""
    return depending(
        RUNS,
        [
            Promise(f"The walk by a pivot: {what}", f"python benchmarks/pivot.py {table}", bar, _table(table))
            for table, (what, bar) in TABLES.items()
        ],
    )
