"""What genbicon/walk holds with its preset `balanced`, against what the robust walk promises.

    python benchmarks/natural_balanced.py [TABLE …] [--seconds 60] [--threads 2] [--json] [--store]

TABLE is of speeds, steps, turns, starts, pushes, named, half, whole, styles, random; all unless told. One row
for each. --store keeps the rows for docs/natural.md. The exit code is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import genbicon, named_bodies
from benchmarks.natural import store, stored
from benchmarks.push_limits import PHASES
from benchmarks.styles import GROUP, styles
from footfall.engine.sim import Sim
from footfall.robust.pushes import push_table
from footfall.robust.styles import styled, walk_styles
from footfall.robust.survey import walk_bodies
from footfall.script import compile_skill, compile_text
from footfall.script.style import read_style

SKILL, PRESET = "genbicon/walk", "balanced"
BODIES = ("human", "human-spine")
PUSHES = 1500.0  # N: sum over eight directions
MANY, SEED = 100, 7  # drawn bodies and styles, and the seed of part 5's
LEAST = {"half": 95, "whole": 88, "random": 95}  # of a hundred

ORDER = ("pushes", "speeds", "steps", "turns", "starts", "named bodies", "random bodies, half ranges",
         "random bodies, whole ranges", "styles", "random styles")  # fmt: skip

Row = dict[str, Any]


def counted(table: str, bar: str, tried: Iterable[tuple[str, bool]], least: int | None = None) -> Row:
    """How many hold, and which do not."""
    tried = list(tried)
    missed = [name for name, held in tried if not held]
    held = len(tried) - len(missed)
    good = held >= (len(tried) if least is None else least)
    return {"table": table, "bar": bar, "found": f"{held} of {len(tried)}", "missed": missed, "passed": good}


def speeds(seconds: float, _: int) -> Row:
    rows = [row for body in BODIES for row in genbicon.speeds(body, seconds, PRESET)]
    bar = "-0.6 to 1.7 m/s within 0.15, feet, knees and shaking in bounds"
    return counted("speeds", bar, ((f"{r['body']} {r['wanted']:g} m/s", r["passed"]) for r in rows))


def steps(seconds: float, _: int) -> Row:
    rows = [row for body in BODIES for row in genbicon.steps(body, seconds, PRESET)]
    bar = "steps of 0.35 to 0.8 s at 0.5 m/s"
    return counted("steps", bar, ((f"{r['body']} {r['step_time']:g} s", r["passed"]) for r in rows))


def turns(seconds: float, _: int) -> Row:
    rows = [row for body in BODIES for row in genbicon.turns(body, seconds, PRESET)]
    bar = "90 degrees within 4 s, 180 within 8 s"
    return counted("turns", bar, ((f"{r['body']} {r['degrees']} degrees", r["passed"]) for r in rows))


def starts(_: float, __: int) -> Row:
    rows = [genbicon.in_steps(body, PRESET) for body in BODIES]
    return counted("starts", "50 starts and stops at random times", ((r["body"], r["passed"]) for r in rows))


def pushes(_: float, threads: int) -> Row:
    table = push_table(compile_skill(SKILL).with_preset(PRESET), PHASES, body="human-spine", threads=threads)
    total = float(table.sums.mean())
    bar = f"human-spine, eight directions, ten phases: {PUSHES:g} N in sum"
    return {"table": "pushes", "bar": bar, "found": f"{total:.0f} N", "missed": [], "passed": total >= PUSHES}


def named(seconds: float, _: int) -> Row:
    rows = [named_bodies.row(name, seconds, PRESET) for name in named_bodies.BODIES]
    bar = "a minute forwards, one backwards, 16 pushes each"
    return counted("named bodies", bar, ((r["body"], r["passed"]) for r in rows))


def crowd(table: str, reach: float) -> Callable[[float, int], Row]:
    def measure(_: float, threads: int) -> Row:
        found = walk_bodies(SKILL, MANY, reach, SEED, preset=PRESET, threads=threads).results
        bar = f"{LEAST[table]} of {MANY} for 30 s"
        return counted(f"random bodies, {table} ranges", bar, _walkers(found), LEAST[table])

    return measure


def random_styles(_: float, threads: int) -> Row:
    found = walk_styles(SKILL, MANY, SEED, body="human-spine", preset=PRESET, threads=threads).results
    bar = f"{LEAST['random']} of {MANY} for 30 s"
    return counted("random styles", bar, _walkers(found), LEAST["random"])


def _walkers(found: Iterable[Any]) -> Iterable[tuple[str, bool]]:
    return ((one.name, one.walked) for one in found)


def every_style(seconds: float, _: int) -> Row:
    values = compile_skill(SKILL).preset(PRESET)
    tried = []
    for name in styles():
        program = compile_text(styled(read_style(name), values=values), name=name)
        for body in BODIES:
            held = Sim(program, body=body).run(seconds).end == "time"
            tried.append((f"{name.removeprefix(GROUP)} on {body}", held))
    return counted("styles", "every style for 60 s", tried)


TABLES: dict[str, Callable[[float, int], Row]] = {
    "speeds": speeds,
    "steps": steps,
    "turns": turns,
    "starts": starts,
    "pushes": pushes,
    "named": named,
    "half": crowd("half", 0.5),
    "whole": crowd("whole", 1.0),
    "styles": every_style,
    "random": random_styles,
}


def main() -> int:
    """Measure the rows, print them, keep them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="*", metavar="TABLE", choices=[*TABLES, []])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    rows = []
    for name in options.tables or TABLES:
        rows.append(TABLES[name](options.seconds, options.threads))
        one = rows[-1]
        told = f"{one['table']}: {one['found']} ({one['bar']}) {'; '.join(one['missed'])}"
        print(json.dumps(one) if options.json else told, flush=True)
        if options.store:
            keep(one)
    return 0 if all(one["passed"] for one in rows) else 1


def keep(row: Row) -> None:
    """Put a row where the documentation finds it, in the place of the one before."""
    rows = {one["table"]: one for one in [*stored().get("balanced", []), row]}
    store({"balanced": [rows[name] for name in sorted(rows, key=ORDER.index)]})


if __name__ == "__main__":
    sys.exit(main())
