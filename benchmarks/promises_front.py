"""What the studio promises to somebody who opens it for the first time."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from functools import cache
from typing import Any

from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result, depending

TESTS = "tests/studio/test_page_mended.py"
NEWCOMER = "python benchmarks/studio_newcomer.py"
VIEWS, THEMES_AND_SIZES = 13, 8  # panels and dialogs; light and dark at 1280, 1440, 2560 and 200 %
STEPS = 10  # open, walk, push, throw, style, stairs, move, recording, GLB, BVH
_ON = ("src/footfall/**", "web/src/**", "tests/studio/**")


@cache
def _newcomer(part: str) -> dict[str, Any]:
    answer = call(sys.executable, "benchmarks/studio_newcomer.py", "--only", part)
    if not answer.out.strip():
        raise RuntimeError(last_line(answer.err))
    found: dict[str, Any] = json.loads(answer.out.splitlines()[-1])
    return found[part]  # type: ignore[no-any-return]


def _mended() -> Result:
    line = last_line(call(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS).out)
    good = re.search(r"\d+ passed", line) is not None and "failed" not in line and "error" not in line
    return Result(line.strip("= "), good and "skipped" not in line)


def _walk() -> Result:
    found = _newcomer("walk")
    steps, complaints = len(found["steps"]), len(found["complaints"])
    return Result(f"{steps} of {STEPS} steps, {complaints} complaints", steps == STEPS and complaints == 0)


def _axe() -> Result:
    found = _newcomer("axe")
    return Result(f"{len(found['faults'])} in {found['looked']} views", not found["faults"])


def _pictures() -> Result:
    with tempfile.TemporaryDirectory() as folder:
        answer = call(
            sys.executable, NEWCOMER.split()[1], "--only", "pictures", "--out", folder, patience=3600
        )
    if not answer.out.strip():
        raise RuntimeError(last_line(answer.err))
    made = int(json.loads(answer.out.splitlines()[-1])["pictures"])
    return Result(f"{made} pictures", made == VIEWS * THEMES_AND_SIZES)


def front_promises() -> list[Promise]:
    """All of them."""
    return depending(
        _ON,
        [
            Promise(
                "what once was broken in the studio, in a browser",
                f"pytest {TESTS}",
                "all pass; no console error, no request elsewhere",
                _mended,
            ),
            Promise(
                "a newcomer without code: walk, push, throw, style, stairs, a move, a recording, GLB and BVH",
                f"{NEWCOMER} --only walk",
                f"all {STEPS} steps, no complaint in the console",
                _walk,
            ),
            Promise(
                "serious faults that axe-core finds in the studio, light and dark",
                f"{NEWCOMER} --only axe",
                "none",
                _axe,
            ),
            Promise(
                "pictures of each panel, light and dark, at 1280, 1440, 2560 and 200 %",
                f"{NEWCOMER} --only pictures --out FOLDER",
                "all there; judge them by eye",
                _pictures,
            ),
        ],
    )
