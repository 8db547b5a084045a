"""Tunes how a natural walk stops, or how it starts, for minutes.

    python benchmarks/tune_ways.py stops|starts --minutes 10 --out FOLDER

Stops are asked for at moments of a stride, from two speeds, with `natural` at 0.5 and at 1; starts from
standing. What counts are the steps until the speed is there, the time that it takes, that feet are still
then, and how far they slide. FOLDER gets the scripts with the tuned numbers. The moments and speeds of
`natural_ways.py` are others.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import natural_ways_seen as seen
from benchmarks.natural import BODY, WALK
from benchmarks.tune_natural import write
from footfall.control.columns import TRACK_SLIDE_MAX
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.learn.free import FreeNumber, free_numbers, with_values
from footfall.learn.search.cma import PopulationCMA
from footfall.script import Program, compile_skill

F64 = NDArray[np.float64]
NATURAL = (0.5, 1.0)
SPEEDS = {"stops": (0.75, 1.15), "starts": (0.75, 1.15)}  # m/s
SETTLES, MOMENTS, APART = 7.03, 5, 0.23  # s before the first request to stop, how many, s between them
HIPS = 210.0  # N m
STANDS, LASTS = 1.5, {"stops": 3.5, "starts": 4.0}  # s before a start, s after a request
BEFORE = ("halt * ", "brakes * ", "still * ", "blend(firm, .2, ")
"""What stands before a number that acts only when a walk stops."""


@dataclass(frozen=True)
class Case:
    """A moment in which something is asked for: the speed (m/s), and how far a foot had slid then (m)."""

    at: Snapshot
    speed: float
    slid: float


def numbers(program: Program, table: str) -> tuple[FreeNumber, ...]:
    """The marked numbers that act when a walk stops, or starts."""
    found = []
    for number in free_numbers(program):
        span = program.slots[number.slot].span
        text = program.units[span.unit].text
        before = text[: span.start]
        poise = program.units[span.unit].name.endswith("poise")
        stops = before.endswith(BEFORE) or poise and "PHASE shift" not in before
        starts = poise and "PHASE shift" in before
        starts = starts or before.endswith("ramp(aim, (")
        if starts if table == "starts" else stops:
            found.append(number)
    return tuple(found)


def cases(sim: Sim, table: str) -> list[Case]:
    """The moments."""
    out = []
    for natural in NATURAL:
        for speed in SPEEDS[table]:
            sim.reset()
            sim.set(natural=natural, speed=speed if table == "stops" else 0.0)
            sim.advance(round((SETTLES if table == "stops" else STANDS) / sim.dt))
            if table == "starts":  # from the very first tick too
                sim.reset()
                sim.set(natural=natural)
                out.append(Case(sim.state(), speed, 0.0))
                sim.set(speed=0.0)
                sim.advance(round(STANDS / sim.dt))
            for _ in range(MOMENTS if table == "stops" else 1):
                out.append(Case(sim.state(), 0.0 if table == "stops" else speed, slid(sim.run(0.01))))
                sim.advance(round(APART / sim.dt))
    return out


def run(sim: Sim, case: Case, params: F64, seconds: float) -> Recording:
    """Go on from a moment with other numbers."""
    sim.restore(case.at)
    inputs = [float(x) for x in sim.actors[0].inputs]
    sim.actors[0].arrays["reg"][: len(params)] = params
    for parameter, value in zip(sim.programs[0].units[0].parameters, inputs, strict=True):
        sim.set(0, **{parameter.name: value})
    sim.set(speed=case.speed)
    return sim.run(seconds)


def landings(rec: Recording) -> F64:
    """When feet land, s after the request."""
    weight = rec.bodies()[0].mass * 9.81
    stands = (rec.loads > seen.LOADED * weight).astype(np.int8)
    out = []
    for side in (0, 1):
        ups = np.flatnonzero(np.diff(stands[:, side]) < 0)
        downs = np.flatnonzero(np.diff(stands[:, side]) > 0)
        for on in downs:
            before = ups[ups < on]
            if not len(before) or rec.time[on] - rec.time[before[-1]] > 0.1:
                out.append(rec.time[on] - rec.time[0])
    return np.sort(np.array(out))


def slid(rec: Recording) -> float:
    """How far a foot has slid at most, m."""
    return float(max(track[TRACK_SLIDE_MAX] for track in rec.header["foot_track"]))


def cost_of_stop(rec: Recording, case: Case) -> float:
    """How far a stop is from what is wanted."""
    if rec.end != "time":
        return 30.0 - 3.0 * rec.seconds
    at = landings(rec)
    moves = np.flatnonzero(np.abs(rec.speed_forward) >= seen.RESTS)
    halted = rec.time[moves[-1]] - rec.time[0] if len(moves) else 0.0
    still = at[-1] if len(at) else 0.0
    out = 2.0 * max(0, int((at <= halted).sum()) - 2) + max(0, len(at) - 2) + 0.5 * still
    low = float(rec.com[:, 2].min() / rec.com[0, 2])
    return (
        out
        + 3.0 * (still > 3.0)
        + 100.0 * max(0.0, slid(rec) - max(case.slid, 0.012))
        + 20.0 * max(0.0, 0.96 - low)
    )


def cost_of_start(rec: Recording, case: Case) -> float:
    """How far a start is from what is wanted."""
    if rec.end != "time":
        return 30.0 - 3.0 * rec.seconds
    view = seen.seen_in(rec)
    if not view.steps:
        return 25.0
    speeds = np.array([step.speed for step in view.steps])
    lengths = np.array([step.length for step in view.steps])
    k = next((k for k, v in enumerate(speeds) if v >= 0.9 * case.speed), len(speeds))
    out = 2.0 * max(0, k - 1) + 4.0 * max(0.0, 0.6 - view.shift(view.steps[0]))
    out += 10.0 * max(0.0, float(speeds.max()) - 1.08 * case.speed)
    out += 5.0 * float(
        np.maximum(0.0, lengths[:-1] - lengths[1:] - 0.08).sum()
    )  # steps that get shorter again
    out += 5.0 * max(0.0, 0.15 - lengths[0]) + 2.0 * max(0.0, view.steps[0].leaves - rec.time[0] - 0.6)
    torque = max(float(np.abs(rec.tau[:, dof]).max()) for dof in _hips(rec))
    out += 0.03 * max(0.0, torque - HIPS) + 20.0 * max(0.0, 0.95 - float(rec.com[:, 2].min() / rec.com[0, 2]))
    return float(out + 200.0 * max(0.0, slid(rec) - max(case.slid, 0.010)))


def _hips(rec: Recording) -> list[int]:
    model = rec.model()
    return [int(model.joint(f"{side}Hip.pitch").dofadr[0]) for side in "lr"]


COSTS: dict[str, Callable[[Recording, Case], float]] = {"stops": cost_of_stop, "starts": cost_of_start}


def main() -> None:
    """Search by CMA, and write each candidate that is better."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=("stops", "starts"))
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--sigma", type=float, default=0.5)
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    base = compile_skill(WALK)
    free = numbers(base, options.table)
    sim = Sim(base, body=BODY)
    tried, seconds, cost = cases(sim, options.table), LASTS[options.table], COSTS[options.table]
    print(
        len(free),
        "numbers,",
        len(tried),
        "cases:",
        ", ".join(f"{n.name} {n.base:g}" for n in free),
        flush=True,
    )
    low, high = np.array([n.lower for n in free]), np.array([n.upper for n in free])
    search = PopulationCMA(low, high, seed=options.seed, sigma=options.sigma, population=options.population)
    best, began, trial = np.inf, time.monotonic(), 0
    asked = [np.zeros(len(free)), *search.ask()][:1]
    while time.monotonic() - began < 60 * options.minutes and not search.stop():
        first = trial == 0
        asked, found = (asked if first else list(search.ask())), []
        for x in asked:
            params = with_values(base.params, free, x)
            costs = [cost(run(sim, case, params, seconds), case) for case in tried]
            found.append(float(np.mean(costs)) + 0.3 * float(np.max(costs)))
            trial += 1
            if found[-1] < best:
                best = found[-1]
                write(base, params, options.out)
                worst = " ".join(f"{c:.1f}" for c in costs)
                print(
                    f"{time.monotonic() - began:5.0f} s  trial {trial}  best {best:.2f}  {worst}", flush=True
                )
        if not first:
            search.tell(np.array(found))


if __name__ == "__main__":
    main()
