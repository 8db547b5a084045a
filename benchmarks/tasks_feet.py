"""Tasks of the feet in random places: stairs, beams to step over, bars to duck under, stepping stones.

    python benchmarks/tasks_feet.py [--only stairs,step-over,…] [--trials 10] [--seed 1] [--json]

Each trial draws its place from the ranges below by its seed. It succeeds when the body is past
everything, upright, at the end; a bar that head or trunk touches, and a foot in a gap, is a fall.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass

from footfall.engine.sim import Sim

SECONDS = 20.0  # of a trial
STEPS = 6  # of a staircase
STONES = 5


@dataclass(frozen=True)
class Trial:
    """A skill in a drawn place.

    Attributes:
        skill: Of the library.
        ground: Where it walks; None: the skill's own.
        values: Parameters of the skill.
        beyond: How far the centre of mass must get along x, m.
    """

    skill: str
    ground: str | None
    values: dict[str, float]
    beyond: float


def _stairs(draw: random.Random, sign: int = 1) -> Trial:
    rise, tread = draw.uniform(0.05, 0.18), draw.uniform(0.28, 0.35)
    ground = f"stairs:{sign * rise:.3f},{tread:.3f},{STEPS}"
    return Trial("genbicon/stairs", ground, {}, 1.0 + (STEPS + 2) * tread)


def _down(draw: random.Random) -> Trial:
    return _stairs(draw, -1)


def _step_over(draw: random.Random) -> Trial:
    values = {"at": draw.uniform(2, 3.5), "high": draw.uniform(0.05, 0.2), "deep": draw.uniform(0.05, 0.2)}
    return Trial("genbicon/step-over", None, values, values["at"] + 0.9)


def _duck(draw: random.Random) -> Trial:
    values = {"bar": draw.uniform(1.2, 1.5), "bar_at": draw.uniform(2.7, 4)}
    return Trial("genbicon/duck", None, values, values["bar_at"] + 2)


def _both(draw: random.Random) -> Trial:
    values = _step_over(draw).values | _duck(draw).values
    return Trial("genbicon/over-and-under", None, values, max(values["at"], values["bar_at"]) + 1.5)


def _stones(draw: random.Random) -> Trial:
    x, rows = 2.2, list[str]()
    for _ in range(STONES):
        gap = draw.uniform(0.05, 0.15)
        rows += [f"{x:.3f}=0,{x:.3f}=-1,{x + gap:.3f}=-1,{x + gap:.3f}=0"]
        x += gap + draw.uniform(0.28, 0.5)
    return Trial("genbicon/stones", "profile:" + ",".join(rows), {}, x + 0.3)


TASKS: dict[str, Callable[[random.Random], Trial]] = {
    "stairs": _stairs,
    "stairs-down": _down,
    "step-over": _step_over,
    "duck": _duck,
    "over-and-under": _both,
    "stones": _stones,
}


def succeeds(trial: Trial) -> bool:
    """Whether the body gets past everything and is upright then."""
    sim = Sim(trial.skill, world=trial.ground, set=trial.values)
    ticks = int(SECONDS / sim.dt)
    for _ in range(0, ticks, 100):
        ran = sim.advance(100)
        if float(sim.data.subtree_com[1, 0]) > trial.beyond:
            return True
        if ran < 100:
            return False
    return False


def table(names: list[str], trials: int, seed: int) -> dict[str, dict[str, int]]:
    """How many of the trials of each task succeed."""
    rows = {}
    for name in names:
        good = 0
        for k in range(trials):
            good += succeeds(TASKS[name](random.Random(f"{name} {seed} {k}")))
            print(f"\r{name}: {good} of {k + 1} ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        rows[name] = {"good": good, "of": trials}
    return rows


def main() -> None:
    """Read the command line, try, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default=",".join(TASKS))
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    names = [name for name in asked.only.split(",") if name in TASKS]
    rows = table(names, asked.trials, asked.seed)
    if asked.json:
        print(json.dumps(rows))
    else:
        for name, row in rows.items():
            print(f"{name:16} {row['good']} of {row['of']}")


if __name__ == "__main__":
    main()
