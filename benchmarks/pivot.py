"""What the walk by a virtual pivot point holds: one table for each line that must be shown.

    python benchmarks/pivot.py TABLE [--only CASE] [--resume F.json] [--store] [--json]

TABLE is one of seeds, speeds, lean, below, force, front, offset, alone, rises, stand, steps, path,
turns, pushes, hard, standing, stairs, slopes, bodies, biped5, named, crowd, switches, cost, led,
wind, run. Each case of a table is measured by itself, one after another, on one thread. With `--resume` the
rows of a file are kept, and each new one is written to it at once: a measurement that was interrupted goes on
where it stopped. `--store` keeps the rows for docs/pivot.md. Exits with 1 when a row has not passed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import pivot_force as force
from benchmarks import pivot_more as more
from benchmarks import pivot_offset as offsets
from benchmarks import pivot_pushes as pushes
from benchmarks import pivot_run as running
from benchmarks import pivot_ways as ways
from benchmarks.commands import ROOT
from footfall.files import write_text

Row = dict[str, Any]
Case = Callable[[], Row]

STORE = ROOT / "docs" / "media" / "pivot" / "walk.json"
TABLES: Mapping[str, Callable[[], dict[str, Case]]] = {
    "seeds": ways.seeds,
    "speeds": ways.speeds,
    "lean": force.lean,
    "below": force.below,
    "force": force.force,
    "front": force.front,
    "offset": offsets.offset,
    "alone": offsets.alone,
    "rises": ways.rises,
    "stand": ways.stand,
    "steps": ways.steps,
    "path": ways.path,
    "turns": ways.turns,
    "pushes": pushes.paper,
    "hard": pushes.hard,
    "standing": pushes.standing,
    "stairs": ways.stairs,
    "slopes": ways.slopes,
    "bodies": ways.bodies,
    "biped5": ways.biped5,
    "named": ways.named,
    "crowd": ways.crowd,
    "switches": ways.switches,
    "cost": ways.cost,
    "led": more.led,
    "wind": more.wind,
    "run": running.run,
}


def measure(table: str, only: str = "", keep: Path | None = None) -> dict[str, Row]:
    """The rows of one table, by case.

    Args:
        table: Which.
        only: Cases whose names contain this.
        keep: A file with rows that need not be measured again; each new row is written to it.
    """
    known = _read(keep)
    rows = dict(known.get(table, {}))
    for name, case in TABLES[table]().items():
        if only not in name or name in rows:
            continue
        began = time.perf_counter()
        rows[name] = case()
        _say(f"{table} {name}: {_words(rows[name])}  ({time.perf_counter() - began:.0f} s)")
        if keep is not None:
            write_text(keep, json.dumps({**_read(keep), table: rows}, indent=1) + "\n")
    return {name: row for name, row in rows.items() if only in name}


def _read(path: Path | None) -> dict[str, dict[str, Row]]:
    if path is None or not path.is_file():
        return {}
    found: dict[str, dict[str, Row]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _words(row: Row) -> str:
    """A row in words, without what is long."""
    return "  ".join(
        f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in row.items()
        if not isinstance(value, dict | list)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="What the walk by a virtual pivot point holds.")
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--resume", type=Path, metavar="F.json", help="keep its rows, write new ones to it")
    parser.add_argument("--store", action="store_true", help="keep the rows for docs/pivot.md")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = measure(asked.table, asked.only, asked.resume)
    if asked.store:
        STORE.parent.mkdir(parents=True, exist_ok=True)
        STORE.write_text(json.dumps({**_read(STORE), asked.table: rows}, indent=1) + "\n", encoding="utf-8")
    if asked.json:
        print(json.dumps({asked.table: rows}))
    else:
        for name, row in rows.items():
            print(f"{name}: {_words(row)}")
    return 0 if rows and all(row["passed"] for row in rows.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
