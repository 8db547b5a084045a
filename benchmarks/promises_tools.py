"""What coaching promises, and the classic scripts on the body with explicit damping."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.commands import call, footfall, last_line, shown
from benchmarks.promise import Promise, Result
from benchmarks.promises_language import gait_figures

BODY = "planar17-classic"
GAITS = {"walk": (24.7, 0.67), "run": (44.9, 0.40)}  # of the original: metres in 20 s, stride in s
NEAR = 0.15
POSES = {"stand": ("standVFFB.t", ("dt=1", "dtt=1")), "squat": ("squatVFFB.t", ("dt=1",))}
MOVES, ENOUGH = 40, 25
COACHED = {"higher": (1.10, "10 % more"), "softer landing": (0.5, "half of it")}


def tools_promises() -> list[Promise]:
    """All of them."""
    walkthrough = ("benchmarks/random_walkthrough.py", "--seeds", "10", "--moves", str(MOVES))
    return [
        *(_coached(word) for word in COACHED),
        *(_gait(name) for name in GAITS),
        *(_pose(name) for name in POSES),
        Promise(
            f"The random walkthrough in the classic dialect goes on, on {BODY}",
            " ".join(("python", *walkthrough)),
            f"a median of at least {ENOUGH} moves over ten seeds",
            lambda: _walkthrough(walkthrough),
        ),
    ]


def _coached(word: str) -> Promise:
    arguments = ["coach", "moves/jump", word, "--minutes", "1", "--json"]
    factor, words = COACHED[word]

    def measure() -> Result:
        with tempfile.TemporaryDirectory() as folder:
            told = footfall(*arguments, "-o", str(Path(folder) / "jump.skill")).json()
        before, after = told["before"][word], told["after"][word]
        far = after >= factor * before if factor > 1 else after <= factor * before
        kept = told["goal_after"] >= told["goal_before"]
        text = f"{before:.3g} to {after:.3g}, goal {told['goal_after']} of {told['of']}"
        return Result(text, bool(far and kept))

    what = f'Coaching the jump: "{word}"'
    return Promise(what, shown(*arguments), f"{words} in a minute, the GOAL kept", measure)


def _gait(name: str) -> Promise:
    arguments = ["run", f"classic/{name}.s", "--seconds", "20", "--start", "rest", "--body", BODY]
    distance, stride = GAITS[name]

    def measure() -> Result:
        end, far, took = gait_figures(arguments)
        near = abs(far / distance - 1) <= NEAR and abs(took / stride - 1) <= NEAR
        return Result(f"end {end}, {far:.1f} m, stride {took:.3f} s", end == "time" and near)

    bar = f'end is "time", {distance:g} m and strides of {stride:g} s, each within 15 %'
    return Promise(f"The classic {name} on {BODY}", shown(*arguments), bar, measure)


def _pose(name: str) -> Promise:
    script, values = POSES[name]
    sets = [word for value in values for word in ("--set", value)]
    arguments = ["run", f"classic/{script}", "--seconds", "15", *sets, "--body", BODY, "--json"]

    def measure() -> Result:
        report = footfall(*arguments).json()
        good = report["end"] == "done" and report["success"] and report["posture"] == "upright"
        return Result(f"{report['because']}, {report['posture']}", bool(good))

    bar = "it settles within 15 s, upright"
    return Promise(f"The classic {name} on {BODY}", shown(*arguments), bar, measure)


def _walkthrough(command: tuple[str, ...]) -> Result:
    answer = call(sys.executable, *command)
    if not answer.out.strip():
        return Result(last_line(answer.err), False)
    told = json.loads(answer.out.splitlines()[-1])
    moves = ", ".join(str(n) for n in told["moves"].values())
    return Result(f"median {told['median']:g} ({moves}; stopped at {MOVES})", told["median"] >= ENOUGH)
