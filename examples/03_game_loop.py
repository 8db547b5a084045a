"""A game loop: ten characters in one scene, 60 frames a second, pushed until some fall, all poses read.

python examples/03_game_loop.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import footfall as ff
from footfall.engine.listeners import Notice

CHARACTERS, SECONDS, RATE = 10, 6.0, 60


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(1)

    crowd = [ff.ActorSpec("simbicon/walk3d", at=(0, 1.5 * k)) for k in range(CHARACTERS)]
    sim = ff.Sim(crowd, seed=1)
    down: list[int] = []

    def drop(notice: Notice) -> None:
        """One that is down goes limp: no torques instead of its script's."""
        down.append(notice.actor)
        sim.drive(instead=True, actor=notice.actor)

    sim.on("fall", drop)
    pose = np.empty((len(sim.pose_names), 7))  # x, y, z and a quaternion for each part, written in place
    film = np.empty((int(SECONDS * RATE), *pose.shape), np.float32)

    began, late = time.process_time(), 0
    for frame in range(len(film)):
        if frame % 20 == 19:  # three times a second somebody is shoved
            forward, left = rng.normal(0, 300, 2)
            sim.push(forward=forward, left=left, seconds=0.2, actor=int(rng.integers(CHARACTERS)))
        if frame % 60 == 59:  # and all turn
            for k in range(CHARACTERS):
                sim.set(actor=k, heading=float(rng.uniform(-0.3, 0.3)))
        before = time.process_time()
        sim.step(round((frame + 1) / RATE / sim.dt) - sim.tick)  # up to the time of this frame
        film[frame] = sim.pose(pose)  # here a game would draw them
        late += time.process_time() - before > 1 / RATE
    used = time.process_time() - began

    np.savez(folder / "poses.npz", film=film, names=np.array(sim.pose_names))
    print(f"{SECONDS:g} s of {CHARACTERS} characters took {used:.1f} s of one core ({late} frames late)")
    print(f"down: {len(down)}; still walking: {sim.ends.count('running')}")


if __name__ == "__main__":
    main()
