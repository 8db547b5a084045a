"""How much of a Batch's own rate is left to Gymnasium's vector environments: 16 of them on two threads.

python benchmarks/gym_speed.py [--environment footfall/Walk-v0] [--rounds 20] [--json]

Both step the same number of ticks in turns, so that a busy machine slows both. The share is of the
processor's time, which does not count what others take; that of the clock is told besides.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

import numpy as np

import footfall as ff
from footfall.gym import ENVIRONMENTS, SkillVectorEnv

ENVS, THREADS, STEPS = 16, 2, 10


def measure(environment: str, rounds: int) -> dict[str, float]:
    """Rates of both, in ticks a second, and the share."""
    envs = SkillVectorEnv(ENVS, environment, threads=THREADS)
    settings, ticks = ENVIRONMENTS[environment], envs.tasks[0].ticks
    actions = np.zeros((ENVS, len(envs.tasks[0].actions.names)), np.float32)
    steps: tuple[Callable[[], object], ...] = (lambda: batch.step(ticks), lambda: envs.step(actions))
    batch = ff.Batch(
        [ff.Sim(settings.skill, seed=k + 1, set=settings.set) for k in range(ENVS)], threads=THREADS
    )
    envs.reset(seed=1)
    spent = np.zeros((2, 2, rounds))  # who; processor, clock
    for k in range(-1, rounds):  # the first round warms up
        for who, step in enumerate(steps):
            before = time.process_time(), time.perf_counter()
            for _ in range(STEPS):
                step()
            if k >= 0:
                spent[who, :, k] = time.process_time() - before[0], time.perf_counter() - before[1]
    envs.close()
    batch.close()
    done = ENVS * STEPS * ticks
    cpu, clock = np.median(spent[0] / spent[1], axis=1)  # of rounds side by side: both are disturbed alike
    return {
        "share": float(cpu),
        "share_of_clock": float(clock),
        "batch_ticks_per_second": done / float(spent[0, 1].min()),
        "gym_ticks_per_second": done / float(spent[1, 1].min()),
        "ticks_per_action": ticks,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--environment", default="footfall/Walk-v0")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.environment, asked.rounds)
    print(json.dumps(found) if asked.json else "\n".join(f"{k:24} {v:.3f}" for k, v in found.items()))


if __name__ == "__main__":
    main()
