"""What GENBICON's tasks of the hands promise."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result

_WHAT = {
    "reach": "Reaches for a thing 0 to 1.9 m high, takes it and carries it on",
    "push": "Pushes a crate of 80 kg (friction 0.2) by a metre",
    "pull": "Pulls a crate of 80 kg (friction 0.2) by a metre",
    "lift": "Lifts a crate of 5 to 25 kg from the ground and carries it 2 m",
}


def _measure(task: str) -> Callable[[], Result]:
    def measure() -> Result:
        answer = call(sys.executable, "benchmarks/tasks_hands.py", "--task", task, "--json")
        if not answer.out.strip():
            return Result(last_line(answer.err), False)
        (result,) = json.loads(answer.out.splitlines()[-1])
        return Result(f"{result['good']} of {result['trials']}", bool(result["passed"]))

    return measure


def hands_promises() -> list[Promise]:
    """One for each task."""
    return [
        Promise(
            what,
            f"python benchmarks/tasks_hands.py --task {task}",
            "9 of 10 random placements",
            _measure(task),
        )
        for task, what in _WHAT.items()
    ]
