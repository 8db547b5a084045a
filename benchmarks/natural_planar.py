"""The presets of moves/walk: how natural each walks, and what pushes each stands.

    python benchmarks/natural_planar.py [--seconds S] [--json] [--store]

Each walks from ten drawn starts; the lowest score counts, and the bars of docs/natural.md that any start
misses. Pushes act on the trunk for 0.2 s, from behind and from the front, at ten moments 0.13 s apart.
--store keeps the rows for docs/natural.md. The exit code is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.natural import misses, store
from footfall.engine.recording.gait import gait_of
from footfall.engine.sim import Sim
from footfall.world import parse_push

SKILL = "moves/walk"
SEEDS = 10
SIDES = {"behind": 1, "front": -1}  # that pushes come from
FORCES = (100, 200, 300, 400)  # N
MOMENTS = tuple(round(6.0 + 0.13 * k, 2) for k in range(10))  # s after the start
LASTS, AFTER = 0.2, 8.0  # s: a push, and for how long the walk must hold after it
LEAST = {"robust": 0.0, "balanced": 90.0, "natural": 90.0}  # score from every start
STOOD = {"robust": 60, "balanced": 60, "natural": 60}  # of 80 pushes


def measure(preset: str, seconds: float) -> dict[str, Any]:
    """Starts, score, figures of the first start, and the pushes that it stands."""
    scores: list[float] = []
    missed: set[str] = set()
    held, shown = 0, dict[str, float]()
    for seed in range(1, SEEDS + 1):
        rec = Sim(SKILL, preset=preset, seed=seed).run(seconds)
        gait = gait_of(rec)
        held += rec.end == "time"
        scores.append(0.0 if gait is None or gait.score is None else round(gait.score, 1))
        missed |= set(misses(gait, rec.report()["foot_slide"]))
        shown = shown or ({} if gait is None else {k: round(v, 4) for k, v in gait.figures.items()})
    stood = {side: [_stood(preset, sign * force) for force in FORCES] for side, sign in SIDES.items()}
    least = min(scores)
    good = held == SEEDS and least >= LEAST[preset] and int(np.sum(list(stood.values()))) >= STOOD[preset]
    good = good and (preset == "robust" or not missed)
    return {"preset": preset, "held": held, "seeds": SEEDS, "score": least, "misses": sorted(missed),
            "figures": shown, "forces": FORCES, "stood": stood, "moments": len(MOMENTS),
            "passed": good}  # fmt: skip


def _stood(preset: str, force: int) -> int:
    """How many of the moments a push is stood at."""
    sim, count = Sim(SKILL, preset=preset), 0
    for moment in MOMENTS:
        sim.reset(pushes=[parse_push(f"{moment}:{LASTS}:{force},0")])
        count += sim.run(moment + AFTER).end == "time"
    return count


def main() -> int:
    """Measure the presets, print them, keep them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    rows = [measure(preset, options.seconds) for preset in LEAST]
    if options.store:
        store({"planar": rows})
    for row in rows:
        text = "  ".join(f"{k} {v}" for k, v in row.items() if k != "figures")
        print(json.dumps(row) if options.json else text)
    return 0 if all(row["passed"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
