"""Tunes the numbers that make a walk natural at one speed, for minutes.

    python benchmarks/tune_natural.py genbicon/walk 0.8 --minutes 5 --out FOLDER
    python benchmarks/tune_natural.py pivot/walk 0.8 --minutes 5 --out FOLDER
    python benchmarks/tune_natural.py moves/walk 1.1 --minutes 5 --out FOLDER

Speeds of genbicon/walk are those of `at` in its gait: 0.5, 0.8, 1.1, 1.4, 1.7 m/s; each has its own column
of numbers. Of pivot/walk the numbers of the natural phases are tuned, of moves/walk those of moves/stroll.
A candidate walks from rest. What counts is the score of `footfall natural` with a margin to each bar of
docs/natural.md, the speed, how far feet slide, and that the walk would never take itself for upset; with
--like, also how near it is to the mean of captured walks. FOLDER gets the scripts with the tuned numbers.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from footfall.body import load_body
from footfall.control.columns import TRACK_SLIDE_MAX
from footfall.engine.recording.gait import gait_of
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.learn.free import FreeNumber, free_numbers, with_values
from footfall.learn.search.cma import PopulationCMA
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.walks import motion_of_clip, steady_rows
from footfall.natural import measure, people
from footfall.natural.curves import JOINTS, likeness
from footfall.script import Program, compile_skill, rewrite
from footfall.world import parse_push

F64 = NDArray[np.float64]
BODY = "human-spine"
PLANAR = "moves/walk"  # on its own body
SPEEDS = (0.5, 0.8, 1.1, 1.4, 1.7)
SECONDS = 7.5
BARS = {"hip": (0.93, 7.0), "knee": (0.93, 7.0), "ankle": (0.82, 7.0)}
TORQUES = {"hip": 210.0, "knee": 210.0, "ankle": 150.0}
CALM = 0.3  # m/s off its speed, either way; from 0.4 on the walk takes itself for upset
NEAR = 2.0  # degrees from the person it should be like: strides of one person are as far apart
NEVER = 10.0  # of the natural speed: never reached


def numbers(program: Program, column: int) -> tuple[FreeNumber, ...]:
    """The marked numbers that are this argument of a call of `at`."""
    found = []
    for number in free_numbers(program):
        span = program.slots[number.slot].span
        text = program.units[span.unit].text
        if _argument(text, span.start) == column:
            found.append(number)
    return tuple(found)


def never_upset(program: Program) -> Program:
    """The same walk, which never gives way: how upset it would be is paid for instead."""
    params = program.params.copy()
    for number in free_numbers(program):
        if "LET nerve" in number.name:
            params[number.slot] = NEVER
    return replace(program, params=params)


def of_phases(program: Program) -> tuple[FreeNumber, ...]:
    """The marked numbers of pivot/gait's natural phases, and of what only they use."""
    found = []
    for number in free_numbers(program):
        span = program.slots[number.slot].span
        text = program.units[span.unit].text
        line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
        natural = "natural" in line or any(f"LET {name} =" in line for name in ("people", "heel", "firm"))
        if text.rfind("PHASE stride", 0, span.start) >= 0 or natural:
            found.append(number)
    return tuple(found)


def of_script(program: Program, name: str) -> tuple[FreeNumber, ...]:
    """The marked numbers of one of its scripts."""
    return tuple(
        n for n in free_numbers(program) if program.units[program.slots[n.slot].span.unit].name == name
    )


def _argument(text: str, place: int) -> int:
    """Which argument of the innermost call stands here, when that is a call of `at`; else -1."""
    depth, count, k = 0, 0, place - 1
    while k >= 0 and not (depth == 0 and text[k] == "("):
        depth += (text[k] in ")>") - (text[k] in "(<")
        count += depth == 0 and text[k] == ","
        k -= 1
    return count if text[max(0, k - 3) : k] in (" at", "(at") else -1


def person(path: Path) -> F64:
    """(303,) hip, knee and ankle of a captured walk: the mean of its strides, degrees."""
    figure = Figure(load_body(BODY))
    motion = motion_of_clip(read_clip(str(path)), figure)
    gait = measure(motion, steady_rows(motion)[0])
    if gait is None:
        raise SystemExit(f"{path}: no strides")
    return np.concatenate([gait.curves[joint] for joint in JOINTS])


