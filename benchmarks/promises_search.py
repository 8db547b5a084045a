"""What the search promises."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from benchmarks import tune_walk3d_pushes
from benchmarks.commands import FOOTFALL, Answer, call, footfall, last_line, shown
from benchmarks.promise import Promise, Result


def _tuned_pushes() -> Result:
    """Ten minutes of search on two cores, then the largest pushes before and after."""
    with tempfile.TemporaryDirectory() as folder:
        found = tune_walk3d_pushes.measure(Path(folder) / "search", minutes=10.0, workers=2)
    walks = "walks well unpushed" if found["walks_unpushed"] else f"unpushed: {found['unpushed']}"
    words = f"{found['before']:.0f} N before, {found['after']:.0f} N after: × {found['gain']:.2f}; {walks}"
    return Result(words, bool(found["passed"]))


TUNE_QUICK = (
    "tune", "simbicon/walk", "--speed", "1.2", "--survive-pushes", "300", "--evaluations", "40",
    "--seed", "3", "--no-pictures", "--json",
)  # fmt: skip
EVALUATORS = (
    ("serial",),
    ("threads", "--workers", "2"),
    ("processes", "--workers", "2"),
    ("ray", "--workers", "2"),
)


def _same_on_evaluators() -> Result:
    """The hash of the best vector on every evaluator."""
    hashes = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, *more in EVALUATORS:
            answer = footfall(*TUNE_QUICK, "--evaluator", name, *more, "-o", str(Path(folder) / name))
            hashes[name] = _done(answer)["vector_hash"]
    same = len(set(hashes.values())) == 1
    return Result(", ".join(f"{name} {value}" for name, value in hashes.items()), same)


def _done(answer: Answer) -> dict[str, Any]:
    """The last event of a search."""
    if answer.code:
        raise RuntimeError(f"exit code {answer.code}: {last_line(answer.err)}")
    event: dict[str, Any] = json.loads(answer.out.splitlines()[-1])
    return event


def _killed_and_resumed() -> Result:
    """A search is killed at a random time, three times over, and resumed until it is done."""
    with tempfile.TemporaryDirectory() as folder:
        whole = _done(footfall(*TUNE_QUICK, "-o", str(Path(folder) / "whole")))
        cut = Path(folder) / "cut"
        kills = 0
        answer = _killed(list(TUNE_QUICK) + ["-o", str(cut)], whole["seconds"])
        while answer is None:
            kills += 1
            again = ["tune", "--resume", str(cut), "--no-pictures", "--json"]
            answer = _killed(again, whole["seconds"]) if kills < 3 else _done(footfall(*again))
        same_curve = (cut / "history.csv").read_text() == (Path(folder) / "whole" / "history.csv").read_text()
    same = answer["vector_hash"] == whole["vector_hash"] and same_curve
    word = "the same" if same else "another"
    return Result(f"killed {kills} times: {word} curve and vector", same and kills > 0)


def _killed(arguments: list[str], seconds: float) -> dict[str, Any] | None:
    """Run a search and kill it after its first event; its last event if it was quicker."""
    last: dict[str, Any] | None = None
    with subprocess.Popen([str(FOOTFALL), *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if line:
            killer = threading.Timer(random.uniform(1.0, 1.0 + 0.6 * seconds), process.kill)
            killer.start()
            for line in process.stdout:
                last = json.loads(line)
            killer.cancel()
    return last if last and last["event"] == "done" else None


def _script(name: str) -> Promise:
    """A benchmark that judges itself by its exit code and prints one JSON object, or lines, about it."""

    def measure() -> Result:
        answer = call(sys.executable, f"benchmarks/{name}.py")
        return Result(" ".join(answer.out.split()) or last_line(answer.err), answer.code == 0)

    what, bar = SCRIPTS[name]
    return Promise(what, f"python benchmarks/{name}.py", bar, measure)


SCRIPTS = {
    "search_vs_deap": (
        "(1+1)-CMA-ES against DEAP's",
        "median evaluations to 1e-9 over 25 seeds within 10 %, sphere and ellipsoid",
    ),
    "search_speed": (
        "What a second process brings, and what the search itself costs",
        "at least × 1.8 (population and (1+1)); under 3 % at 50 numbers",
    ),
}


def search_promises() -> list[Promise]:
    """All of them, in the order of the table."""
    return [
        *(_script(name) for name in SCRIPTS),
        Promise(
            "Tuning the 3D walk for sideways pushes",
            "python benchmarks/tune_walk3d_pushes.py --minutes 10 --workers 2",
            "mean largest push over ten phases at least × 1.5, and it still walks well",
            _tuned_pushes,
        ),
        Promise(
            "A search gives the same bits on every evaluator",
            shown(*TUNE_QUICK, "--evaluator", "EACH"),
            "equal hashes of the best vector",
            _same_on_evaluators,
        ),
        Promise(
            "… and after kill -9 and --resume",
            shown("tune", "--resume", "FOLDER"),
            "the same curve and vector",
            _killed_and_resumed,
        ),
    ]
