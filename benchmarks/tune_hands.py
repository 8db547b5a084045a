"""Tune a task of the hands: its marked numbers, over random placements that no table uses.

    python benchmarks/tune_hands.py SCRIPT.skill --task push [--minutes 25] [--placements 5] -o OUT.skill

Every generation draws placements of its own, from seeds far from those of `tasks_hands.py`. A candidate gets
a point for each in which it succeeds, a little more when it is quick, and a part of one for staying up.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.tasks_hands import TASKS, Task, attempt, draws
from benchmarks.tuning import tune
from footfall.learn.free import FreeNumber, free_numbers
from footfall.script import Program, compile_skill

SEEDS = 10_000  # the first of the seeds that placements are drawn from
QUICK, UP = 0.5, 0.5  # points for a success in no time, and for staying up without one


def own_numbers(base: Program) -> tuple[FreeNumber, ...]:
    """The marked numbers of the script itself, not those of the skills it calls."""
    return tuple(free for free in free_numbers(base) if base.slots[free.slot].span.unit == 0)


def score(program: Program, task: Task, placements: list[dict[str, float]]) -> float:
    """Smaller is better: minus the mean points of the placements."""
    points = 0.0
    for values in placements:
        row = attempt(task, values, program)
        if row["good"]:
            points += 1.0 + QUICK * (1.0 - row["reached"] / task.seconds)
        else:
            points += UP * min(1.0, row["seconds"] / task.seconds)
    return -points / len(placements)


def tune_task(
    path: str, task: Task, minutes: float, placements: int, sigma: float, seed: int, out: Path
) -> None:
    """Search over placements that are drawn anew in every generation."""
    base = compile_skill(path)

    def scores_of(candidates: Sequence[Program], generation: int) -> list[float]:
        drawn = draws(task, placements, SEEDS + 1000 * seed + generation)
        return [score(program, task, drawn) for program in candidates]

    tune(base, own_numbers(base), scores_of, out, minutes=minutes, sigma=sigma, seed=seed)


def main() -> None:
    """Read the arguments and search."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("script")
    parser.add_argument("--task", choices=TASKS, required=True)
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--placements", type=int, default=5)
    parser.add_argument("--sigma", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, required=True)
    a = parser.parse_args()
    tune_task(a.script, TASKS[a.task], a.minutes, a.placements, a.sigma, a.seed, a.output)


if __name__ == "__main__":
    main()
