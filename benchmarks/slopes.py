"""Gaits over ground of varying slope (figure 9 of Firmin & van de Panne): how many drawn profiles they cross.

    python benchmarks/slopes.py [--moves walk,run,…] [--seeds N] [--degrees D] [--seconds S] [--json]

A profile is level for the first metre and a half, then pieces of 1 to 3 m, each with a slope drawn between
-D and +D degrees. A seed draws both the profile and the start. A gait has crossed it when it has not fallen
when the time is over and its GOAL holds. Exits with 1 when one has not.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from footfall.engine.sim import Sim

MOVES = "walk,fast-walk,skip,run"
GROUP = "moves/"
LEVEL = 1.5  # m of level ground to begin on
PIECE = (1.0, 3.0)  # m, shortest and longest piece of one slope
WAY = 4.0  # m/s: no gait here is faster, so the profile is that long
STREAM = 0x736C6F70  # of the random numbers


def profile(seed: int, degrees: float, length: float) -> str:
    """A drawn profile, as `--ground` takes it.

    Args:
        seed: Draws it.
        degrees: Steepest slope, up or down.
        length: At least so far, m.
    """
    draw = np.random.default_rng([seed, STREAM])
    x, height = LEVEL, 0.0
    points = [(-10.0, 0.0), (x, height)]
    while x < length:
        piece = draw.uniform(*PIECE)
        height += piece * math.tan(math.radians(draw.uniform(-degrees, degrees)))
        x += piece
        points.append((x, height))
    return "profile:" + ",".join(f"{x:.3f}={h:.4f}" for x, h in points)


def cross(move: str, seed: int, degrees: float, seconds: float) -> dict[str, Any]:
    """One run over one profile: whether it was crossed, how far it came (m), and why it ended."""
    ground = profile(seed, degrees, WAY * seconds)
    facts = Sim(GROUP + move, world=ground, seed=seed).run(seconds).report()
    crossed = bool(facts["success"]) and facts["end"] == "time"
    return {"seed": seed, "crossed": crossed, "way": facts["distance"][0], "because": facts["because"]}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Gaits over ground of varying slope.")
    parser.add_argument("--moves", default=MOVES, help=f"comma separated; {MOVES} when left out")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--degrees", type=float, default=5.0, help="steepest slope")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    arguments = parser.parse_args()
    found: dict[str, Any] = {"degrees": arguments.degrees, "seconds": arguments.seconds, "moves": {}}
    missed = 0
    with ThreadPoolExecutor(arguments.threads) as pool:
        for move in arguments.moves.split(","):
            jobs = [
                pool.submit(cross, move, seed, arguments.degrees, arguments.seconds)
                for seed in range(1, arguments.seeds + 1)
            ]
            runs = [job.result() for job in jobs]
            crossed = sum(run["crossed"] for run in runs)
            missed += len(runs) - crossed
            found["moves"][move] = {"crossed": crossed, "of": len(runs), "runs": runs}
            if not arguments.json:
                print(f"{move}: {crossed} of {len(runs)}", flush=True)
                for run in runs:
                    if not run["crossed"]:
                        print(f"  seed {run['seed']}: {run['because']} after {run['way']:.1f} m")
    if arguments.json:
        print(json.dumps(found))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
