"""Tune the 3D walk's published row for sideways pushes, and measure what that was good for.

    python benchmarks/tune_walk3d_pushes.py [--minutes 10] [--workers 2] [-o FOLDER] [--json]

The search pushes by the clock, ever harder, until the body falls. What is measured is something else: the
largest push (0.4 s, chest) survived at each of ten phases of the settled gait, from both sides. The tuned
script must still walk well when nobody pushes it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import footfall
from benchmarks.push_limits import push_limits

SKILL = str(Path(__file__).with_name("candidates") / "walk3d-published.skill")  # the published row
GAIN = 1.5  # at least
WANTED = (
    "--survive-pushes", "560", "--term", "speed=0.85@40", "--term", "heading@60", "--term", "shake@100",
    "--term", "slide@400",
)  # fmt: skip
BARS = {"speed": (0.4, 1.3), "heading_error": (0.0, 10.0), "foot_slide": (0.0, 0.02), "shake": (0.0, 0.1)}


def tune(folder: Path, minutes: float, workers: int, seed: int) -> dict[str, Any]:
    """Run the search; its events go to stderr.

    Returns:
        The last event.
    """
    command = [
        sys.executable, "-m", "footfall", "tune", SKILL, *WANTED, "--minutes", str(minutes),
        "--workers", str(workers), "--seed", str(seed), "-o", str(folder), "--json",
    ]  # fmt: skip
    last: dict[str, Any] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            last = json.loads(line)
            if last["event"] == "generation" and last["generation"] % 5 == 0:
                print(
                    f"{last['seconds']:5.0f} s  {last['evaluations']:5} tried  best {last['best']:.2f}",
                    file=sys.stderr,
                )
    if process.returncode or last.get("event") != "done":
        raise SystemExit(f"the search failed with exit code {process.returncode}")
    return last


def measure(folder: Path, minutes: float = 10.0, workers: int = 2, seed: int = 1) -> dict[str, Any]:
    """Tune and compare."""
    done = tune(folder, minutes, workers, seed)
    best = str(folder / "best.skill")
    before, after = push_limits(SKILL), push_limits(best)
    unpushed = footfall("run", best, "--seconds", "60", "--json").json()
    walks = unpushed["end"] == "time" and all(low <= unpushed[k] <= high for k, (low, high) in BARS.items())
    gain = after.mean / before.mean
    return {
        "before": before.mean,
        "after": after.mean,
        "gain": round(gain, 3),
        "walks_unpushed": walks,
        "unpushed": {key: unpushed[key] for key in ("end", *BARS)},
        "passed": gain >= GAIN and walks,
        "seconds": done["seconds"],
        "evaluations": done["evaluations"],
        "limits": {"before": vars(before), "after": vars(after)},
        "folder": str(folder),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Tune the 3D walk for sideways pushes.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, help="folder of the search; a temporary one else")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.output or Path(temporary) / "search"
        result = measure(folder, arguments.minutes, arguments.workers, arguments.seed)
    if arguments.json:
        print(json.dumps(result))
    else:
        before, after = result["before"], result["after"]
        print(f"mean largest push: {before:.0f} N before, {after:.0f} N after: × {result['gain']:.2f}")
        for when, limits in result["limits"].items():
            for side, forces in limits.items():
                print(f"  {when:6} {side:5}", *(f"{force:5.0f}" for force in forces))
        print("unpushed:", ", ".join(f"{key} {value}" for key, value in result["unpushed"].items()))
    return 0 if result["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
