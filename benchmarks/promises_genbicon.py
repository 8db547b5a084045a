"""What GENBICON's walk promises."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result

FEET = ("stairs", "stairs-down", "step-over", "duck", "over-and-under", "stones")


def _feet(task: str) -> Callable[[], Result]:
    """One task of benchmarks/tasks_feet.py in ten drawn places."""

    def measure() -> Result:
        answer = call(sys.executable, "benchmarks/tasks_feet.py", "--only", task, "--json")
        if not answer.out.strip():
            raise RuntimeError(last_line(answer.err))
        row = json.loads(answer.out.splitlines()[-1])[task]
        return Result(f"{row['good']} of {row['of']}", row["good"] >= 9)

    return measure


def _walk(table: str) -> Callable[[], Result]:
    """One table of benchmarks/genbicon.py."""

    def measure() -> Result:
        answer = call(sys.executable, "benchmarks/genbicon.py", table, "--json")
        if not answer.out.strip():
            raise RuntimeError(last_line(answer.err))
        rows = json.loads(answer.out.splitlines()[-1])[table]
        if table == "pushes":
            return Result(f"{rows[0]['sum']} N", rows[0]["passed"])
        if table == "cost":
            ratios = ", ".join(f"{row['ratio']:.3f}" for row in rows)
            return Result(ratios, all(row["passed"] for row in rows))
        held = sum(row["passed"] for row in rows)
        return Result(f"{held} of {len(rows)}", held == len(rows))

    return measure


WALK = {
    "speeds": "-0.6, 0, 0.5, 1.0, 1.4, 1.7 m/s within 0.15 over 60 s, feet, knees and shaking in bounds",
    "steps": "steps of 0.35 to 0.8 s at 0.5 m/s",
    "turns": "90 degrees within 4 s, 180 within 8 s",
    "starts": "50 starts and stops at random times, into steps in place and into standing",
    "pushes": "human-spine, 0.4 s at the chest, eight directions, ten phases: sum at least 1600 N",
    "standing": "stands 30 s, and takes 10 N s from eight directions without a step",
    "path": "a square of 3 m and three drawn paths: each way point within 0.4 m, and stands at the end",
    "grounds": "30 s at 0.7 m/s within 0.15: slopes of 5 degrees, bumps of 2 and 3 cm, soft pushes",
    "switches": "into and out of simbicon/ and moves/ skills: both switches, no fall",
    "cost": "closed loop / bare physics at most 1.30",
}


def genbicon_promises() -> list[Promise]:
    """The entries, in the order of the table."""
    walk = [
        Promise(f"The GENBICON walk: {table}", f"python benchmarks/genbicon.py {table}", bar, _walk(table))
        for table, bar in WALK.items()
    ]
    return walk + [
        Promise(
            f"GENBICON, {task}: random places",
            f"python benchmarks/tasks_feet.py --only {task}",
            "9 of 10",
            _feet(task),
        )
        for task in FEET
    ]
