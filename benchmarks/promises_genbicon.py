"""What GENBICON's walk promises."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from commands import call, last_line
from promise import Promise, Result

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


def genbicon_promises() -> list[Promise]:
    """The entries, in the order of the table."""
    return [
        Promise(
            f"GENBICON, {task}: random places",
            f"python benchmarks/tasks_feet.py --only {task}",
            "9 of 10",
            _feet(task),
        )
        for task in FEET
    ]
