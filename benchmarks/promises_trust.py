"""What part 7 promises: nothing lies, nothing crashes, nothing is lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result, depending
from benchmarks.versions import EVERYTHING, RUNS, TESTS

LONG = 4 * 3600.0  # s
ATTACK = "python benchmarks/attack.py --each 5000 --seed 1"


def _json(*words: str) -> Any:
    """The last object that a benchmark prints."""
    answer = call(sys.executable, *words, patience=LONG)
    if not answer.out.strip():
        raise RuntimeError(last_line(answer.err))
    return json.loads(answer.out.splitlines()[-1])


def _ends_well(*words: str) -> Callable[[], Result]:
    """A benchmark whose exit code says whether its bar is cleared; its last line says the rest."""

    def measure() -> Result:
        checks = {"FOOTFALL_CHECKS": "1"} if "attack" in words[0] else None
        answer = call(sys.executable, *words, env=checks, patience=LONG)
        said = last_line(answer.out if answer.out.strip() else answer.err)
        return Result(f"exit code {answer.code}: {said[:300]}", answer.code == 0)

    return measure


def _mutants() -> Result:
    found = _json("benchmarks/mutants.py", "--json")
    words = f"{found['caught']} of {found['mutants']} caught, {found['equivalent']} equivalent"
    left = found["survivors"] + found["stale"]
    return Result(words + (f"; survived: {', '.join(left[:3])}" if left else ""), not left)


def _tests(what: str) -> Callable[[], Result]:
    def measure() -> Result:
        runs = _json("benchmarks/test_runs.py", what)["runs"]
        seconds = ", ".join(f"{run['seconds']}" for run in runs)
        good = sum(run["passed"] for run in runs)
        failures = sorted({name for run in runs for name in run["failures"]})
        words = f"{good} of {len(runs)} passed; {seconds} s" + (
            f"; {', '.join(failures)}" if failures else ""
        )
        return Result(words, good == len(runs))

    return measure


def _table(*words: str, key: str = "") -> Callable[[], Result]:
    """Rows of {what: problem}: all must be empty."""

    def measure() -> Result:
        found = _json(*words)
        rows: dict[str, dict[str, str]] = found[key] if key else found
        bad = [f"{row}, {what}: {why}" for row, each in rows.items() for what, why in each.items() if why]
        return Result("; ".join(bad) or f"all work: {', '.join(rows)}", not bad)

    return measure


def trust_promises() -> list[Promise]:
    """One for each line of what must be shown."""
    attack = Promise(
        "Hostile input, 5000 of each kind, with bounds checks",
        ATTACK,
        "no traceback, no crash, no hang over 2 s, no file outside the project, memory under 1 GB",
        _ends_well(*ATTACK.split()[1:]),
    )
    replays = Promise(
        "Every way to make a run replays",
        "python benchmarks/replays.py",
        "the same hash in a fresh process in another folder, and nothing is written",
        _ends_well("benchmarks/replays.py"),
    )
    mutants = Promise(
        "Each primitive's own tests catch its mutants",
        "python benchmarks/mutants.py",
        "100 % caught",
        _mutants,
    )
    tests = [
        Promise(what, f"python benchmarks/test_runs.py {which}", bar, _tests(which))
        for which, what, bar in (
            (
                "idle",
                "`make test` three times in a row on the idle machine",
                "each passes, in under 10 minutes",
            ),
            ("busy", "`make test` with eight busy loops beside it", "passes"),
            ("browser", "The browser's files alone, ten times in a row", "each passes"),
        )
    ]
    faults = Promise(
        "The README's commands with a compile cache that is broken",
        "python benchmarks/cache_faults.py",
        "read-only, corrupted, truncated, empty, full disk, no home: all three work",
        _table("benchmarks/cache_faults.py", "--json"),
    )
    wheels = Promise(
        "A wheel, installed read-only, run by another user from another folder",
        "python benchmarks/wheels.py",
        "Python 3.11, 3.12 and 3.13: run, studio and tune work",
        _table("benchmarks/wheels.py", "--json", key="pythons"),
    )
    return [
        *depending(EVERYTHING, [attack]),
        *depending(RUNS, [replays]),
        *depending(("src/footfall/control/**/*", "tests/control/**/*"), [mutants]),
        *depending(TESTS, tests),
        *depending(EVERYTHING, [faults, wheels]),
    ]
