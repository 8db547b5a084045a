"""Measure every promise of the project and write the table docs/must-show.md.

    python benchmarks/must_show.py             all of them (about half an hour)
    python benchmarks/must_show.py --list      what there is
    python benchmarks/must_show.py --only 4 8  some of them; the others keep what was measured before
    python benchmarks/must_show.py --stale     those that are older than the code they depend on
    python benchmarks/must_show.py --table     nothing is measured; the table is written anew

The exit code is 1 if any fails.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import ROOT
from benchmarks.promise import Promise, Result
from benchmarks.promises import promises
from benchmarks.versions import sources_hash, version

TABLE = ROOT / "docs" / "must-show.md"
STORE = ROOT / "docs" / "media" / "must-show.json"  # what was measured, by promise


@dataclass(frozen=True)
class Measured:
    """What is kept of a promise.

    Attributes:
        measured: What was measured, in words.
        passed: Whether it clears the bar.
        version: Of the package, and the commit; "" when that was not kept yet.
        sources: Hash of the files that the promise depends on, as they were.
    """

    measured: str
    passed: bool
    version: str = ""
    sources: str = ""

    def stale(self, promise: Promise) -> bool:
        """Whether a file that the promise depends on has changed since."""
        return self.sources != sources_hash(promise.depends)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure every promise of the project.")
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of the entries to run")
    parser.add_argument("--stale", action="store_true", help="run what is older than the code it depends on")
    parser.add_argument("--list", action="store_true", help="print the entries and stop")
    parser.add_argument("--table", action="store_true", help="write the table anew and stop")
    arguments = parser.parse_args()
    entries = dict(enumerate(promises(), start=1))
    kept = recall(entries)
    old = {n for n, p in entries.items() if n not in kept or kept[n].stale(p)}
    if arguments.list:
        for number, promise in entries.items():
            print(f"{number:3} {'stale' if number in old else '     '}  {promise.key}")
        return 0
    if arguments.table:
        remember(entries, kept)
        return 0
    unknown = sorted(set(arguments.only or ()) - set(entries))
    if unknown:
        parser.error(f"there is no entry {unknown[0]}; --list shows them")
    wanted = set(arguments.only or entries) & (old if arguments.stale else set(entries))
    results = {}
    for n in sorted(wanted):
        sources = sources_hash(entries[n].depends)  # before: what is edited meanwhile is not measured
        results[n] = result = measure(n, len(entries), entries[n])
        # one by one, read again before: a run that is stopped loses nothing, nor does one beside it
        kept = recall(entries) | {n: Measured(result.measured, result.passed, version(), sources)}
        remember(entries, kept)
    print(f"wrote {TABLE.relative_to(ROOT)}")
    failed = [n for n, result in results.items() if not result.passed]
    print(
        f"{len(results) - len(failed)} of {len(results)} passed" + (f"; failed: {failed}" if failed else "")
    )
    return 1 if failed else 0


def recall(entries: dict[int, Promise]) -> dict[int, Measured]:
    """What was measured before, for the entries that are still the same."""
    if not STORE.is_file():
        return {}
    stored = json.loads(STORE.read_text(encoding="utf-8"))
    return {n: _read(stored[p.key]) for n, p in entries.items() if p.key in stored}


def _read(row: Any) -> Measured:
    """A row of the store; the first ones were pairs without a version."""
    return Measured(*row) if isinstance(row, list) else Measured(**row)


def remember(entries: dict[int, Promise], results: dict[int, Measured]) -> None:
    """Keep what was measured, and write the table."""
    plain = {p.key: asdict(results[n]) for n, p in entries.items() if n in results}
    STORE.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    TABLE.write_text(table(entries, results), encoding="utf-8")


def measure(number: int, total: int, promise: Promise) -> Result:
    """Run one entry, with a line of progress before and after."""
    print(f"[{number:3}/{total}] {promise.what} …", file=sys.stderr, flush=True)
    began = time.perf_counter()
    try:
        result = promise.measure()
    except Exception as problem:  # a promise that cannot be measured is not kept; go on with the next
        result = Result(f"{type(problem).__name__}: {problem}", False)
    # the page should not name a folder of the machine it was made on
    result = Result(
        re.sub(rf"{re.escape(tempfile.gettempdir())}/[^/\s]+/?", "", result.measured), result.passed
    )
    sign = "pass" if result.passed else "FAIL"
    print(
        f"          {sign}  {result.measured}  ({time.perf_counter() - began:.1f} s)",
        file=sys.stderr,
        flush=True,
    )
    return result


def table(entries: dict[int, Promise], results: dict[int, Measured]) -> str:
    """The page."""
    good = sum(result.passed for result in results.values())
    missing = len(entries) - len(results)
    python = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    versions = ", ".join(
        f"{name} {metadata.version(name)}" for name in ("footfall", "mujoco", "numba", "numpy")
    )
    head = [
        "# What must be shown",
        "",
        "Made by `make must-show`; do not edit.",
        "",
        f"{good} of {len(entries)} hold, {missing} not measured yet. {versions}, {python}.",
        "",
        "Each row says on which version and commit it was measured. Where the code that it depends on has",
        "changed since, it is marked: `make must-show-stale` measures those again.",
        "",
        "| # | What | Command | Bar | Measured | | On |",
        "|---|---|---|---|---|---|---|",
    ]
    rows = []
    for number, p in entries.items():
        result = results.get(number, Measured("not measured yet", False))
        on = f"{result.version or 'an older version'}{', changed since' if result.stale(p) else ''}"
        cells = (
            str(number),
            p.what,
            f"`{p.command}`",
            p.bar,
            result.measured,
            "pass" if result.passed else ("**FAIL**" if number in results else ""),
            on if number in results else "",
        )
        rows.append("| " + " | ".join(_cell(c) for c in cells) + " |")
    return "\n".join([*head, *rows, ""])


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
