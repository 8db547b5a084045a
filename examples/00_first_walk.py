"""A first walk: run a skill, push the body from the side, and look at the result.

python examples/00_first_walk.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import footfall as ff


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)

    # A Sim is a body, a world and a skill. The skill names the body it was made for;
    # seed 0 is the exact start, any other seed disturbs it a little.
    sim = ff.Sim("simbicon/walk3d", seed=0)

    # Forces are in newtons, in the frame the body faces: forward, left, up.
    # This one pushes the trunk to the left, from 3 s on, for 0.4 s.
    sim.push(left=120, seconds=0.4, time=3.0, part="trunk")

    # `run` simulates and gives back a Recording: all that happened, 200 times a second.
    rec = sim.run(8)
    print(f"it ended because {rec.report()['because']}")
    print(f"speed {rec.speed:.2f} m/s, steps {rec.report()['steps']}")
    print(f"pushed {rec.com[:, 1].max():.2f} m to the left of its line")

    # A Recording can be drawn, filmed, plotted, saved, and run again bit for bit.
    rec.strip(folder / "walk.png")
    rec.save(folder / "walk.npz")
    again = ff.Recording.load(folder / "walk.npz").replay()
    print("the replay is the same:", again.report()["state_hash"] == rec.report()["state_hash"])
    print(f"wrote {folder / 'walk.png'} and {folder / 'walk.npz'}")


if __name__ == "__main__":
    main()
