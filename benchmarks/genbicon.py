"""What the GENBICON walk holds: speeds, step times, turns, starts and stops, pushes, and more.

    python benchmarks/genbicon.py speeds|steps|turns|starts|pushes|standing|path|grounds|switches|cost
        [--body NAME] [--seconds S] [--json] [--store]

The walk is that of the preset `robust`; `switches` and `cost` are of the walk as it is without a word.
Without --body, `pushes` are run on human-spine, `switches` on the bodies of their skills, all others on
human and on human-spine. --store keeps the rows for docs/genbicon.md. The exit code is 1 when a bar is
missed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import genbicon_ways as ways
from benchmarks.commands import ROOT
from benchmarks.push_limits import PHASES
from footfall.engine.sim import Sim
from footfall.robust.pushes import push_table
from footfall.script import compile_skill

SKILL, PRESET = "genbicon/walk", "robust"
STORE = ROOT / "docs" / "media" / "genbicon" / "walk.json"
SPEEDS = (-0.6, 0.0, 0.5, 1.0, 1.4, 1.7)  # m/s
NEAR = 0.15  # m/s
STEPS = (0.35, 0.45, 0.6, 0.7, 0.8)  # s
TURNS = {90: 4.0, -90: 4.0, 180: 8.0, -180: 8.0}  # degrees -> seconds
FACING = 8.0  # degrees from the wanted heading that count as turned
QUALITY = {"foot_slide": 0.02, "knee_over": 3.0, "shake": 0.1}
PUSHES = 1600.0  # N: sum over eight directions

Row = dict[str, Any]


def speeds(body: str, seconds: float, preset: str = PRESET) -> list[Row]:
    """Commanded speeds, held."""
    rows = []
    for speed in SPEEDS:
        report = Sim(SKILL, body=body, preset=preset, set={"speed": speed}).run(seconds).report()
        good = report["end"] == "time" and abs(report["speed"] - speed) <= NEAR
        good = good and all(report[name] < bar for name, bar in QUALITY.items())
        found = {name: report[name] for name in ("end", "seconds", "speed", *QUALITY)}
        rows.append({"body": body, "wanted": speed, **found, "passed": good})
    return rows


def steps(body: str, seconds: float, preset: str = PRESET) -> list[Row]:
    """Step times at 0.5 m/s."""
    rows = []
    for step in STEPS:
        sim = Sim(SKILL, body=body, preset=preset, set={"speed": 0.5, "step_time": step})
        report = sim.run(min(30.0, seconds)).report()
        found = {name: report[name] for name in ("end", "seconds", "speed")}
        rows.append({"body": body, "step_time": step, **found, "passed": report["end"] == "time"})
    return rows


def turns(body: str, _: float, preset: str = PRESET) -> list[Row]:
    """Turns at 0.7 m/s: when the pelvis has come to face the new heading for good."""
    rows = []
    for degrees, allowed in TURNS.items():
        sim = Sim(SKILL, body=body, preset=preset, set={"speed": 0.7})
        sim.advance(round(4.0 / sim.dt))
        sim.set(heading=math.radians(degrees))
        turned, up = None, True
        for _tick in range(round((allowed + 2.0) * 20)):
            wanted = round(0.05 / sim.dt)
            up = up and sim.advance(wanted) == wanted
            off = (degrees - math.degrees(_facing(sim)) + 180.0) % 360.0 - 180.0
            turned = None if abs(off) > FACING else turned or sim.time - 4.0
        good = up and turned is not None and turned <= allowed
        rows.append({"body": body, "degrees": degrees, "turned_s": turned, "up": up, "passed": good})
    return rows


def _facing(sim: Sim) -> float:
    """Yaw of the pelvis, rad."""
    mat = sim.data.xmat[sim.actors[0].arrays["root_body"][0]]
    return math.atan2(mat[3], mat[0])


def starts(body: str, _: float) -> list[Row]:
    """Fifty starts and stops at random times: into steps in place, and into standing."""
    return [in_steps(body), ways.stands_and_goes(body)]


def in_steps(body: str, preset: str = PRESET) -> Row:
    """Into steps in place."""
    draw = np.random.default_rng(ways.SEED)
    sim = Sim(SKILL, body=body, preset=preset, set={"speed": 0.0})
    done = 0
    for k in range(2 * ways.STARTS):
        sim.set(speed=float(draw.uniform(-0.5, 1.4)) if k % 2 == 0 else 0.0)
        if not ways.goes_on(sim, float(draw.uniform(1.0, 4.0))):
            break
        done += 1
    return {"body": body, "what": "in steps", "done": done // 2, "passed": done == 2 * ways.STARTS}


def pushes(body: str, _: float) -> list[Row]:
    """Largest pushes of 0.4 s at the chest, eight directions, the mean over ten phases."""
    table = push_table(compile_skill(SKILL).with_preset(PRESET), PHASES, body=body)
    total = float(table.sums.mean())
    return [
        {"body": body, "sum": round(total), "table": table.plain(), "passed": total >= PUSHES},
    ]


TABLES: dict[str, Callable[..., list[Row]]] = {
    "speeds": speeds,
    "steps": steps,
    "turns": turns,
    "starts": starts,
    "pushes": pushes,
    "standing": ways.standing,
    "path": ways.path,
    "grounds": ways.grounds,
    "switches": ways.switches,
    "cost": ways.cost,
}


def measure(table: str, body: str | None = None, seconds: float = 60.0) -> list[Row]:
    """The rows of one table."""
    if table == "switches":
        return ways.switches(body, seconds)
    bodies = [body] if body else ["human-spine"] if table == "pushes" else ["human", "human-spine"]
    return [row for name in bodies for row in TABLES[table](name, seconds)]


def keep(table: str, rows: list[Row]) -> None:
    """Put the rows of a table where the documentation finds them."""
    known = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    STORE.write_text(json.dumps({**known, table: rows}, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="What the GENBICON walk holds.")
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--body")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true", help="keep the rows for docs/genbicon.md")
    arguments = parser.parse_args()
    rows = measure(arguments.table, arguments.body, arguments.seconds)
    if arguments.store:
        keep(arguments.table, rows)
    if arguments.json:
        print(json.dumps({arguments.table: rows}))
    else:
        for row in rows:
            words = (
                f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}"
                for name, value in row.items()
                if name != "table"
            )
            print("  ".join(words))
    return 0 if all(row["passed"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
