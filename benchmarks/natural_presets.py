"""The presets of simbicon/walk3d: how natural each walks, and what it stands of the published 3D pushes.

    python benchmarks/natural_presets.py [--seconds S] [--threads 2] [--json] [--store]

Each walks from five drawn starts; the lowest score counts. Pushes are those of `walk3d_pushes.py --once`.
--store keeps the rows for docs/natural.md. The exit code is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.natural import store
from footfall.engine.recording.gait import gait_of
from footfall.engine.sim import Sim
from footfall.robust import published
from footfall.robust.pushes import push_table
from footfall.script import compile_skill

SKILL = "simbicon/walk3d"
SEEDS = 5
BARS = {"robust": (1.0, 0.7), "balanced": (0.85, 0.6), "natural": (0.0, 0.0)}
"""Preset -> least share of the published sum, and of the published force in each direction."""
LEAST = {"robust": 0.0, "balanced": 85.0, "natural": 85.0}  # score from every start


def measure(preset: str, seconds: float, threads: int) -> dict[str, Any]:
    """Scores from drawn starts, and shares of the published pushes."""
    scores, held = [], 0
    for seed in range(SEEDS):
        rec = Sim(SKILL, preset=preset, seed=seed).run(seconds)
        gait = gait_of(rec)
        held += rec.end == "time"
        scores.append(0.0 if gait is None or gait.score is None else round(gait.score, 1))
    table = push_table(compile_skill(SKILL).with_preset(preset), (published.WALK3D_PHASE,), threads=threads)
    norms = published.walk3d_norms()
    share = float(table.sums[0]) / sum(norms)
    weakest = min(force / norm for force, norm in zip(table.mean[0].tolist(), norms, strict=True))
    whole, each = BARS[preset]
    good = held == SEEDS and min(scores) >= LEAST[preset] and share >= whole and weakest >= each
    return {"preset": preset, "held": held, "seeds": SEEDS, "score": min(scores), "sum": round(share, 3),
            "weakest": round(weakest, 3), "passed": good}  # fmt: skip


def main() -> int:
    """Measure the presets, print them, keep them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    rows = [measure(preset, options.seconds, options.threads) for preset in BARS]
    if options.store:
        store({"presets": rows})
    for row in rows:
        print(json.dumps(row) if options.json else "  ".join(f"{k} {v}" for k, v in row.items()))
    return 0 if all(row["passed"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
