"""Other bodies: the same walk on a tall one, a heavy one, one with a longer leg, and a bird.

python examples/09_other_bodies.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import footfall as ff
from footfall.body.transform import lopsided, scale_mass, stretch
from footfall.motion.strip import film_strips

SECONDS = 3.0


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)

    # A body is data: what changes it gives another one, and says what it did. Scripts name roles
    # (swThigh, stFoot), so that they run on every body that has them.
    human = ff.load_body("human")
    bodies = {
        "as it is": human,
        "legs 10 % longer": stretch(human, {"legs": 1.1}),
        "30 % heavier": scale_mass(human, 1.3),
        "right limbs 4 % longer": lopsided(human, "right", 1.04),
        "a bird": ff.load_body("bird"),
    }
    sims = [ff.Sim("genbicon/walk", body=body) for body in bodies.values()]
    recordings = ff.Batch(sims).run(SECONDS)  # side by side, on threads
    for name, rec in zip(bodies, recordings, strict=True):
        print(f"{name:24} {rec.report()['because']}, {rec.speed:.2f} m/s, {rec.report()['steps']} steps")
    film_strips(list(zip(bodies, recordings, strict=True))[:2], folder / "bodies.png", frames=6)
    # A robot of somebody else: `footfall body adopt robot.xml -o robot.toml`, then body="robot.toml".


if __name__ == "__main__":
    main()
