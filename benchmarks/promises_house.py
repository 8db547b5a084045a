"""What the house in order promises: a quick start, short skills, few modules, nothing said twice."""

from __future__ import annotations

import sys

from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result, depending
from benchmarks.versions import EVERYTHING, LANGUAGE, TESTS

LONG = 3600.0  # s


def _script(name: str, *words: str) -> Promise:
    """A benchmark whose exit code says whether its bar is cleared."""
    what, bar = _TEXTS[name]
    path = f"benchmarks/{name}.py"

    def measure() -> Result:
        answer = call(sys.executable, path, *words, patience=LONG)
        said = last_line(answer.out if answer.out.strip() else answer.err)
        return Result(said[:300], answer.code == 0)

    return Promise(what, " ".join(("python", path, *words)), bar, measure)


def _way() -> Result:
    answer = call(sys.executable, "benchmarks/way.py")
    said = last_line(answer.out)
    count = said.split()[0]
    return Result(said, count.isdigit() and int(count) <= 60)


def _new_statement() -> Result:
    answer = call(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_new_statement.py"
    )
    passed = answer.code == 0 and answer.seconds < 60
    return Result(f"{last_line(answer.out)}; {answer.seconds:.0f} s in all", passed)


_TEXTS = {
    "cold_start": (
        "The first run, from an empty cache, after edits, with ten statements more",
        "25 s from an empty cache, 10 s after an edit of a primitive, nothing compiled after one on the "
        "host's side; ten statements more cost at most 1 s",
    ),
    "skill_size": (
        "genbicon/walk, gait and manner together",
        "at most half of their old lines and instructions, no repeated expression of three or more terms",
    ),
    "equal_lines": ("No run of 12 equal lines stands twice in src/", "none"),
}


def house_promises() -> list[Promise]:
    """One for each line of what must be shown."""
    way = Promise(
        "The modules that a walk enters",
        "python benchmarks/way.py",
        "at most 60",
        _way,
    )
    added = Promise(
        "A statement is added and taken away: row, module, generated files",
        "pytest tests/test_new_statement.py",
        "passes, under a minute",
        _new_statement,
    )
    return [
        *depending(EVERYTHING, [_script("cold_start", "--times", "5"), _script("equal_lines"), way]),
        *depending(LANGUAGE, [_script("skill_size")]),
        *depending(TESTS, [added]),
    ]
