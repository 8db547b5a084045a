"""What the natural walks promise: like people's, and hard to tell from captured ones."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from benchmarks import natural_balanced, natural_moments, natural_ways
from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result

CAPTURES = os.environ.get("FOOTFALL_CAPTURES", "")
"""Folder of captured walks (.bvh); without it, strides are not compared."""


def _rows(name: str, *arguments: str) -> list[dict[str, Any]] | str:
    """The rows that a benchmark prints and keeps, or its last complaint."""
    answer = call(sys.executable, f"benchmarks/{name}.py", *arguments, "--json", "--store")
    lines = [line for line in answer.out.splitlines() if line.startswith("{")]
    return [json.loads(line) for line in lines] if lines else last_line(answer.err)


def _walks() -> Result:
    rows = _rows("natural", "walks")
    if isinstance(rows, str):
        return Result(rows, False)
    last = [row for row in rows if row.get("natural", 1.0) == 1.0]  # of those with a before, the after
    bad = [
        f"{row['walk']} {row['wanted'] or ''}: {', '.join(row['misses'])}" for row in last if row["misses"]
    ]
    scores = ", ".join(f"{row['score']:g}" if row["score"] is not None else "-" for row in last)
    return Result(f"scores {scores}; " + ("; ".join(bad) or "all bars"), not bad)


def _runs() -> Result:
    rows = _rows("natural", "runs")
    if isinstance(rows, str):
        return Result(rows, False)
    told = "; ".join(
        f"{r['run']} {r.get('cadence', 0):.0f} a minute, flight {r.get('flight', 0):.2f}" for r in rows
    )
    return Result(told, all(row["passed"] for row in rows))


def _strides() -> Result:
    if not CAPTURES:
        return Result("no captures: set FOOTFALL_CAPTURES to a folder of them", False)
    rows = _rows("natural", "strides", CAPTURES)
    if isinstance(rows, str):
        return Result(rows, False)
    (row,) = rows
    return Result(
        f"{row['taken_for_a_person']} of {row['strides']} ({row['share']:.0%}); with the captures that a "
        f"walk was tuned towards held out too {row['held_out']:.0%}",
        bool(row["passed"]),
    )


def _moments() -> Result:
    rows = _rows("natural_moments")
    if isinstance(rows, str):
        return Result(rows, False)
    told = []
    for row in rows:
        speed = f" at {row['speed']:g} m/s" if row["speed"] else ""
        counts = f"{row['balanced']} against {row['robust']} of {row['tried']}"
        told.append(f"{row['walk']} on {row['body']}{speed}: {counts}")
    return Result(
        "; ".join(told), len(rows) == len(natural_moments.WALKS) and all(row["passed"] for row in rows)
    )


def _ways() -> Result:
    rows = _rows("natural_ways")
    if isinstance(rows, str):
        return Result(rows, False)
    told = [f"{r['what']} {r['preset']} {r['speed']:g} m/s" for r in rows if not r["passed"]]
    held = f"{len(rows) - len(told)} of {len(rows)}"
    wanted = len(natural_ways.TABLES) * len(natural_ways.PRESETS) * len(natural_ways.SPEEDS)
    return Result("; ".join([held, *told]), len(rows) == wanted and not told)


def _balanced() -> Result:
    rows = _rows("natural_balanced")
    if isinstance(rows, str):
        return Result(rows, False)
    told = "; ".join(f"{row['table']} {row['found']}" for row in rows)
    return Result(told, len(rows) == len(natural_balanced.TABLES) and all(row["passed"] for row in rows))


_LINES: tuple[tuple[str, str, str, Callable[[], Result]], ...] = (
    (
        "Eight walks are like people's",
        "python benchmarks/natural.py walks --store",
        "cadence within 12 %, walk ratio 0.004 to 0.008, hip and knee 0.9, ankle 0.75, each within 8°, "
        "double support within 6 points, cost of transport under 0.6, torques 250/250/180 N m, "
        "slide under 0.015 m",
        _walks,
    ),
    (
        "Natural walks start, stop and turn like people",
        "python benchmarks/natural_ways.py --store",
        "natural and balanced, 0.8 and 1.1 m/s: 90 % of the speed in three steps, none in place, the first "
        "from a weight shift of 0.4; of ten stops six in two steps, all to a stand; head before chest before "
        "pelvis in all of ten turns; slide under 0.035 m",
        _ways,
    ),
    (
        "Runs step as often as people's",
        "python benchmarks/natural.py runs --store",
        "150 to 190 steps a minute, flight 0.2 to 0.45, 2 to 4 m/s",
        _runs,
    ),
    (
        "genbicon/walk, preset balanced, keeps what the robust walk holds",
        "python benchmarks/natural_balanced.py --store",
        "pushes at least 1500 N in sum; speeds, steps, turns, starts, named bodies, styles: all; "
        "random bodies 95 and 88 of 100, random styles 95 of 100",
        _balanced,
    ),
    (
        "Pushes at every moment fell the balanced walks hardly more often than the robust ones",
        "python benchmarks/natural_moments.py --store",
        "140 N, 0.4 s, eight sides, every 0.125 s: at most 5 % of all pushes more",
        _moments,
    ),
    (
        "Our strides are taken for a person's by a nearest neighbour",
        "python benchmarks/natural.py strides FOLDER --store",
        "at least 40 % of them, its own run or clip held out; shown beside it: with the captures that a walk "
        "was tuned towards held out too",
        _strides,
    ),
)


def natural_promises() -> list[Promise]:
    """One for each line."""
    return [Promise(what, command, bar, measure) for what, command, bar, measure in _LINES]
