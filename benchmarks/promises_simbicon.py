"""What the SIMBICON gaits promise."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from benchmarks import gaits3d, walk3d_pushes
from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result
from benchmarks.simbicon_store import FOLDER

Rows = list[dict[str, Any]]


@cache
def _planar(table: str) -> Rows:
    """One table of benchmarks/planar_gaits.py; its exit code says what the rows say."""
    answer = call(sys.executable, "benchmarks/planar_gaits.py", "--only", table, "--json")
    if not answer.out.strip():
        raise RuntimeError(last_line(answer.err))
    rows: Rows = json.loads(answer.out.splitlines()[-1])[table]
    return rows


def _planar_promise(
    what: str, table: str, bar: str, of: Callable[[dict[str, Any]], bool], words: Callable[[Any], str]
) -> Promise:
    """The rows of a table that are meant must have passed."""

    def measure() -> Result:
        rows = [row for row in _planar(table) if of(row)]
        good = bool(rows) and all(row["passed"] for row in rows)
        return Result("; ".join(words(row) for row in rows), good)

    return Promise(what, f"python benchmarks/planar_gaits.py --only {table}", bar, measure)


def _speed(row: dict[str, Any]) -> str:
    low, high = row["speed"]
    mark = "" if row["passed"] else " (missed)"
    stood = f", stood {row['stood_s']:.0f} s" if row["stood_s"] else ""
    return f"{row['gait']} {row['held']} of {row['of']}, {low:.2f} to {high:.2f} m/s{stood}{mark}"


def _human(row: dict[str, Any]) -> str:
    return f"{row['gait']} {row['seconds']:.1f} s"


def _pushed(row: dict[str, Any]) -> str:
    return f"{row['gait']} {row['at']} {row['force']:+.0f} N {row['survived']} of {row['of']}"


def _ground(row: dict[str, Any]) -> str:
    return f"{row['ground']} {row['held']} of {row['of']}"


def _gait3d(gait: gaits3d.Gait) -> Promise:
    def measure() -> Result:
        row = gaits3d.measure(gait, 60.0, 2)
        if row.get("missing"):
            return Result("there is no such skill", False)
        words = [
            f"{row['held']} of {row['seeds']}",
            f"speed {min(row['speed']):.2f} to {max(row['speed']):.2f} m/s",
        ]
        words += [
            f"{name} {min(row[name]):.3g} to {max(row[name]):.3g}" for name in gait.bars if name != "speed"
        ]
        words += [f"missed: {', '.join(row['missed'])}"] if row["missed"] else []
        return Result(", ".join(words), bool(row["passed"]))

    bars = [f"{name} {_bound(*bound)}" for name, bound in gait.bars.items()]
    bar = ", ".join([f"holds 60 s from {gaits3d.SEEDS} starts", *bars])
    return Promise(f"simbicon/{gait.name}", f"python benchmarks/gaits3d.py {gait.name}", bar, measure)


def _bound(least: float, most: float) -> str:
    if least <= -1e9:
        return f"under {most:g}"
    return f"over {least:g}" if most >= 1e9 else f"{least:g} to {most:g}"


@cache
def _pushes3d() -> dict[str, Any]:
    found, table = walk3d_pushes.measure()
    walk3d_pushes.keep(found, table)
    return found


def _push_sum() -> Result:
    found = _pushes3d()
    limits = zip(found["directions"], found["table"]["mean"][0], found["published"], strict=True)
    each = ", ".join(f"{name} {ours:.0f} ({ours / theirs:.0%})" for name, ours, theirs in limits)
    words = f"sum {found['sum']:.0f} N, {found['share']:.0%}; weakest {found['weakest']:.0%}; {each}"
    return Result(words, bool(found["passed"]))


def _push_phases() -> Result:
    found = _pushes3d()
    words = f"mean sum {found['phases_mean_sum']:.0f} N, {found['phases_share']:.0%}"
    return Result(words, bool(found["phases_passed"]))


def _switching(body: str) -> Callable[[], Result]:
    def measure() -> Result:
        answer = call(sys.executable, "benchmarks/switching.py", "--body", body, "--out", str(FOLDER))
        written = FOLDER / f"switching-{body}.json"
        if not written.is_file():
            return Result(last_line(answer.err), False)
        found = json.loads(written.read_text(encoding="utf-8"))
        share = found["held"] / max(1, found["pairs"])
        core = found["core_held"] == found["core_pairs"] and found["core_pairs"] > 0
        words = (
            f"{found['held']} of {found['pairs']} pairs ({share:.0%}); "
            f"{found['core_held']} of {found['core_pairs']} among {', '.join(found['core'])}"
        )
        return Result(words, core and (share >= 0.6 or body == "human"))

    return measure


def _learning() -> Result:
    answer = call(sys.executable, "benchmarks/fel.py", "--out", str(FOLDER))
    return Result(" ".join(answer.out.split()) or last_line(answer.err), answer.code == 0)


def _planar_promises() -> list[Promise]:
    return [
        _planar_promise(
            "The 2D gaits",
            "speeds",
            "hold 60 s from five starts; in-place within 0.15 m/s of 0, slow-walk under 0.7, "
            "backward under -0.3, run over 2.0, fast-run over 3.5; stops hold 20 s, on one foot 10 s; "
            "walks slide under 0.02 m, knees under 3°, shake under 0.1",
            lambda row: True,
            _speed,
        ),
        _planar_promise(
            "The 2D gaits on human",
            "human",
            "walk, fast-walk, high-step, in-place and run hold 20 s",
            lambda row: bool(row["must"]),
            _human,
        ),
        _planar_promise(
            "The 2D walk takes ten pushes of 0.1 s",
            "pushes",
            "centre +1200 and -800 N, top +700 and -500 N",
            lambda row: row["gait"] == "walk",
            _pushed,
        ),
        _planar_promise(
            "The 2D skip takes ten pushes of 0.1 s",
            "pushes",
            "centre +200 and -100 N",
            lambda row: row["gait"] == "skip",
            _pushed,
        ),
        _planar_promise(
            "The 2D walk on ground that it does not know",
            "terrain",
            "20 cm drop at 10 of 10 phases, figure 5 at 9 of 10 offsets, slopes of ±10°",
            lambda row: True,
            _ground,
        ),
    ]


def simbicon_promises() -> list[Promise]:
    """All of them, in the order of the table."""
    return [
        *_planar_promises(),
        *(_gait3d(gait) for gait in gaits3d.GAITS),
        Promise(
            "The published pushes of the 3D walk, phase 0.1, both stances",
            "python benchmarks/walk3d_pushes.py",
            "limits sum to 2354 N, none below 70 % of its own",
            _push_sum,
        ),
        Promise(
            "… over ten phases",
            "python benchmarks/walk3d_pushes.py",
            "the mean sum at least 80 % of 2354 N",
            _push_phases,
        ),
        Promise(
            "Feedback-error learning on the 2D walk",
            "python benchmarks/fel.py",
            "pitch oscillation falls fivefold in 60 s, speed within 10 %; then holds 60 s at half the "
            "torso gains, where without the table it falls or sways twice as much",
            _learning,
        ),
        Promise(
            "Switching between 2D gaits",
            "python benchmarks/switching.py --body planar7",
            "at least 60 % of ordered pairs, all among walk, slow-walk, fast-walk, high-step, run",
            _switching("planar7"),
        ),
        Promise(
            "Switching between 3D gaits",
            "python benchmarks/switching.py --body human",
            "all among walk3d, stroll3d, march3d, run3d",
            _switching("human"),
        ),
    ]
