"""What a promise is, and the kinds that come up again and again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from benchmarks.commands import footfall, shown
from benchmarks.versions import EVERYTHING

FREE = -1e12  # as the lower bound: there is none

Bounds = dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Result:
    """What was measured, in a few words, and whether it clears the bar."""

    measured: str
    passed: bool


@dataclass(frozen=True)
class Promise:
    """One line of the table.

    Attributes:
        what: In words.
        command: What is run, as a user would type it.
        bar: What it must reach.
        measure: Runs it. What it raises counts as a failure.
        depends: Patterns of the files that it depends on, from the project's root (benchmarks/versions.py).
    """

    what: str
    command: str
    bar: str
    measure: Callable[[], Result]
    depends: tuple[str, ...] = EVERYTHING

    @property
    def key(self) -> str:
        """What names it in the store: another bar is another promise."""
        return f"{self.what}: {self.bar}"


def depending(on: tuple[str, ...], promises: Iterable[Promise]) -> list[Promise]:
    """The promises, which depend on these files and on the benchmark that their commands name."""
    return [
        replace(p, depends=(*on, *re.findall(r"(?:benchmarks|docs)/\w+\.py", p.command))) for p in promises
    ]


def run(arguments: list[str], bounds: Bounds) -> Callable[[], Result]:
    """`footfall run … --json` must end by time and reach its goal, each named number within its bounds."""

    def measure() -> Result:
        report = footfall("run", *arguments, "--json").json()
        passed = report["end"] == "time" and bool(report["success"])
        words = [f"end {report['end']}" if passed else report["because"]]
        for name, (low, high) in bounds.items():
            value = report[name]
            words.append(f"{name} {value:.3g}" if value is not None else f"{name} none")
            passed = passed and value is not None and low <= value <= high
        return Result(", ".join(words), passed)

    return measure


def run_promise(what: str, arguments: list[str], bounds: Bounds | None = None) -> Promise:
    """A run that must end by time with its goal reached, if it has one, within bounds."""
    bounds = bounds or {}
    bars = ['end is "time"', *(f"{name} {_bound(low, high)}" for name, (low, high) in bounds.items())]
    return Promise(what, shown("run", *arguments, "--json"), ", ".join(bars), run(arguments, bounds))


def _bound(low: float, high: float) -> str:
    return f"{low:g} to {high:g}" if low > -1e9 else f"under {high:g}"


def seeds_promise(skill: str, seconds: float, bounds: Bounds | None = None) -> Promise:
    """Ten drawn starts, each of which must succeed, within bounds."""
    bounds = bounds or {}
    arguments = ["run", skill, "--seconds", f"{seconds:g}", "--seeds", "10", "--json"]

    def measure() -> Result:
        result = footfall(*arguments).json()
        words = [f"{result['ok']} of 10"]
        words += [f"seed {r['seed']}: {r['because']}" for r in result["runs"] if not r["success"]]
        passed = result["ok"] == 10
        for name, (low, high) in bounds.items():
            values = [r[name] for r in result["runs"]]
            words.append(f"{name} {min(values):.3g} to {max(values):.3g}")
            passed = passed and low <= min(values) and max(values) <= high
        return Result("; ".join(words), passed)

    bar = ", ".join(["10 of 10", *(f"{name} {_bound(low, high)}" for name, (low, high) in bounds.items())])
    return Promise(f"{skill} holds from ten drawn starts", shown(*arguments), bar, measure)
