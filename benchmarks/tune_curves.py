"""Bends the curves of a natural walk towards those of captured walks, by damped least squares, for minutes.

    python benchmarks/tune_curves.py genbicon/walk 1.4 --like 07_01.bvh --minutes 3 --out FOLDER
    python benchmarks/tune_curves.py pivot/walk 0.8 --like 16_11.bvh --like 16_15.bvh --minutes 3 --out FOLDER

The numbers are those of tune_natural.py. Residuals are hip, knee and ankle over the cycle, against the mean
of the captured walks, and what a run misses of the bars of docs/natural.md, each with a margin. A walk comes
back to the same stride whatever it began with, so its curves have slopes against the numbers: one run for
each number gives them, and a few runs along the step of Levenberg and Marquardt find how far to trust them.
That takes far fewer runs than a search without slopes. FOLDER gets the scripts with the tuned numbers.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.tune_natural import BODY, SPEEDS, numbers, of_phases, person, unrest, write
from footfall.engine.recording.gait import gait_of
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.learn.free import FreeNumber, with_values
from footfall.natural import people
from footfall.natural.curves import JOINTS, likeness
from footfall.script import Program, compile_skill

F64 = NDArray[np.float64]
SECONDS = 10.0
BARS = {"hip": (0.92, 7.3), "knee": (0.92, 7.3), "ankle": (0.79, 7.3)}  # correlation, degrees
TORQUES = {"hip": 220.0, "knee": 225.0, "ankle": 160.0}  # N m
SLIDE, SCORE, COST, CALM = 0.0125, 93.0, 0.55, 0.3  # m, points, -, m/s
LIST = 13.0  # degrees from side to side that the trunk may lean
PROBES = (0.1, 0.5, 0.25)  # spreads by which numbers are moved for the slopes, in turn
DAMPINGS = (8.0, 2.0, 0.5, 0.12, 0.03)  # times the last damping
FAR = 2.0  # spreads: no step moves a number by more


@dataclass(frozen=True)
class Trial:
    """A run: its numbers (in spreads), residuals, their sum of squares, and RMS distance of the curves."""

    x: F64
    residuals: F64
    total: float
    rms: float


def residuals(rec: Recording, speed: float, like: F64) -> F64 | None:
    """Of the curves (degrees over the root of their count) and of the bars; None when it does not walk."""
    gait = gait_of(rec) if rec.end == "time" else None
    if gait is None or gait.score is None:
        return None
    f, slide = gait.figures, rec.report()["foot_slide"]
    over = [
        20.0 * (abs(f["speed"] - speed) - 0.04),
        600.0 * (slide - SLIDE),
        40.0 * (abs(f["cadence"] / people.cadence(f["speed"]) - 1.0) - 0.1),
        200.0 * (abs(f["double_support"] - people.double_support(f["speed"])) - 0.047),
        10.0 * (unrest(rec, speed) - CALM),
        0.5 * (SCORE - gait.score),
        0.3 * (float(np.ptp(gait.curves["trunk_list"])) - LIST),
        4.0 * (f["cost_of_transport"] - COST),
        *(0.1 * (f[f"{joint}_torque"] - most) for joint, most in TORQUES.items()),
    ]
    for joint, (alike, near) in BARS.items():
        found, rms = likeness(gait.curves[joint], people.bands()[joint].middle)
        over += [20.0 * (alike - found), rms - near]
    own = np.concatenate([gait.curves[joint] for joint in JOINTS])
    return np.concatenate([(own - like) / np.sqrt(len(like)), np.maximum(over, 0.0)])


class Tuner:
    """Runs candidates at one speed, and steps from the best."""

    def __init__(self, base: Program, free: Sequence[FreeNumber], speed: float, like: F64) -> None:
        self.base, self.free, self.speed, self.like = base, free, speed, like
        self.low, self.high = np.array([n.lower for n in free]), np.array([n.upper for n in free])
        self._sim = Sim(base, body=BODY, set={"speed": speed, "natural": 1.0})
        self._rng = np.random.default_rng(1)

    def run(self, x: F64) -> Trial | None:
        """One run from rest; None when it does not walk."""
        self._sim.reset(params=with_values(self.base.params, self.free, x), seed=0, pushes=[])
        self._sim.set(speed=self.speed, natural=1.0)
        found = residuals(self._sim.run(SECONDS), self.speed, self.like)
        if found is None:
            return None
        return Trial(x, found, float(found @ found), float(np.linalg.norm(found[: len(self.like)])))

    def step(self, best: Trial, damping: float, probe: float) -> tuple[Trial, float]:
        """The best of the runs for the slopes and of those along the step, and its damping."""
        slopes, tried = np.zeros((len(best.residuals), len(best.x))), [(best, damping)]
        for k in range(len(best.x)):
            moved = best.x.copy()
            sign = 1.0 if self._rng.random() < 0.5 else -1.0
            if not self.low[k] < moved[k] + sign * probe < self.high[k]:
                sign = -sign
            moved[k] += sign * probe
            if trial := self.run(moved):
                slopes[:, k] = (trial.residuals - best.residuals) / (sign * probe)
                tried.append((trial, damping))
        square, fall = slopes.T @ slopes, slopes.T @ best.residuals
        for now in damping * np.array(DAMPINGS):
            along = np.clip(-np.linalg.solve(square + now * np.eye(len(fall)), fall), -FAR, FAR)
            for share in (1.0, 0.5):
                if trial := self.run(np.clip(best.x + share * along, self.low, self.high)):
                    tried.append((trial, float(now)))
        return min(tried, key=lambda pair: pair[0].total)


def main() -> None:
    """Step until the time is over, and write each walk that is better."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("skill", choices=("genbicon/walk", "pivot/walk"))
    parser.add_argument("speed", type=float, choices=SPEEDS)
    parser.add_argument("--like", type=Path, action="append", required=True, help="captured walks (.bvh)")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    base = compile_skill(options.skill)
    columns = options.skill == "genbicon/walk"
    free = numbers(base, SPEEDS.index(options.speed)) if columns else of_phases(base)
    tuner = Tuner(base, free, options.speed, np.mean([person(path) for path in options.like], axis=0))
    began, damping, turn, best = time.monotonic(), 0.3, 0, tuner.run(np.zeros(len(free)))
    if best is None:
        raise SystemExit(f"{options.skill} does not walk at {options.speed:g} m/s")
    while time.monotonic() - began < 60 * options.minutes:
        found, used = tuner.step(best, damping, PROBES[turn % len(PROBES)])
        damping, turn = used if found is not best else min(4.0 * damping, 3.0), turn + 1
        if found is not best:
            best = found
            write(base, with_values(base.params, free, best.x), options.out)
        took = time.monotonic() - began
        print(f"{took:5.0f} s  curves {best.rms:.2f} degrees off, in all {best.total:.2f}", flush=True)


if __name__ == "__main__":
    main()
