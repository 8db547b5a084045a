"""The published push table of the 3D walk, ours beside it, and the same over ten phases of the cycle.

    python benchmarks/walk3d_pushes.py [SKILL] [--once] [--threads 2] [--json] [--store]

Of the preset `robust`, where the skill has one. 0.4 s at the chest, legs colliding, both stances (mirrored);
each limit is found by bisection and looked at from below. `--once` measures phase 0.1 only.
`--store` writes docs/media/simbicon/walk3d_pushes.json and the polar plot, from which docs/simbicon.md is
made. The exit code is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.push_limits import PHASES
from benchmarks.simbicon_store import FOLDER, store
from footfall.robust import published
from footfall.robust.pictures import polar
from footfall.robust.pushes import PushTable, push_table
from footfall.robust.table import direction_name
from footfall.script import compile_skill

SKILL, PRESET = "simbicon/walk3d", "robust"
WEAKEST = 0.7  # of its published force that each direction must reach
OVER_PHASES = 0.8  # of the published sum that the mean over ten phases must reach


def measure(skill: str = SKILL, threads: int = 2, once: bool = False) -> tuple[dict[str, Any], PushTable]:
    """Both tables, and what they reach of the published one."""
    program = compile_skill(skill)
    if any(preset.name == PRESET for preset in program.presets):
        program = program.with_preset(PRESET)
    table = push_table(program, (published.WALK3D_PHASE,), threads=threads)
    norms = published.walk3d_norms()
    whole = sum(norms)
    ours = table.mean[0].tolist()
    shares = [limit / norm for limit, norm in zip(ours, norms, strict=True)]
    result: dict[str, Any] = {
        "skill": skill,
        "published": [round(norm, 1) for norm in norms],
        "published_sum": round(whole, 1),
        "directions": [direction_name(way) for way in table.directions],
        "table": table.plain(),
        "sum": round(float(table.sums[0]), 1),
        "share": round(float(table.sums[0]) / whole, 4),
        "reached_sum": round(float(table.reached.mean(axis=0).sum()), 1),
        "weakest": round(min(shares), 4),
        "met": sum(share >= 1.0 for share in shares),
    }
    result["passed"] = result["share"] >= 1.0 and result["weakest"] >= WEAKEST
    if not once:
        phases = push_table(program, PHASES, threads=threads)
        result["phases"] = phases.plain()
        result["phases_mean_sum"] = round(float(phases.sums.mean()), 1)
        result["phases_share"] = round(float(phases.sums.mean()) / whole, 4)
        result["phases_passed"] = result["phases_share"] >= OVER_PHASES
    return result, table


def keep(result: dict[str, Any], table: PushTable) -> None:
    """For docs/simbicon.md."""
    store("walk3d_pushes", result)
    polar(table, FOLDER / "walk3d_pushes.png")


def show(result: dict[str, Any]) -> None:
    table = result["table"]
    print(f"{result['skill']}: {table['duration']:g} s, {table['part']}, phase {table['phases'][0]:g} (N)")
    left, right = (limits[0] for limits in table["limits"])
    rows = zip(result["directions"], result["published"], left, right, table["mean"][0], strict=True)
    print(f"  {'direction':24} {'publ.':>6} {'left':>6} {'right':>6} {'mean':>6}")
    for name, norm, a, b, mean in rows:
        print(f"  {name:24} {norm:6.0f} {a:6.0f} {b:6.0f} {mean:6.0f}  {mean / norm:4.0%}")
    print(
        f"  sum {result['sum']:.0f} of {result['published_sum']:.0f}: {result['share']:.0%}; "
        f"weakest {result['weakest']:.0%}; {result['met']} of 8 reached; "
        f"weaker pushes left aside {result['reached_sum']:.0f}"
    )
    if "phases" in result:
        sums = zip(result["phases"]["phases"], result["phases"]["sums"], strict=True)
        print("  sums by phase:", ", ".join(f"{phase:g}: {total:.0f}" for phase, total in sums))
        print(f"  mean over ten phases {result['phases_mean_sum']:.0f}: {result['phases_share']:.0%}")


def main() -> int:
    parser = argparse.ArgumentParser(description="The push table of the 3D walk.")
    parser.add_argument("skill", nargs="?", default=SKILL)
    parser.add_argument("--once", action="store_true", help="phase 0.1 only")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true", help="for docs/simbicon.md")
    arguments = parser.parse_args()
    result, table = measure(arguments.skill, arguments.threads, arguments.once)
    if arguments.store:
        keep(result, table)
    if arguments.json:
        print(json.dumps(result))
    else:
        show(result)
    return 0 if result["passed"] and result.get("phases_passed", True) else 1


if __name__ == "__main__":
    sys.exit(main())
