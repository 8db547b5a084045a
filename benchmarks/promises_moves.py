"""What the moves promise: each reaches its GOAL from drawn starts, and the backflip also on slopes."""

from __future__ import annotations

import json
import sys
from typing import Any

from benchmarks.commands import call, footfall, last_line
from benchmarks.moves_table import BAR
from benchmarks.promise import Promise, Result

SLOPES = (-4, -2, 0, 2, 4, 6, 8)  # degrees, uphill positive
SEEDS = 10
PATIENCE = 4 * 3600.0  # s, for some forty moves of 80 runs each


def _all_moves() -> Result:
    """The table of all moves, 40 drawn starts each."""
    script = "benchmarks/moves_table.py"
    answer = call(sys.executable, script, "--seeds", "40", "--store", "--json", patience=PATIENCE)
    if not answer.out.strip():
        return Result(f"no table: {last_line(answer.err)}", False)
    table: dict[str, dict[str, Any]] = json.loads(answer.out)
    short = {name: r["reached"] for name, r in table.items() if r["reached"] < BAR * r["seeds"]}
    said = ", ".join(f"{name} {reached} of 40" for name, reached in short.items()) or "none falls short"
    human = sum(r["human"] >= BAR * r["seeds"] for r in table.values())
    words = f"{len(table) - len(short)} of {len(table)} moves; {said}; {human} also with human limits"
    return Result(words, not short)


def _backflip_on_slopes() -> Result:
    """Drawn starts on each slope."""
    reached = {}
    for slope in SLOPES:
        words = ("--ground", f"slope:{slope}", "--seeds", str(SEEDS), "--json")
        runs = footfall("run", "moves/backflip", *words).json()["runs"]
        reached[slope] = sum(bool(one["success"]) for one in runs)
    said = ", ".join(f"{slope}°: {count}" for slope, count in reached.items())
    return Result(f"of {SEEDS}: {said}", all(count == SEEDS for count in reached.values()))


def moves_promises() -> list[Promise]:
    """All of them, in the order of the table."""
    return [
        Promise(
            "Every move reaches its GOAL, disturbed where it matters",
            "python benchmarks/moves_table.py --seeds 40 --store",
            "at least 38 of 40 drawn starts each",
            _all_moves,
        ),
        Promise(
            "The backflip on slopes from −4° to 8°",
            f"footfall run moves/backflip --ground slope:N --seeds {SEEDS} --json",
            f"{SEEDS} of {SEEDS} on each of {', '.join(map(str, SLOPES))}°",
            _backflip_on_slopes,
        ),
    ]
