"""What the studio promises."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from typing import Any

from benchmarks.commands import ROOT, call, last_line
from benchmarks.promise import Promise, Result

PAGE_TESTS = ("tests/studio/test_page.py", "tests/studio/test_page_work.py")
PICTURES = ("gallery", "phases", "live", "graph", "curves", "body", "search", "ghost", "broken")
REFUSALS = (
    "another user, curl", "another user, script", "other origin", "other host", "oversized", "malformed",
    "path outside", "links and calls outside",
)  # fmt: skip
_ALL = 59.0  # frames a second that count as 60: a window of 5 s begins and ends between two
_FLAT = 1.1  # memory at the end of a soak, against a tenth of the way


@cache
def _studio(*arguments: str) -> dict[str, Any]:
    answer = call(sys.executable, "benchmarks/studio.py", *arguments)
    if not answer.out.strip():
        raise RuntimeError(last_line(answer.err))
    found: dict[str, Any] = json.loads(answer.out.splitlines()[-1])
    return found


def _first() -> Result:
    call(sys.executable, "-m", "footfall", "warm")
    found = _studio("first")
    words = f"page after {found['page_s']:.1f} s, walks at {found['speed']:.2f} m/s"
    return Result(words, found["page_s"] < 30 and found["speed"] > 0.3)


def _browser() -> Result:
    line = last_line(call(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *PAGE_TESTS).out)
    good = re.search(r"\d+ passed", line) is not None and "failed" not in line and "error" not in line
    return Result(line.strip("= "), good and "skipped" not in line)


def _pictures() -> Result:
    there = [name for name in PICTURES if (ROOT / "docs/media/studio" / f"{name}.png").is_file()]
    return Result(f"{len(there)} of {len(PICTURES)}", len(there) == len(PICTURES))


def _at_most(name: str, most: float) -> Result:
    found = _studio("latency")
    words = f"{found[name]:.0f} ms (load {found['load']})"
    return Result(words, found[name] < most)


def _frames() -> Result:
    found = _studio("latency")
    rate = found["frames_per_second"]
    return Result(f"{rate:.1f} (load {found['load']})", rate >= _ALL)


def _soak() -> Result:
    found = _studio("soak", "--alone")
    first, last = found["memory_mb_at"].values()
    words = (
        f"{found['simulated_seconds']} s in {found['wall_seconds']} s, {first} to {last} MB, "
        f"{found['restarts']} restarts, answers"
    )
    return Result(words, found["wall_seconds"] <= 600 and last <= _FLAT * first and bool(found["answers"]))


def _lost(how: str) -> Result:
    found = _studio(how, "--alone")
    words = (
        f"{found['recovered']} of {found['lost']}, worst {found['seconds_worst']:.1f} s, "
        f"{found['edits_kept']} edits kept"
    )
    kept = found["edits_kept"] == found["recovered"] == found["lost"]
    return Result(words, kept and found["seconds_worst"] < 3.0)


@cache
def _refusals() -> dict[str, int]:
    answer = call(sys.executable, "benchmarks/studio_refusals.py")
    if not answer.out.strip():
        raise RuntimeError(last_line(answer.err))
    found: dict[str, int] = json.loads(answer.out.splitlines()[-1])
    return found


def _refused(name: str) -> Promise:
    def measure() -> Result:
        good = bool(_refusals()[name])
        return Result("refused, nothing changed" if good else "not as promised", good)

    bar = "refused and logged, nothing changed"
    return Promise(f"studio, {name}", "python benchmarks/studio_refusals.py", bar, measure)


def studio_promises() -> list[Promise]:
    """All of them."""
    bench = "python benchmarks/studio.py"
    return [
        Promise("the studio opens with a walking body", "make studio", "page within 30 s, it walks", _first),
        Promise(
            "the studio's page in a browser",
            f"pytest {' '.join(PAGE_TESTS)}",
            "all pass; no console error, no request elsewhere",
            _browser,
        ),
        Promise("pictures of each panel", "python docs/shots_studio.py", "all there", _pictures),
        Promise("pose frames that reach the page, /s", f"{bench} latency", "60", _frames),
        Promise(
            "key press to diagnostics, in the page",
            f"{bench} latency",
            "median under 100 ms",
            lambda: _at_most("diagnostics_ms", 100.0),
        ),
        Promise(
            "key press to the ghost of the next 2 s, 3D walk, in the page",
            f"{bench} latency",
            "median under 200 ms",
            lambda: _at_most("ghost_ms", 200.0),
        ),
        Promise(
            "3,600 simulated seconds of random input",
            f"{bench} soak --alone",
            "within ten minutes, memory flat, the page answers",
            _soak,
        ),
        Promise(
            "the simulation killed ten times",
            f"{bench} kill --alone",
            "recovers within 3 s each time, no edit lost",
            lambda: _lost("kill"),
        ),
        Promise(
            "the simulation hung ten times",
            f"{bench} hang --alone",
            "recovers within 3 s each time, no edit lost",
            lambda: _lost("hang"),
        ),
        *(_refused(name) for name in REFUSALS),
    ]
