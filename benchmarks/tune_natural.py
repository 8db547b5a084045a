"""Tunes the numbers that make `genbicon/walk` natural, for minutes.

    python benchmarks/tune_natural.py slow --minutes 20 --out FOLDER   speeds up to 1.1 m/s: terms with `natural`, `much`
    python benchmarks/tune_natural.py fast --minutes 20 --out FOLDER   above: terms with `more`

A candidate walks from rest at each speed. What counts is the score of `footfall natural` with the bars of
docs/natural.md, the speed, how far feet slide, and a push. FOLDER gets the scripts with the tuned numbers.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from footfall.engine.recording.gait import gait_of
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.learn.free import FreeNumber, free_numbers, with_values
from footfall.learn.search.cma import PopulationCMA
from footfall.natural import people
from footfall.natural.curves import likeness
from footfall.script import Program, compile_skill, rewrite
from footfall.world import parse_push

SKILL, BODY = "genbicon/walk", "human-spine"
RUNS = {
    "slow": ((0.5, None), (0.8, "5:0.2:0,80"), (1.1, "5:0.2:-80,0")),
    "fast": ((1.4, None), (1.7, "5:0.2:0,80")),
}
SECONDS = 9.0
BARS = {"hip": (0.93, 7.0), "knee": (0.93, 7.0), "ankle": (0.8, 7.0)}


def numbers(program: Program, which: str) -> tuple[FreeNumber, ...]:
    """The free numbers of terms for slow walks, or for fast ones."""
    words = r"natural \*|much \*|LET both|LET heel|LET people|\.08~" if which == "slow" else r"more \*"
    found = []
    for number in free_numbers(program):
        span = program.slots[number.slot].span
        text = program.units[span.unit].text
        head = text[max(text.rfind(";", 0, span.start), text.rfind("PHASE", 0, span.start)) : span.start]
        term = re.split(r"(?=natural \*|much \*|more \*)|\)\s*(?=\+)", head)[-1]
        shift = text.rfind("PHASE shift", 0, span.start) >= 0
        if re.search(words, term) or (which == "slow" and shift and not re.search(r"more \*", term)):
            found.append(number)
    return tuple(found)


def cost(rec: Recording, speed: float, seconds: float) -> float:
    """How far a run is from what is wanted; 0 is best."""
    if rec.end != "time":
        return 300.0 - 100.0 * rec.seconds / seconds
    gait, report = gait_of(rec), rec.report()
    if gait is None or gait.score is None:
        return 200.0
    f = gait.figures
    out = 100.0 - gait.score + 40.0 * max(0.0, abs(f["speed"] - speed) - 0.03)
    out += 500.0 * max(0.0, report["foot_slide"] - 0.01)
    for name, (alike, near) in BARS.items():
        found, rms = likeness(gait.curves[name], people.bands()[name].middle)
        out += 60.0 * max(0.0, alike - found) + 1.5 * max(0.0, rms - near)
    out += 60.0 * max(0.0, abs(f["cadence"] / people.cadence(f["speed"]) - 1.0) - 0.08)
    out += 100.0 * max(0.0, abs(f["double_support"] - people.double_support(f["speed"])) - 0.04)
    out += sum(0.05 * max(0.0, f[f"{j}_torque"] - most) for j, most in (("hip", 220), ("knee", 220), ("ankle", 160)))
    return float(out)


def score(program: Program, sims: dict[float, Sim], which: str) -> float:
    """The mean cost of a candidate over its runs."""
    costs = []
    for speed, push in RUNS[which]:
        if speed not in sims:
            sims[speed] = Sim(program, body=BODY, set={"speed": speed, "natural": 1.0})
        sim = sims[speed]
        sim.reset(params=program.params, seed=0, pushes=[parse_push(push)] if push else [])
        sim.set(speed=speed, natural=1.0)
        costs.append(cost(sim.run(SECONDS), speed, SECONDS))
    return float(np.mean(costs))


def main() -> None:
    """Search, and write the best after every generation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=tuple(RUNS))
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--sigma", type=float, default=0.3)
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    base = compile_skill(SKILL)
    free = numbers(base, options.which)
    print(f"{len(free)} numbers: {', '.join(number.name for number in free)}", flush=True)
    lower, upper = np.array([f.lower for f in free]), np.array([f.upper for f in free])
    search = PopulationCMA(lower, upper, seed=options.seed, sigma=options.sigma, population=options.population)
    sims: dict[float, Sim] = {}
    best, best_params = score(base, sims, options.which), base.params
    print(f"begins with {best:.2f}", flush=True)
    began, generation = time.monotonic(), 0
    while time.monotonic() - began < 60 * options.minutes:
        points = search.ask()
        params = [with_values(base.params, free, x) for x in points]
        costs = np.array([score(replace(base, params=p), sims, options.which) for p in params])
        search.tell(costs)
        generation += 1
        if costs.min() < best:
            best, best_params = float(costs.min()), params[int(costs.argmin())]
            options.out.mkdir(parents=True, exist_ok=True)
            for k, unit in enumerate(base.units):
                text = rewrite(unit.text, k, base, best_params)
                (options.out / f"{unit.name.rpartition('/')[2]}.skill").write_text(text, encoding="utf-8")
        print(f"{time.monotonic() - began:5.0f} s  generation {generation}  best {best:.2f}  "
              f"this {costs.min():.2f}  mean {costs.mean():.2f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
