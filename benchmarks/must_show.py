"""Measure every promise of the project and write the table docs/must-show.md.

    python benchmarks/must_show.py             all of them (about half an hour)
    python benchmarks/must_show.py --list      what there is
    python benchmarks/must_show.py --only 4 8  some of them; the others keep what was measured before

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
from importlib import metadata

from commands import ROOT
from promise import Promise, Result
from promises import promises

TABLE = ROOT / "docs" / "must-show.md"
STORE = ROOT / "docs" / "media" / "must-show.json"  # what was measured, by promise


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure every promise of the project.")
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of the entries to run")
    parser.add_argument("--list", action="store_true", help="print the entries and stop")
    arguments = parser.parse_args()
    entries = dict(enumerate(promises(), start=1))
    if arguments.list:
        for number, promise in entries.items():
            print(f"{number:3}  {promise.what}: {promise.bar}")
        return 0
    unknown = sorted(set(arguments.only or ()) - set(entries))
    if unknown:
        parser.error(f"there is no entry {unknown[0]}; --list shows them")
    chosen = {n: p for n, p in entries.items() if not arguments.only or n in arguments.only}
    kept = recall(entries)
    results = {}
    for n, p in chosen.items():
        results[n] = kept[n] = measure(n, len(entries), p)
        remember(entries, kept)  # one by one: a long run that is stopped loses nothing
    print(f"wrote {TABLE.relative_to(ROOT)}")
    failed = [n for n, result in results.items() if not result.passed]
    print(
        f"{len(results) - len(failed)} of {len(results)} passed" + (f"; failed: {failed}" if failed else "")
    )
    return 1 if failed else 0


def recall(entries: dict[int, Promise]) -> dict[int, Result]:
    """What was measured before, for the entries that are still the same."""
    if not STORE.is_file():
        return {}
    stored = json.loads(STORE.read_text(encoding="utf-8"))
    return {n: Result(*stored[key]) for n, p in entries.items() if (key := f"{p.what}: {p.bar}") in stored}


def remember(entries: dict[int, Promise], results: dict[int, Result]) -> None:
    """Keep what was measured, and write the table."""
    plain = {
        f"{p.what}: {p.bar}": (results[n].measured, results[n].passed)
        for n, p in entries.items()
        if n in results
    }
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


def table(entries: dict[int, Promise], results: dict[int, Result]) -> str:
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
        "| # | What | Command | Bar | Measured | |",
        "|---|---|---|---|---|---|",
    ]
    rows = []
    for number, p in entries.items():
        result = results.get(number, Result("not measured yet", False))
        cells = (
            str(number),
            p.what,
            f"`{p.command}`",
            p.bar,
            result.measured,
            "pass" if result.passed else ("**FAIL**" if number in results else ""),
        )
        rows.append("| " + " | ".join(_cell(c) for c in cells) + " |")
    return "\n".join([*head, *rows, ""])


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
