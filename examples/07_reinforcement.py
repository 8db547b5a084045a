"""Learning from outside: an environment of Gymnasium, and a line of control that helps a walk after a push.

python examples/07_reinforcement.py [FOLDER]          needs pip install 'footfall[gym]'
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import footfall.gym  # noqa: F401  (registers footfall/Walk-v0 and others)

SECONDS = 3.0


def episode(env: Any, gain: float, seed: int) -> tuple[float, float]:
    """How long it stays up, and what it earns, when both ankles answer the speed with this gain."""
    names = list(env.unwrapped.task.sim.observe_names())
    speed, ankles = names.index("com.velocity.forward"), env.unwrapped.task.actions.names
    seen, _ = env.reset(seed=seed)
    earned = steps = 0.0
    while True:
        action = np.full(len(ankles), gain * (seen[speed] - 1.2), np.float32)
        seen, reward, fell, over, _ = env.step(action)
        earned, steps = earned + reward, steps + 1
        if fell or over:
            return steps * env.unwrapped.task.seconds, earned


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)
    # The script goes on by itself; an action shifts the targets of these joints, by at most `reach` rad.
    env = gymnasium.make(
        "footfall/Recover-v0", skill="simbicon/walk", names=("lAnkle.pitch", "rAnkle.pitch"),
        reach=0.6, push=800.0, push_seconds=0.4, seconds=SECONDS,
    )  # fmt: skip
    found = {}
    for gain in (0.0, -0.3, 0.3):
        up, earned = np.mean([episode(env, gain, seed) for seed in range(1, 7)], axis=0)
        found[str(gain)] = {"seconds": float(up), "reward": float(earned)}
        print(f"gain {gain:+.1f}: up for {up:.2f} of {SECONDS:g} s, reward {earned:.2f}")
    env.close()
    (folder / "gains.json").write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
