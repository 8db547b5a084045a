"""Tell a body where to go: start, stop, stand, a push, and a path of way points.

python examples/02_go_there.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import footfall as ff
from footfall.motion.paths import follow


def main() -> None:
    """Give orders to a standing body, then let another one follow a path."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp())
    out.mkdir(parents=True, exist_ok=True)

    sim = ff.Sim("genbicon/go", body="human-spine")  # it stands while its speed is 0
    sim.run(1)
    sim.set(speed=0.8)  # from now on it walks
    print(f"walks: {sim.run(4).speed:.2f} m/s")
    sim.set(speed=0.0)  # it stops, and puts its feet side by side
    sim.run(3)
    sim.push(forward=100, seconds=0.1)  # newtons at the chest: the ankles hold it
    print(f"stands: {sim.run(2).speed:.2f} m/s")

    # the same script on another body, from point to point (metres); it slows down for the corner
    rec, way = follow(ff.Sim("genbicon/go", body="bird"), [(1.5, 0), (1.5, 1.5)], speed=0.5)
    for point in way.passed:
        print(f"{point.time:5.1f} s  at {point.point[0]:g}, {point.point[1]:g}, {point.off:.2f} m off")
    rec.strip(out / "path.png")
    rec.save(out / "path.npz")  # every decision is an event in it: replays to the last bit
    print(f"wrote {out}")


if __name__ == "__main__":
    main()
