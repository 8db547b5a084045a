"""Motion for other programs: a cycle for a game, a skeleton, a table, a film to lay over another.

python examples/04_to_other_programs.py [FOLDER]
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path

import footfall as ff


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)
    rec = ff.Sim("simbicon/walk3d").run(5)

    # The ending says which format. One gait cycle that closes, above one spot, with Unity's names of bones.
    (cycle,) = rec.export(folder / "cycle.glb", loop=True, in_place=True, rig="unity", rate=30)
    print(f"cycle.glb: {cycle.frames} frames, {cycle.start:.2f} to {cycle.end:.2f} s")

    # A skeleton without shapes, in metres, and a table with a row for each instant.
    rec.export(folder / "walk.bvh", folder / "walk.csv", start=1, end=3, rate=60, unit="m")
    with (folder / "walk.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    knee = [float(row["lKnee.pitch.angle"]) for row in rows]
    print(f"walk.csv: {len(rows)} rows; the left knee bends by {max(knee):.2f} rad at most")

    # Only what moves, with an alpha channel: to be laid over another film or a page.
    rec.video(folder / "walk.webm", transparent=True, start=2, seconds=0.2, size=(160, 120), fps=10)
    print(f"walk.webm: {(folder / 'walk.webm').stat().st_size} bytes")


if __name__ == "__main__":
    main()
