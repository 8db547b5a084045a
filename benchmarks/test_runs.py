"""The tests again and again: on the idle machine, beside busy loops, and the browser's files alone.

    python benchmarks/test_runs.py idle      `make test` three times, each in under ten minutes
    python benchmarks/test_runs.py busy      once with eight busy loops beside it
    python benchmarks/test_runs.py browser   the browser's files ten times
    python benchmarks/test_runs.py busy --loops 0   beside busy processes that are there already

Prints one JSON object with the seconds of each run and what failed. The exit code is 1 if a run failed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import ROOT, call, last_line

TIMES = {"idle": 3, "busy": 1, "browser": 10}
LOOPS = 8
MOST = 600.0  # s, of a whole run on the idle machine
LONGEST = 2 * 3600.0  # s, beside busy loops


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many processes that do nothing but work."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def browser_files() -> list[str]:
    """The test files that drive a browser."""
    files = sorted((ROOT / "tests" / "studio").glob("test_page*.py"))
    return [path.relative_to(ROOT).as_posix() for path in files]


def once(what: str) -> dict[str, Any]:
    """One run: its seconds, whether it passed, and its failures."""
    if what == "browser":
        answer = call(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *browser_files())
    else:
        answer = call("make", "test", patience=LONGEST)
    failures = re.findall(r"^(?:FAILED|ERROR) (\S+)", answer.out, re.MULTILINE)
    slow = what == "idle" and answer.seconds > MOST
    said = last_line(answer.out if answer.out.strip() else answer.err)
    passed = answer.code == 0 and not slow
    return {"seconds": round(answer.seconds), "passed": passed, "failures": failures, "said": said}


def main() -> int:
    parser = argparse.ArgumentParser(description="The tests again and again.")
    parser.add_argument("what", choices=TIMES)
    parser.add_argument("--times", type=int, help="how often, instead of the usual number")
    parser.add_argument("--loops", type=int, default=LOOPS, help="how many of them, beside `busy`")
    arguments = parser.parse_args()
    runs = []
    with busy(arguments.loops if arguments.what == "busy" else 0):
        for _ in range(arguments.times or TIMES[arguments.what]):
            runs.append(once(arguments.what))
            print(runs[-1], file=sys.stderr, flush=True)
    print(json.dumps({"what": arguments.what, "runs": runs}))
    return 0 if all(run["passed"] for run in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
