"""Numbers with which tracked bodies step when pushed, found on several clips at once.

    python benchmarks/tune_steps.py stand squat bow --minutes 20 --out steps.json      # goes on where it was
    python benchmarks/tune_steps.py stand squat --column ball --out balls.json

CMA-ES over the numbers of `SEARCHED`, by the mean reward over clips and draws, which is less where a clip
goes on for less than `PLAYED` of the time; every generation has draws of its own, so that none is learnt by
heart. The start is the set of the database that ``--start`` names, or what
stands in ``--out``. The result is printed as a set of `learn/track/known.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import cma
import numpy as np

from benchmarks.tracking_pushes import PAPER, PLAYED, marked, pushing_of
from footfall.body import load_body
from footfall.learn.track.known import KNOWN, with_numbers
from footfall.learn.track.reward import LONGEST, Score, Thresholds, reward_of, thresholds_of
from footfall.learn.track.search import Evaluator
from footfall.learn.track.skill import MASS

SEARCHED = (
    "step", "inside", "beyond", "lift", "aside", "late", "carry", "soles", "waist_kp", "waist_kd", "hip_kp",
    "hip_kd", "knee_kp", "knee_kd", "ankle_kp", "ankle_kd", "toe_kp", "single_position", "single_velocity",
    "single_trunk", "single_momentum", "dual_position", "dual_velocity", "dual_trunk", "dual_momentum",
)  # fmt: skip
LEAST = {"step": 0.11, "lift": 0.015, "soles": 0.7, "late": 0.0}
MOST = {"step": 0.4, "lift": 0.12, "soles": 1.0, "inside": 0.06, "aside": 0.25, "late": 4.0}
SPREAD = 0.15  # first std, in shares of a number, or of its scale where it may be 0
NEVER = 2.0  # a share that no stance exceeds
SCALE = {"inside": 0.04, "single_position": 600.0, "single_momentum": 60.0, "dual_momentum": 60.0,
         "late": 1.0}  # fmt: skip


def numbers_at(start: dict[str, float], x: np.ndarray) -> dict[str, float]:
    """A set of numbers at a point of the search."""
    out = dict(start)
    for name, value in zip(SEARCHED, x.tolist(), strict=True):
        was = start[name]
        new = was + SCALE[name] * value if name in SCALE else was * math.exp(value)
        out[name] = min(MOST.get(name, math.inf), max(LEAST.get(name, -math.inf), new))
    return out


def worth(score: Score, thresholds: Thresholds) -> float:
    """A run's reward; less where the clip waited for longer than it may."""
    reward = reward_of(score.seconds / LONGEST, score.errors, thresholds.all)
    return reward * min(1.0, max(0.0, score.played) / PLAYED)


class Trials:
    """Rewards of sets of numbers on several clips."""

    def __init__(self, kinds: list[str], column: str, harder: float, patient: bool) -> None:
        self.mass = load_body("human").mass
        self.programs = {kind: marked(kind) for kind in kinds}
        index = ("push", "ball").index(column)
        self.evaluators = {
            kind: Evaluator(
                self.programs[kind],
                replace(thresholds_of(kind), stance=NEVER) if patient else thresholds_of(kind),
                pushing_of(column, harder * PAPER[kind][index]),
                threads=1,
            )
            for kind in kinds
        }

    def rewards(self, numbers: list[dict[str, float]], seeds: list[int], threads: int) -> np.ndarray:
        """(candidates, clips) means over the seeds."""

        def of_kind(kind: str) -> np.ndarray:
            candidates = [with_numbers(self.programs[kind], n, self.mass) for n in numbers]
            scores = self.evaluators[kind].scores(candidates, seeds)
            return np.array([np.mean([worth(score, thresholds_of(kind)) for score in row]) for row in scores])

        with ThreadPoolExecutor(threads) as pool:
            columns: list[np.ndarray] = list(pool.map(of_kind, self.programs))
        return np.column_stack(columns)


def main() -> int:
    """Search, and keep what was found after each generation."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="+", choices=list(PAPER))
    parser.add_argument("--column", choices=("push", "ball"), default="push")
    parser.add_argument("--harder", type=float, default=1.0, help="times the paper's figure")
    parser.add_argument(
        "--patient", action="store_true", help="no error of the stance ends a run: less noise"
    )
    parser.add_argument("--spread", type=float, default=SPREAD, help="first std, in shares of a number")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--draws", type=int, default=2, help="of each clip for each candidate")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--population", type=int, default=14)
    parser.add_argument("--start", choices=list(KNOWN), default="stepping")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    program = marked(options.kinds[0])
    mass = load_body("human").mass
    usual = {p.name: float(program.params[p.slot]) for p in program.units[0].parameters}
    unscaled = {n: v if n in SCALE or n in LEAST or n in MOST else v * MASS / mass for n, v in usual.items()}
    start = {name: unscaled[name] for name in SEARCHED} | KNOWN[options.start]
    if options.out.is_file():
        start |= json.loads(options.out.read_text(encoding="utf-8"))["numbers"]
    trials = Trials(options.kinds, options.column, options.harder, options.patient)
    search = cma.CMAEvolutionStrategy(
        np.zeros(len(SEARCHED)),
        options.spread,
        {"seed": options.seed, "popsize": options.population, "verbose": -9, "CMA_diagonal": True},
    )
    began, generation = time.monotonic(), 0
    while time.monotonic() - began < 60.0 * options.minutes:
        generation += 1
        first = 10_000 * options.seed + options.draws * generation
        seeds = list(range(first, first + options.draws))
        points = search.ask()
        found = trials.rewards([numbers_at(start, x) for x in points], seeds, options.threads)
        search.tell(points, (-found.mean(axis=1)).tolist())
        middle = numbers_at(start, np.asarray(search.mean))
        options.out.write_text(json.dumps({"numbers": middle, "generation": generation}, indent=1) + "\n")
        each = " ".join(f"{kind} {m:.2f}" for kind, m in zip(options.kinds, found.mean(axis=0), strict=True))
        print(f"{generation}: mean {found.mean():.3f}, best {found.mean(axis=1).max():.3f}; {each}",
              file=sys.stderr, flush=True)  # fmt: skip
    middle = numbers_at(start, np.asarray(search.mean))
    print(json.dumps({name: float(f"{value:.3g}") for name, value in middle.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
