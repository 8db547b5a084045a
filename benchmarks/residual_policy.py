"""A residual policy: a few numbers, found by CMA-ES, help a walk to survive harder pushes.

python benchmarks/residual_policy.py [FOLDER] [MINUTES]      # 5 minutes of one core show it well
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import cma
import numpy as np

from footfall.gym import SkillVectorEnv

ENVS, SECONDS = 16, 4.0
JOINTS = ("Hip.pitch", "Ankle.pitch", "Knee.pitch")
SEEN = ("com.velocity.forward", "root.up.forward", "root.spin.left", "stance.left")


def act(weights: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Shifts for the swing hip, the stance ankle and the swing knee, from speed and tilt of the body."""
    speed, tilt, spin, left = seen.T
    features = np.stack([speed - 0.8, tilt, 0.1 * spin], axis=1)
    hip, ankle, knee = (features @ weights.reshape(3, 3)).T
    stance = left > 0.5  # on the left leg: the right one swings
    columns = [hip * ~stance, hip * stance, ankle * stance, ankle * ~stance, knee * ~stance, knee * stance]
    return np.stack(columns, axis=1).astype(np.float32)


def survived(envs: SkillVectorEnv, columns: list[int], weights: np.ndarray, seed: int) -> tuple[float, float]:
    """The share of drawn pushes that it survives, and the share of the time that it is up."""
    seen, _ = envs.reset(seed=seed)
    up, time_up, steps = np.ones(ENVS, bool), 0.0, int(SECONDS * 30)
    for _ in range(steps):
        seen, _, fell, _, _ = envs.step(act(weights, seen[:, columns]))
        up &= ~fell
        time_up += float(up.mean()) / steps
    return float(up.mean()), time_up


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 0.05
    names = tuple(side + joint for joint in JOINTS for side in "lr")
    envs = SkillVectorEnv(ENVS, "footfall/Recover-v0", skill="simbicon/walk", names=names, reach=0.6,
                          push=900.0, push_seconds=0.4, seconds=SECONDS + 1)  # fmt: skip
    columns = [envs.tasks[0].sim.observe_names().index(name) for name in SEEN]
    search = cma.CMAEvolutionStrategy(np.zeros(9), 0.25, {"seed": 3, "verbose": -9, "popsize": 8})
    began = time.process_time()
    while time.process_time() - began < 60 * minutes:
        tried = search.ask()
        search.tell(tried, [-sum(survived(envs, columns, one, 100)) for one in tried])
    best = np.array(search.result.xfavorite)
    test = [np.mean([survived(envs, columns, w, s)[0] for s in (500, 600, 700, 800)])
            for w in (0 * best, best)]  # fmt: skip
    np.savetxt(folder / "policy.txt", best)
    print(f"of pushes that it has not seen it survives {test[0]:.0%} alone, {test[1]:.0%} with the policy")


if __name__ == "__main__":
    main()
