"""Tune a task of the hands: its marked numbers, over random placements that no table uses.

    python benchmarks/tune_hands.py SCRIPT.skill --task push [--minutes 25] [--placements 5] -o OUT.skill

Every generation draws placements of its own, from seeds far from those of `tasks_hands.py`. A candidate gets
a point for each in which it succeeds, a little more when it is quick, and a part of one for staying up.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tasks_hands import TASKS, Task, attempt, draws

from footfall.learn.free import Free, free_numbers
from footfall.learn.search.cma import PopulationCMA
from footfall.script import Program, compile_skill, rewrite

SEEDS = 10_000  # the first of the seeds that placements are drawn from
QUICK, UP = 0.5, 0.5  # points for a success in no time, and for staying up without one


def own_numbers(base: Program) -> tuple[Free, ...]:
    """The marked numbers of the script itself, not those of the skills it calls."""
    return tuple(free for free in free_numbers(base) if base.slots[free.slot].span.unit == 0)


def numbers(base: Program, free: tuple[Free, ...], x: NDArray[np.float64]) -> NDArray[np.float64]:
    """(P,) the script's numbers with the free ones at a point of the search."""
    params = base.params.copy()
    for number, value in zip(free, x, strict=True):
        params[number.slot] = number.value(float(value))
    return params


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


def tune(path: str, task: Task, minutes: float, placements: int, sigma: float, seed: int, out: Path) -> None:
    """Search, and write the middle of what the search has come to after every generation."""
    base = compile_skill(path)
    free = own_numbers(base)
    lower, upper = np.array([f.lower for f in free]), np.array([f.upper for f in free])
    search = PopulationCMA(lower, upper, seed=seed, sigma=sigma)
    began, generation = time.monotonic(), 0
    while time.monotonic() - began < 60 * minutes:
        drawn = draws(task, placements, SEEDS + 1000 * seed + generation)
        scores = np.array(
            [score(replace(base, params=numbers(base, free, x)), task, drawn) for x in search.ask()]
        )
        search.tell(scores)
        generation += 1
        print(
            f"{time.monotonic() - began:5.0f} s  generation {generation}  best {scores.min():.3f}"
            f"  mean {scores.mean():.3f}",
            flush=True,
        )
        middle = numbers(base, free, search.middle())
        out.write_text(rewrite(base.units[0].text, 0, base, middle), encoding="utf-8")


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
    tune(a.script, TASKS[a.task], a.minutes, a.placements, a.sigma, a.seed, a.output)


if __name__ == "__main__":
    main()
