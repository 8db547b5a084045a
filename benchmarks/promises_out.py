"""What the way out promises: exports, poses for programs, Gymnasium, robots of others, documentation."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.commands import ROOT, call, last_line
from benchmarks.promise import Promise, Result

EXAMPLE = "benchmarks/residual_policy.py"


def _script(name: str, *more: str) -> Any:
    answer = call(sys.executable, f"benchmarks/{name}.py", *more)
    lines = [line for line in answer.out.splitlines() if line.startswith("{")]
    if not lines:
        raise RuntimeError(last_line(answer.err))
    return json.loads(lines[-1])


def _exports() -> Result:
    found = _script("exports", "--json")
    worst = {
        key: max((row[key] for row in found["cases"] if key in row), default=float("nan"))
        for key in ("glb_mm", "bvh_mm", "own_bvh_mm", "blender_bvh_mm", "mjcf_mm")
    }
    words = ", ".join(f"{key.removesuffix('_mm')} {value:.2g} mm" for key, value in worst.items())
    skipped = {row["blender"] for row in found["cases"] if "blender" in row}
    cases = len(found["cases"])
    return Result(
        "; ".join([f"{cases} recordings: {words}", *skipped, *filter(None, [found["missing"]])]),
        bool(found["good"]) and cases >= 10,
    )


def _environments() -> Result:
    answer = call(sys.executable, "-m", "pytest", "-q", "tests/gym/test_env.py", "-k", "finds_no_fault")
    return Result(last_line(answer.out), answer.code == 0)


def _gym_speed() -> Result:
    found = _script("gym_speed", "--json")
    return Result(f"{found['share']:.2f} of the batch's rate", found["share"] >= 0.9)


def _residual() -> Result:
    with tempfile.TemporaryDirectory() as folder:
        answer = call(sys.executable, EXAMPLE, folder, "5", patience=3600)
    words = last_line(answer.out)
    shares = [float(word.rstrip("%")) for word in words.replace(",", " ").split() if word.endswith("%")]
    good = len(shares) == 2 and shares[1] >= 1.3 * shares[0] > 0
    return Result(words, good)


def _game() -> Result:
    found = _script("game_loop", "--json")
    words = (
        f"{found['seconds']:g} s in {found['core_seconds']:.1f} s of one core, {found['lines']:.0f} lines; "
        f"sim.pose() {found['pose_us']:.1f} µs"
    )
    good = found["core_seconds"] < found["seconds"] and found["lines"] <= 60 and found["pose_us"] < 20
    return Result(words, good)


def _robots() -> Result:
    found = _script("robots", "--json")
    words = [
        f"{name}: " + (row.get("missing") or ", ".join(f"{k} {row[k]['end']}" for k in ("stand", "walk")))
        for name, row in found.items()
    ]
    return Result("; ".join(words), all(row.get("good") for row in found.values()))


def _blocks() -> Result:
    answer = call(sys.executable, "-m", "pytest", "-q", str(Path("tests") / "test_docs.py"), cwd=ROOT)
    return Result(last_line(answer.out), answer.code == 0)


def _teaching() -> Result:
    tests = ("tests/test_examples.py", "tests/test_tutorials.py")
    answer = call(sys.executable, "-m", "pytest", "-q", *tests, cwd=ROOT)
    return Result(last_line(answer.out), answer.code == 0)


def out_promises() -> list[Promise]:
    """All of them, in the order of the table."""
    return [
        Promise(
            "Exports as other programs read them: all bodies, a crate task, two characters",
            "python benchmarks/exports.py --json",
            "the validator finds nothing; GLB, BVH (three.js, our reader, Blender) and MJCF within 1 mm",
            _exports,
        ),
        Promise(
            "Gymnasium's check of every environment",
            "python -m pytest tests/gym/test_env.py -k finds_no_fault",
            "check_env passes",
            _environments,
        ),
        Promise(
            "16 environments on two threads",
            "python benchmarks/gym_speed.py --json",
            "at least 0.9 of the batch's own rate",
            _gym_speed,
        ),
        Promise(
            "A residual policy found by CMA-ES in five minutes",
            f"python {EXAMPLE} FOLDER 5",
            "it survives at least × 1.3 of the pushes that it has not seen",
            _residual,
        ),
        Promise(
            "A game loop of ten characters, pushed, all poses read",
            "python benchmarks/game_loop.py --json",
            "real time on one core, at most 60 lines; sim.pose() under 20 µs",
            _game,
        ),
        Promise(
            "Two robots that are not ours: adopted, they stand and walk",
            "python benchmarks/robots.py --json",
            "20 s each, gymnasium's and dm_control's humanoids",
            _robots,
        ),
        Promise(
            "Code blocks of the documentation run",
            "python -m pytest tests/test_docs.py",
            "all pass",
            _blocks,
        ),
        Promise(
            "Ten numbered examples, and tutorials that build a walk and a backflip",
            "python -m pytest tests/test_examples.py tests/test_tutorials.py",
            "all run and do what they say; help and explain agree with them",
            _teaching,
        ),
    ]
