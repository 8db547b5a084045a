"""The 3D gaits of the SIMBICON chapter: each from five drawn starts, their speeds and how clean they are.

    python benchmarks/gaits3d.py [GAIT …] [--seconds 60] [--threads 2] [--json] [--store]

walk3d walks with its preset `robust`. A gait that is not in the library yet is shown as missing. `--store`
writes docs/media/simbicon/gaits3d.json. The exit code is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.simbicon_store import store
from footfall.engine.batch import run_seeds
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.script import skill_names

SEEDS = 5
CLEAN = {"foot_slide": (0.0, 0.02), "knee_over": (-1e9, 3.0), "shake": (0.0, 0.1)}
LIFTED = 1.0  # N: a foot with less load than this is in the air


@dataclass(frozen=True)
class Gait:
    """A gait and its bars, besides holding from every start.

    Attributes:
        name: Of the skill.
        bars: Name of a number -> least and most.
        preset: Of the skill; its defaults when None.
    """

    name: str
    bars: dict[str, tuple[float, float]] = field(default_factory=dict)
    preset: str | None = None


GAITS = (
    Gait("walk3d", CLEAN, "robust"),
    Gait("stroll3d", CLEAN),
    Gait("march3d", CLEAN),
    Gait("in-place3d", {"speed": (-0.15, 0.15), **CLEAN}),
    Gait("backward3d", {"speed": (-1e9, -0.2), **CLEAN}),
    Gait("hop3d", {"flight": (0.02, 1.0)}),
    Gait("run3d", {"speed": (1.8, 1e9), "flight": (0.02, 1.0)}),
    Gait("fast-run3d", {"flight": (0.02, 1.0)}),
    Gait("skip3d", {"flight": (0.02, 1.0)}),
    Gait("cloud-hands3d", {"sideways": (0.15, 1e9)}),
    Gait("uphill3d", CLEAN),
)


def measure(gait: Gait, seconds: float, threads: int) -> dict[str, Any]:
    """Run a gait from drawn starts.

    Returns:
        How many hold, the mean of each number and the worst, and whether all bars are met.
    """
    skill = f"simbicon/{gait.name}"
    if skill not in skill_names():
        return {"gait": gait.name, "missing": True, "passed": False}
    recordings = run_seeds(RunSpec((ActorSpec(skill, preset=gait.preset),)), seconds, SEEDS, threads=threads)
    reports = []
    for rec in recordings:
        second_half = rec.loads[len(rec.loads) // 2 :]
        flight = float(np.mean((second_half < LIFTED).all(axis=1))) if len(second_half) else 0.0
        reports.append({**rec.report(), "flight": flight})
    for report in reports:
        report["sideways"] = abs(report["speed_side"])
    held = sum(report["end"] == "time" for report in reports)
    names = ("speed", "sideways", "flight", "foot_slide", "knee_over", "shake", "heading_error")
    numbers = {name: [round(float(report[name]), 4) for report in reports] for name in names}
    missed = [
        name
        for name, (least, most) in gait.bars.items()
        if not all(least <= value <= most for value in numbers[name])
    ]
    return {
        "gait": gait.name,
        "seconds": seconds,
        "seeds": SEEDS,
        "held": held,
        "fell_at": [report["fell_at"] for report in reports if report["fell_at"] is not None],
        **{name: numbers[name] for name in names},
        "missed": missed,
        "passed": held == SEEDS and not missed,
    }


def show(row: dict[str, Any]) -> None:
    if row.get("missing"):
        print(f"  {row['gait']:14} missing")
        return
    mean = {k: float(np.mean(row[k])) for k in ("speed", "sideways", "flight", "foot_slide", "shake")}
    worst = max(row["knee_over"])
    print(
        f"  {row['gait']:14} {row['held']} of {row['seeds']}  {mean['speed']:6.2f} m/s  "
        f"sideways {mean['sideways']:.2f}  flight {mean['flight']:4.0%}  slide {max(row['foot_slide']):.3f}  "
        f"knee {worst:5.1f}  shake {max(row['shake']):.3f}"
        + (f"  missed: {', '.join(row['missed'])}" if row["missed"] else "")
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="The 3D gaits from five drawn starts.")
    parser.add_argument("gaits", nargs="*", metavar="GAIT", help=", ".join(g.name for g in GAITS))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true", help="for docs/simbicon.md")
    arguments = parser.parse_args()
    unknown = set(arguments.gaits) - {g.name for g in GAITS}
    if unknown:
        parser.error(f"there is no 3D gait {unknown.pop()}")
    rows = []
    for gait in GAITS:
        if arguments.gaits and gait.name not in arguments.gaits:
            continue
        rows.append(measure(gait, arguments.seconds, arguments.threads))
        if not arguments.json:
            show(rows[-1])
    result = {"rows": rows, "passed": all(row["passed"] for row in rows)}
    if arguments.store:
        store("gaits3d", result)
    if arguments.json:
        print(json.dumps(result))
    return 0 if result["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
