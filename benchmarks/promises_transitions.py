"""What learned transitions and basins promise."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.commands import footfall
from benchmarks.promise import Promise, Result
from benchmarks.transitions import FOUND, PAIRS, Wanted

MOST = 60.0  # s of search
LEAST = 18  # of 20 drawn states
BASINS = ("moves/rise", "moves/stand-at-once", "moves/hop")


def _join(wanted: Wanted) -> Callable[[], Result]:
    def measure() -> Result:
        with tempfile.TemporaryDirectory() as folder:
            where = Path(folder)
            words = ["--json", "-o", str(where / "a.skill"), "--graph", str(where / "graph.toml")]
            words += ["--at", wanted.at] if wanted.at else []
            words += ["--smooth"] if wanted.smooth else []
            found = footfall("join", wanted.pair.first, wanted.pair.second, *words).json()
        told = f"plain {found['plain']}, learned {found['learned']} of {found['of']}, {found['seconds']} s"
        good = found["learned"] >= LEAST and found["seconds"] < MOST
        if wanted.better == "holds" and not wanted.repair:
            good = good and found["plain"] < found["learned"]
        return Result(told, good)

    return measure


def _kept(name: str, key: str, more: bool) -> Callable[[], Result]:
    """What benchmarks/transitions.py has stored of a pair: better than after a plain hand-over."""

    def measure() -> Result:
        row = json.loads(FOUND.read_text())[name]
        before, after = row["before"][key], row["after"][key]
        return Result(f"{before:g} → {after:g}", after > before if more else after < before)

    return measure


def _basin(skill: str) -> Callable[[], Result]:
    def measure() -> Result:
        with tempfile.TemporaryDirectory() as folder:
            found = footfall("basin", skill, "--json", "-o", str(Path(folder) / "a.json")).json()
        told = f"{found['worked']} of {found['n']} starts, right {found['accuracy']:.0%}"
        return Result(told, found["accuracy"] >= found["usual"] - 0.02 and 0 < found["worked"] < found["n"])

    return measure


def transitions_promises() -> list[Promise]:
    """One for each pair, and what is better about it."""
    joins = [
        Promise(
            f"A learned transition from {w.first} to {w.second}" + (f" at {w.at}" if w.at else ""),
            f"footfall join {w.pair.first} {w.pair.second}"
            + (f" --at {w.at}" if w.at else "")
            + (" --smooth" if w.smooth else ""),
            f"{LEAST} of 20 drawn states, under {MOST:.0f} s of search"
            + ("; more than a plain hand-over" if w.better == "holds" and not w.repair else ""),
            _join(w),
        )
        for w in PAIRS
    ]
    better = [
        Promise(
            f"{w.first} to {w.second}: {w.better} is better than after a plain hand-over",
            f"python benchmarks/transitions.py --only {w.name} --store",
            "more" if w.better == "slowest" else "less",
            _kept(w.name, w.better, w.better == "slowest"),
        )
        for w in PAIRS
        if w.better in ("slowest", "back", "sway")
    ]
    basins = [
        Promise(
            f"A basin of {skill}",
            f"footfall basin {skill}",
            "both outcomes occur; held out, right at least as often as the commoner outcome",
            _basin(skill),
        )
        for skill in BASINS
    ]
    return [*joins, *better, *basins]
