"""The promises of the planar gaits: from forty drawn starts, at the speed asked for, over slopes."""

from __future__ import annotations

import json
import sys

from benchmarks.commands import call, footfall, last_line, shown
from benchmarks.promise import Promise, Result, depending, run_promise
from benchmarks.versions import RUNS

STARTS = 40
FEWEST = 38  # of them that must succeed
NEAR = 0.1  # m/s between the speed asked for and the one that is walked
SPEEDS = (0.3, 0.55, 0.8, 1.05, 1.3)
SECONDS = {
    **dict.fromkeys(("skip", "bent-walk", "high-step", "walk-at-speed"), 10.0),
    **dict.fromkeys(("stand", "walk", "fast-walk", "backward-walk", "walk-in-place"), 10.0),
    **dict.fromkeys(("slow-down", "stairs"), 15.0),
}
SLOPES = ("benchmarks/slopes.py", "--json")


def gaits_promises() -> list[Promise]:
    """All of them, in the order of the table."""
    return depending(RUNS, [*map(_starts, SECONDS), *map(_speed, SPEEDS), _slopes()])


def _starts(name: str) -> Promise:
    arguments = ["run", f"moves/{name}", "--seconds", f"{SECONDS[name]:g}", "--seeds", str(STARTS), "--json"]

    def measure() -> Result:
        result = footfall(*arguments).json()
        words = [f"{result['ok']} of {STARTS}"]
        words += [f"seed {r['seed']}: {r['because']}" for r in result["runs"] if not r["success"]]
        return Result("; ".join(words), result["ok"] >= FEWEST)

    what = f"moves/{name} reaches its goal from {STARTS} drawn starts"
    return Promise(what, shown(*arguments), f"{FEWEST} of {STARTS}", measure)


def _speed(asked: float) -> Promise:
    arguments = ["moves/walk-at-speed", "--set", f"speed={asked:g}", "--seconds", "20"]
    bounds = {"speed": (asked - NEAR, asked + NEAR)}
    return run_promise(f"moves/walk-at-speed walks at {asked:g} m/s", arguments, bounds)


def _slopes() -> Promise:
    def measure() -> Result:
        answer = call(sys.executable, *SLOPES)
        if not answer.out.startswith("{"):
            return Result(last_line(answer.err), False)
        rows = json.loads(answer.out)["moves"].items()
        words = [f"{move} {row['crossed']} of {row['of']}" for move, row in rows]
        return Result(", ".join(words), answer.code == 0)

    what = "walk, fast-walk, skip and run over varying slopes of ±5°"
    return Promise(what, " ".join(("python", *SLOPES)), "10 of 10 profiles each", measure)
