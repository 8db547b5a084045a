"""Tune a 3D walk for the published push table: eight directions, 0.4 s at the chest.

    python benchmarks/tune_push_table.py SCRIPT.skill [--minutes 25] [--sigma 0.3] [--seed 1] -o OUT.skill

Each candidate walks until its gait has settled and is pushed from there, in every direction, at phases that
the table of `walk3d_pushes.py` does not use. Three pushes a direction, by bisection, tell how much of the
published force it survives. The numbers that may change are those with a mark in the script.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.tuning import tune
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.learn.free import free_numbers
from footfall.robust.published import WALK3D_DURATION, WALK3D_PUSHES
from footfall.robust.pushes import survives
from footfall.robust.subject import settle
from footfall.script import Program, compile_skill

PHASES = (0.06, 0.13, 0.22, 0.56, 0.63, 0.72)  # of the cycle; two are drawn each generation, one a stance
LEAST, MOST, PUSHES = 0.5, 1.5, 3  # of the published force, and how many pushes find it
WEAK = 0.9  # of the published force: what is below counts double
FAST, HASTE = 0.95, 0.5  # m/s: a faster walk costs this much a m/s
SHAKE, SHAKY = 0.08, 3.0  # a walk that shakes more costs this much for each unit above
AFTER = 5.0  # s to stay up


def survived(sim: Sim, here: Snapshot, lateral: float, sagittal: float) -> float:
    """The share of a force (N, to the left and forwards) that is survived from a state."""
    low, high = LEAST, MOST
    for _ in range(PUSHES):
        share = 0.5 * (low + high)
        up = survives(sim, here, share * sagittal, share * lateral, duration=WALK3D_DURATION, after=AFTER)
        low, high = (share, high) if up else (low, share)
    return low


def score(program: Program, phases: tuple[float, ...], pool: ThreadPoolExecutor) -> float:
    """Smaller is better: minus the mean share over directions and phases, weak ones counted double."""
    sims = [Sim(program) for _ in range(2)]
    try:
        gait = settle(sims[0], phases)
    except FootfallError:
        return 1.0
    undisturbed = Sim(program).run(8.0).report()
    cells = [
        (gait.snapshots[phase], (1.0 if phase < 0.5 else -1.0) * lateral, sagittal)
        for phase in phases
        for lateral, sagittal in WALK3D_PUSHES
    ]

    def half(k: int) -> list[float]:
        return [survived(sims[k], *cell) for cell in cells[k::2]]

    shares = np.array([share for part in pool.map(half, range(2)) for share in part])
    cost = HASTE * max(0.0, gait.speed - FAST) + SHAKY * max(0.0, undisturbed["shake"] - SHAKE)
    return float(cost - np.mean(shares - np.maximum(0.0, WEAK - shares)))


def tune_walk(path: str, out: Path, minutes: float, sigma: float, seed: int, population: int) -> None:
    """Search; every generation is pushed at two phases of its own."""
    base = compile_skill(path)
    with ThreadPoolExecutor(2) as pool:

        def scores_of(candidates: Sequence[Program], generation: int) -> list[float]:
            draw = np.random.default_rng((seed, generation))
            phases = tuple(sorted((PHASES[draw.integers(3)], PHASES[3 + draw.integers(3)])))
            return [score(program, phases, pool) for program in candidates]

        tune(
            base,
            free_numbers(base),
            scores_of,
            out,
            minutes=minutes,
            sigma=sigma,
            seed=seed,
            population=population,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune a 3D walk for the published push table.")
    parser.add_argument("script")
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--sigma", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--population", type=int, default=14)
    parser.add_argument("-o", "--output", type=Path, required=True)
    a = parser.parse_args()
    tune_walk(a.script, a.output, a.minutes, a.sigma, a.seed, a.population)


if __name__ == "__main__":
    main()
