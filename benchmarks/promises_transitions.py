"""What learned transitions and basins promise."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.commands import footfall
from benchmarks.promise import Promise, Result
from benchmarks.transitions import FOUND, PAIRS, SMOOTHER, Wanted

MOST = 60.0  # s of search
LEAST = 18  # of 20 drawn states
BACK = 0.02  # m: further back is a step
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


def _dip(row: dict[str, Any]) -> Result:
    before, after = row["before"]["slowest"], row["after"]["slowest"]
    return Result(f"slowest {before:g} → {after:g} m/s", after > before)


def _steps_back(row: dict[str, Any]) -> Result:
    before, after = row["before"], row["after"]
    told = f"back {before['back']:g} → {after['back']:g} m, way {before['way']:g} → {after['way']:g} m"
    return Result(told, after["back"] < BACK and after["way"] > before["way"])


def _sways(row: dict[str, Any]) -> Result:
    keys = ("sway", "effort")
    told = ", ".join(f"{key} {row['before'][key]:g} → {row['after'][key]:g}" for key in keys)
    return Result(told, all(row["after"][key] < SMOOTHER * row["before"][key] for key in keys))


def _mends(row: dict[str, Any]) -> Result:
    of, plain, learned = row["lost"]
    return Result(f"from {of} lost states: plain {plain}, learned {learned}", plain == 0 and learned > of / 2)


# what is better about a pair: in words, the bar, and the measure of what benchmarks/transitions.py has stored
BETTER: dict[str, tuple[str, str, Callable[[dict[str, Any]], Result]]] = {
    "slowest": ("the speed does not dip", "a higher least speed than after a plain one", _dip),
    "back": (
        "no step back",
        f"less than {BACK} m back, and further in 4 s than after a plain one",
        _steps_back,
    ),
    "sway": ("smoother", "2 % less sway and 2 % less effort than after a plain one", _sways),
    "repair": ("repaired from states in which the plain one fails", "most of these states", _mends),
}


def _kept(wanted: Wanted, measure: Callable[[dict[str, Any]], Result]) -> Callable[[], Result]:
    def stored() -> Result:
        row = json.loads(FOUND.read_text()).get(wanted.name)
        return measure(row) if row and (row["lost"] or not wanted.repair) else Result("not measured", False)

    return stored


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
    better = []
    for w in PAIRS:
        words, bar, measure = BETTER.get("repair" if w.repair else w.better, ("", "", None))
        if measure is not None:
            command = f"python benchmarks/transitions.py --only {w.name} --store"
            better.append(Promise(f"{w.first} to {w.second}: {words}", command, bar, _kept(w, measure)))
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
