"""Tasks of the hands: reach, push, pull, lift, each in random placements within its ranges.

    python benchmarks/tasks_hands.py [--task reach] [--trials 10] [--seed 1] [--json]

A trial is a set of the skill's parameters, drawn from the seed. It has succeeded when the skill's GOAL
was reached and the body did not fall, during the whole time. The exit code is 1 when a task succeeds in
fewer than 9 of 10.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from footfall import Sim
from footfall.engine.kernel.ends import END_WORDS
from footfall.script import Program, compile_skill

SHARE = 0.9  # of the trials that must succeed
CHECK = 0.25  # s between looks at the goal


@dataclass(frozen=True)
class Task:
    """A skill, the ranges its placements are drawn from, and how long it may take (s)."""

    skill: str
    ranges: dict[str, tuple[float, float]]
    seconds: float


TASKS = {
    "reach": Task("genbicon/reach", {"x": (2, 5), "y": (-0.5, 0.5), "height": (0, 1.9)}, 30),
    "push": Task("genbicon/push", {"x": (1.5, 4), "y": (-0.5, 0.5)}, 30),
    "pull": Task("genbicon/pull", {"x": (1.5, 4), "y": (-0.5, 0.5)}, 30),
    "lift": Task("genbicon/lift", {"x": (1.5, 4), "y": (-0.5, 0.5), "size": (0.3, 0.5), "load": (5, 25)}, 35),
}


def draws(task: Task, trials: int, seed: int) -> list[dict[str, float]]:
    """Placements, each number uniform over its range."""
    rng = np.random.default_rng(seed)
    return [
        {name: round(float(rng.uniform(*bounds)), 3) for name, bounds in task.ranges.items()}
        for _ in range(trials)
    ]


def attempt(task: Task, values: dict[str, float], program: Program | None = None) -> dict[str, Any]:
    """One trial, of the task's skill or of another program: was the goal reached, when, how did it end."""
    sim = Sim(program or compile_skill(task.skill), set=values)
    reached: float | None = None
    end = "running"
    while sim.time < task.seconds and (reached is None or sim.time < reached + 1.0):
        sim.step(round(CHECK / sim.dt))
        end = END_WORDS[int(sim.actors[0].state.verdict[0])]
        if end != "running":
            break
        if reached is None and sim.goal_reached():
            reached = round(sim.time, 2)
    phase = sim.programs[0].phase_names[int(sim.actors[0].state.frame_phase[0])]
    good = reached is not None and end == "running"
    return {**values, "good": good, "reached": reached, "end": end, "seconds": sim.time, "phase": phase}


def measure(name: str, trials: int, seed: int, show: bool) -> dict[str, Any]:
    """All trials of a task; `show` prints each as it ends."""
    task, rows = TASKS[name], []
    for values in draws(task, trials, seed):
        row = attempt(task, values)
        rows.append(row)
        if show:
            drawn = "  ".join(f"{key} {value:6.3f}" for key, value in values.items())
            how = f"after {row['reached']} s" if row["good"] else f"{row['end']} at {row['seconds']:.1f} s"
            print(f"{name}  {drawn}  {'ok' if row['good'] else 'FAILED'}  {how} ({row['phase']})", flush=True)
    good = sum(row["good"] for row in rows)
    return {"task": name, "trials": trials, "good": good, "passed": good >= SHARE * trials, "rows": rows}


def main() -> None:
    """Print a table, or JSON."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--task", choices=TASKS, action="append")
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    results = []
    for name in asked.task or TASKS:
        result = measure(name, asked.trials, asked.seed, not asked.json)
        results.append(result)
        print(f"{name}: {result['good']} of {result['trials']}", file=sys.stderr, flush=True)
    if asked.json:
        print(json.dumps(results))
    sys.exit(0 if all(result["passed"] for result in results) else 1)


if __name__ == "__main__":
    main()
