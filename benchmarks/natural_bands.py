"""People's figures for `footfall natural`: bands of curves and figures of captured walks.

    python benchmarks/natural_bands.py FOLDER        FOLDER/07_01.bvh, 16_15.bvh, 82_08.bvh; prints the walks
    python benchmarks/natural_bands.py FOLDER --write   and writes src/footfall/natural/people.json

The walks are of the CMU database (mocap.cs.cmu.edu, created with funding from NSF EIA-0196217), carried over
to the body `human-spine`. Only figures are kept: 101 numbers a curve, the mean of the walks and two standard
deviations of all their strides.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from footfall.body import load_body
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.walks import motion_of_clip, steady_rows
from footfall.natural.curves import CURVES
from footfall.natural.measure import Gait, measure
from footfall.natural.people import FILE

WALKS = ("07_01", "16_15", "82_08")
BODY = "human-spine"
LEAST = 2.0
"""Degrees: no band is narrower to either side."""


def walk(path: Path, figure: Figure) -> Gait:
    """The gait of a captured walk, of its steady part."""
    motion = motion_of_clip(read_clip(str(path)), figure)
    gait = measure(motion, steady_rows(motion)[0])
    if gait is None:
        raise SystemExit(f"{path}: no strides")
    return gait


def people(gaits: dict[str, Gait]) -> dict[str, Any]:
    """What is written: the walks' figures, and the bands."""
    walks = [
        {"clip": name, "strides": len(gait.each)} | {k: round(v, 4) for k, v in gait.figures.items()}
        for name, gait in gaits.items()
    ]
    bands = {}
    for curve in CURVES:
        middle = np.mean([gait.curves[curve] for gait in gaits.values()], axis=0)
        strides = np.array([each[curve] for gait in gaits.values() for each in gait.each])
        wide = np.maximum(2.0 * np.sqrt(np.mean((strides - middle) ** 2, axis=0)), LEAST)
        rows = {"middle": middle, "low": middle - wide, "high": middle + wide}
        bands[curve] = {key: [round(float(x), 1) for x in row] for key, row in rows.items()}
    return {"body": BODY, "walks": walks, "bands": bands}


def main() -> None:
    """Measure the walks, and write the file when told to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    figure = Figure(load_body(BODY))
    data = people({name: walk(options.folder / f"{name}.bvh", figure) for name in WALKS})
    for row in data["walks"]:
        print("  ".join(f"{key} {value}" for key, value in row.items()))
    if options.write:
        lines = [json.dumps(data["body"])]
        walks = ",\n  ".join(json.dumps(row) for row in data["walks"])
        bands = ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in data["bands"].items())
        text = f'{{"body": {lines[0]},\n "walks": [\n  {walks}],\n "bands": {{\n  {bands}}}}}\n'
        FILE.write_text(text, encoding="utf-8")
        print(f"{FILE.name}: {len(text)} bytes")


if __name__ == "__main__":
    main()
