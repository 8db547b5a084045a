"""How fast tracking is: ``python benchmarks/tracking_speed.py`` prints one JSON object.

Times real time of a tracked wave on one core at its own step, the closed loop against bare physics along the
same states, and how many times as fast a generation of a search is on two threads as on one.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.tracking_pushes import marked
from footfall.engine.bench import compare
from footfall.learn.track.search import POPULATION, Evaluator

SKILL = "tracked/wave"
REPEATS = 5
REAL_TIME, RATIO, CORES = 12.0, 1.35, 1.8


def generation(threads: int) -> float:
    """Seconds that the runs of a generation take, median."""
    program = marked("wave")
    evaluator = Evaluator(program, threads=threads, seconds=2.0)
    evaluator.rewards([program], [1])  # warm
    took = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        evaluator.rewards([program] * POPULATION, [1])
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def measure() -> dict[str, float]:
    """All three figures."""
    found = compare(SKILL)
    own = found.get("default", found["careful"])
    one, two = generation(1), generation(2)
    return {"x_realtime": own["x_realtime"], "ratio": own["ratio"], "two_threads": round(one / two, 2)}


def main() -> int:
    """Measure, and tell whether all bars hold."""
    found = measure()
    print(json.dumps(found))
    good = found["x_realtime"] >= REAL_TIME and found["ratio"] <= RATIO and found["two_threads"] >= CORES
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
