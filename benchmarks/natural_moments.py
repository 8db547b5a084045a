"""Pushes at every moment: how often a walk falls, by preset. Push tables sample phases of a steady walk only.

    python benchmarks/natural_moments.py [SKILL …] [--force 140] [--json] [--store]

Each walk goes from rest; every 0.125 s from 2 to 8 s it is pushed for 0.4 s at the trunk, to eight sides, and
must be up six seconds after the push began. Two seconds in, a walk is still starting; later moments fall on
all phases of its steps. --store keeps the rows for docs/natural.md. The exit code is 1 when the preset
`balanced` falls to more of the pushes than `robust`, by more than 5 % of all.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.natural import store
from footfall.engine.sim import Sim
from footfall.world import Push

WALKS: tuple[tuple[str, str, dict[str, float]], ...] = (
    ("genbicon/walk", "human", {}),
    ("genbicon/walk", "human-spine", {}),
    ("genbicon/walk", "human-spine", {"speed": 1.1}),
    ("simbicon/walk3d", "human", {}),
)
"""Skill, body, values."""
PRESETS = ("robust", "balanced")
SIDES = 8
MOMENTS = np.arange(2.0, 8.01, 0.125)  # s
LASTS, AFTER = 0.4, 6.0  # s
MORE = 0.05  # of the moments

Row = dict[str, Any]


def falls(
    skill: str, body: str, values: dict[str, float], preset: str, force: float
) -> list[tuple[float, int]]:
    """The moments (s) and sides (eighths of a turn to the left from forwards) at which a push fells it."""
    sim, out = Sim(skill, body=body, set=values, preset=preset), []
    for moment in MOMENTS:
        sim.advance(round(moment / sim.dt) - sim.tick)
        before = sim.state()
        for side in range(SIDES):
            turn = 2.0 * math.pi * side / SIDES
            sim.set_pushes([Push(moment, None, LASTS, (force * math.cos(turn), force * math.sin(turn), 0.0))])
            if sim.run(AFTER).end != "time":
                out.append((float(moment), side))
            sim.restore(before)
    return out


def measure(skill: str, body: str, values: dict[str, float], force: float) -> Row:
    """How many of the pushes fell it, by preset."""
    tried = len(MOMENTS) * SIDES
    found = {preset: falls(skill, body, values, preset, force) for preset in PRESETS}
    counts = {preset: len(each) for preset, each in found.items()}
    sides = {preset: [sum(s == k for _, s in each) for k in range(SIDES)] for preset, each in found.items()}
    good = counts["balanced"] <= counts["robust"] + MORE * tried
    who = {"walk": skill, "body": body, "speed": values.get("speed"), "force": force, "tried": tried}
    return {**who, **counts, "sides": sides, "passed": good}


def main() -> int:
    """Measure the walks, print them, keep them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("skills", nargs="*", metavar="SKILL")
    parser.add_argument("--force", type=float, default=140.0, help="N")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    rows = []
    for skill, body, values in WALKS:
        if options.skills and skill not in options.skills:
            continue
        rows.append(measure(skill, body, values, options.force))
        one = rows[-1]
        print(json.dumps(one) if options.json else "  ".join(f"{k} {v}" for k, v in one.items()), flush=True)
    if options.store:
        store({"moments": rows})
    return 0 if all(one["passed"] for one in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
