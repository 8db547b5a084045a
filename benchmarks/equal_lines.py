"""Runs of equal lines in the sources: what stands twice should stand once.

    python benchmarks/equal_lines.py                 runs of 12 lines and more in src/
    python benchmarks/equal_lines.py --least 8       shorter ones too
    python benchmarks/equal_lines.py FOLDER          elsewhere

Lines are compared without their indent; blank ones are passed over, and so are imports. The exit code is 1
if there is a pair.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAST = 12
SUFFIXES = (".py", ".skill")
IMPORT = re.compile(r"from [\w.]+ import\b|import [\w.]+")


@dataclass(frozen=True)
class Pair:
    """Two places with the same lines.

    Attributes:
        one, other: File and first line of each.
        count: How many lines are the same, blank ones and imports not counted.
    """

    one: tuple[str, int]
    other: tuple[str, int]
    count: int

    def __str__(self) -> str:
        (a, line_a), (b, line_b) = self.one, self.other
        return f"{self.count} equal lines: {a}:{line_a} and {b}:{line_b}"


def lines_of(text: str) -> list[tuple[int, str]]:
    """Number and content of each line that counts."""
    found, importing = [], False
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        importing = importing or IMPORT.match(line) is not None
        if line and not importing:
            found.append((number, line))
        if importing and not line.endswith("(") and (not line.endswith(",") or "import" in line):
            importing = False
    return found


def equal_runs(texts: Iterable[tuple[str, str]], least: int = LEAST) -> list[Pair]:
    """The longest runs of equal lines, of all pairs of places.

    Args:
        texts: Name and text of each file.
        least: How many lines make a run.
    """
    lines = {name: lines_of(text) for name, text in texts}
    windows: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for name, rows in lines.items():
        contents = [content for _, content in rows]
        for k in range(len(rows) - least + 1):
            windows[tuple(contents[k : k + least])].append((name, k))
    found = []
    for places in windows.values():
        for i, (a, at_a) in enumerate(places):
            for b, at_b in places[i + 1 :]:
                if _same(lines[a], at_a - 1, lines[b], at_b - 1):
                    continue  # a longer run holds this one
                count = least
                while _same(lines[a], at_a + count, lines[b], at_b + count):
                    count += 1
                if a != b or at_b - at_a >= count:  # not a run that overlaps itself
                    found.append(Pair((a, lines[a][at_a][0]), (b, lines[b][at_b][0]), count))
    return sorted(found, key=lambda pair: -pair.count)


def _same(a: Sequence[tuple[int, str]], i: int, b: Sequence[tuple[int, str]], j: int) -> bool:
    return 0 <= i < len(a) and 0 <= j < len(b) and a[i][1] == b[j][1]


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs of equal lines in the sources.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "src")
    parser.add_argument("--least", type=int, default=LEAST, metavar="N", help="lines that make a run")
    arguments = parser.parse_args()
    paths = sorted(p for p in arguments.folder.rglob("*") if p.suffix in SUFFIXES)
    texts = [(p.relative_to(arguments.folder).as_posix(), p.read_text(encoding="utf-8")) for p in paths]
    pairs = equal_runs(texts, arguments.least)
    for pair in pairs:
        print(pair)
    print(f"{len(pairs)} pairs of {arguments.least} or more equal lines in {len(texts)} files")
    return 1 if pairs else 0


if __name__ == "__main__":
    sys.exit(main())
