"""What a game needs: the time of `Sim.pose`, and a loop of ten characters on one core.

python benchmarks/game_loop.py [--json]
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import footfall as ff

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "03_game_loop.py"


def pose_seconds(rounds: int = 50, calls: int = 100) -> float:
    """Seconds of the processor that one `Sim.pose` into a given array takes; the least of the rounds."""
    sim = ff.Sim("simbicon/walk3d")
    sim.step(100)
    out = np.empty((len(sim.pose_names), 7))
    best = np.inf
    for _ in range(rounds):
        began = time.process_time()
        for _ in range(calls):
            sim.pose(out)
        best = min(best, (time.process_time() - began) / calls)
    return float(best)


def loop() -> dict[str, float]:
    """What the example says of itself: seconds simulated, seconds of one core, late frames, lines."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, str(EXAMPLE), folder]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    numbers = re.search(r"([\d.]+) s of \d+ characters took ([\d.]+) s of one core \((\d+) frames late", said)
    assert numbers is not None, said
    seconds, used, late = (float(x) for x in numbers.groups())
    lines = len(EXAMPLE.read_text(encoding="utf-8").splitlines())
    return {"seconds": seconds, "core_seconds": used, "late_frames": late, "lines": lines}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {"pose_us": 1e6 * pose_seconds(), **loop()}
    print(json.dumps(found) if asked.json else "\n".join(f"{k:14} {v:.3g}" for k, v in found.items()))


if __name__ == "__main__":
    main()