def cost(rec: Recording, speed: float, seconds: float, like: F64 | None = None) -> float:
    """How far a run is from what is wanted; 0 is best."""
    if rec.end != "time":
        return 300.0 - 100.0 * rec.seconds / seconds
    gait, slide = gait_of(rec), max(track[TRACK_SLIDE_MAX] for track in rec.header["foot_track"])
    if gait is None or gait.score is None:
        return 200.0
    f = gait.figures
    out = 100.0 - gait.score + 100.0 * max(0.0, abs(f["speed"] - speed) - 0.04)
    out += 1500.0 * max(0.0, slide - 0.011)
    for name, (alike, near) in BARS.items():
        found, rms = likeness(gait.curves[name], people.bands()[name].middle)
        out += 60.0 * max(0.0, alike - found) + 2.0 * max(0.0, rms - near)
    out += 100.0 * max(0.0, abs(f["cadence"] / people.cadence(f["speed"]) - 1.0) - 0.08)
    out += 150.0 * max(0.0, abs(f["double_support"] - people.double_support(f["speed"])) - 0.04)
    out += sum(0.08 * max(0.0, f[f"{j}_torque"] - most) for j, most in TORQUES.items())
    if like is not None:
        own = np.concatenate([gait.curves[joint] for joint in JOINTS])
        out += 3.0 * max(0.0, float(np.sqrt(np.mean((own - like) ** 2))) - NEAR)
    return float(out + 60.0 * max(0.0, unrest(rec, speed) - CALM))


def unrest(rec: Recording, speed: float) -> float:
    """How far its speed is from what is wanted, forwards or sideways, at most, from 3 s on; m/s."""
    way = np.gradient(rec.com[:, :2], rec.time, axis=0)
    facing = rec.arrays["heading"]
    ahead = way[:, 0] * np.cos(facing) + way[:, 1] * np.sin(facing) - speed
    aside = way[:, 1] * np.cos(facing) - way[:, 0] * np.sin(facing)
    late = rec.time > 3.0
    return float(max(np.abs(ahead[late]).max(), np.abs(aside[late]).max()))


def score(
    program: Program, sim: Sim, speed: float, pushes: tuple[str, ...], like: F64 | None, seconds: float
) -> float:
    """The mean cost of a candidate over its runs: one for each push, and one without."""
    costs = []
    for push in (None, *pushes):
        sim.reset(params=never_upset(program).params, seed=0, pushes=[parse_push(push)] if push else [])
        sim.set(natural=1.0)
        if program.name != PLANAR:
            sim.set(speed=speed)
        costs.append(cost(sim.run(seconds), speed, seconds, like))
    return float(np.mean(costs))


def main() -> None:
    """Search by CMA, and write each candidate that is better."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("skill", choices=("genbicon/walk", "pivot/walk", PLANAR))
    parser.add_argument("speed", type=float, choices=SPEEDS)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each run")
    parser.add_argument("--sigma", type=float, default=0.4)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--push", action="append", default=[], help="another run, with this push")
    parser.add_argument("--shrink", type=float, default=1.0, help="begin with this share of each number")
    parser.add_argument(
        "--like", type=Path, action="append", default=[], help="captured walks (.bvh) at about this speed"
    )
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    like = np.mean([person(path) for path in options.like], axis=0) if options.like else None
    base = compile_skill(options.skill)
    free = {
        "genbicon/walk": lambda: numbers(base, SPEEDS.index(options.speed)),
        "pivot/walk": lambda: of_phases(base),
        PLANAR: lambda: of_script(base, "moves/stroll"),
    }[options.skill]()
    sim = Sim(base, body=None if options.skill == PLANAR else BODY)
    low, high = np.array([n.lower for n in free]), np.array([n.upper for n in free])
    start = np.array([(options.shrink - 1.0) * n.base / n.std for n in free])
    search = PopulationCMA(
        low, high, seed=options.seed, sigma=options.sigma, population=options.population, start=start
    )
    best, began, trial = np.inf, time.monotonic(), 0
    while time.monotonic() - began < 60 * options.minutes and not search.stop():
        asked, found = search.ask(), []
        for x in asked:
            params = with_values(base.params, free, x)
            candidate, pushes = replace(base, params=params), tuple(options.push)
            found.append(score(candidate, sim, options.speed, pushes, like, options.seconds))
            trial += 1
            if found[-1] < best:
                best = found[-1]
                write(base, params, options.out)
                print(f"{time.monotonic() - began:5.0f} s  trial {trial}  best {best:.2f}", flush=True)
        search.tell(np.array(found))


def write(base: Program, params: NDArray[np.float64], folder: Path) -> None:
    """The scripts with these numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    for k, unit in enumerate(base.units):
        text = rewrite(unit.text, k, base, params)
        (folder / f"{unit.name.rpartition('/')[2]}.skill").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
