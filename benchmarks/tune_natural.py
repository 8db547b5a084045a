"""Tunes the numbers that make `genbicon/walk` natural, for minutes.

    python benchmarks/tune_natural.py usual --minutes 20 --out FOLDER   0.8 and 1.1 m/s: `quick`
    python benchmarks/tune_natural.py slow --minutes 20 --out FOLDER    below: `natural`, `much`
    python benchmarks/tune_natural.py fast --minutes 20 --out FOLDER    above: `more`

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
from numpy.typing import NDArray

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from footfall.engine.recording.gait import gait_of
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.learn.free import FreeNumber, free_numbers, with_values
from footfall.natural import people
from footfall.natural.curves import likeness
from footfall.script import Program, compile_skill, rewrite
from footfall.world import parse_push

SKILL, BODY = "genbicon/walk", "human-spine"
RUNS = {
    "slow": ((0.5, None), (0.7, "5:0.2:0,80")),
    "usual": ((0.8, "5:0.2:0,80"), (1.1, "5:0.2:-80,0")),
    "fast": ((1.4, None), (1.7, "5:0.2:0,80")),
}
SECONDS = 9.0
BARS = {"hip": (0.93, 7.0), "knee": (0.93, 7.0), "ankle": (0.8, 7.0)}


def numbers(program: Program, which: str) -> tuple[FreeNumber, ...]:
    """The free numbers of terms for these speeds; never those of the robust walk."""
    found = []
    for number in free_numbers(program):
        span = program.slots[number.slot].span
        text = program.units[span.unit].text
        word = _factor(text[: span.start])
        own = text.rfind("PHASE shift", 0, span.start) >= 0 or _line(text, span.start, "LET people")
        if not word and own:
            word = "natural"
        if word and {"more": "fast", "quick": "usual"}.get(word, "slow") == which:
            found.append(number)
    return tuple(found)


def _line(text: str, at: int, begins: str) -> bool:
    """Whether a place is in a line that begins so."""
    return text[text.rfind("\n", 0, at) + 1 :].startswith(begins)


def _factor(before: str) -> str:
    """`natural`, `much`, `quick` or `more`, when it multiplies what follows the text; else ""."""
    found = list(re.finditer(r"(natural|much|more|quick) \*", before))
    if not found:
        return ""
    last = found[-1]
    rest = before[last.end() :]
    if re.fullmatch(r"\s*-?", rest):
        return last[1]
    if not re.match(r"\s*(curve|linterp)\(", rest):
        return ""
    depth = 0
    for letter in rest[rest.index("(") :]:
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return ""
    return last[1]


def cost(rec: Recording, speed: float, seconds: float) -> float:
    """How far a run is from what is wanted; 0 is best."""
    if rec.end != "time":
        return 300.0 - 100.0 * rec.seconds / seconds
    gait, report = gait_of(rec), rec.report()
    if gait is None or gait.score is None:
        return 200.0
    f = gait.figures
    out = 100.0 - gait.score + 80.0 * max(0.0, abs(f["speed"] - speed) - 0.04)
    out += 1500.0 * max(0.0, report["foot_slide"] - 0.012)
    for name, (alike, near) in BARS.items():
        found, rms = likeness(gait.curves[name], people.bands()[name].middle)
        out += 60.0 * max(0.0, alike - found) + 1.5 * max(0.0, rms - near)
    out += 60.0 * max(0.0, abs(f["cadence"] / people.cadence(f["speed"]) - 1.0) - 0.08)
    out += 100.0 * max(0.0, abs(f["double_support"] - people.double_support(f["speed"])) - 0.04)
    out += sum(
        0.05 * max(0.0, f[f"{j}_torque"] - most) for j, most in (("hip", 220), ("knee", 220), ("ankle", 160))
    )
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
    """Search by trials, and write each that is better."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", choices=tuple(RUNS))
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--sigma", type=float, default=0.7)
    parser.add_argument("--at-once", type=int, default=4, help="numbers that a trial changes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    base = compile_skill(SKILL)
    free = numbers(base, options.which)
    print(f"{len(free)} numbers: {', '.join(number.name for number in free)}", flush=True)
    sims: dict[float, Sim] = {}
    best, point = score(base, sims, options.which), np.zeros(len(free))
    print(f"begins with {best:.2f}", flush=True)
    draw = np.random.default_rng(options.seed)
    began, trial = time.monotonic(), 0
    while time.monotonic() - began < 60 * options.minutes:
        step = np.zeros(len(free))
        chosen = draw.choice(len(free), size=min(options.at_once, len(free)), replace=False)
        step[chosen] = options.sigma * draw.standard_normal(len(chosen))
        for sign in (1.0, -1.0):  # when one way is worse, the other may be better
            params = with_values(base.params, free, point + sign * step)
            found = score(replace(base, params=params), sims, options.which)
            trial += 1
            if found < best:
                best, point = found, point + sign * step
                _write(base, params, options.out)
                print(f"{time.monotonic() - began:5.0f} s  trial {trial}  best {best:.2f}", flush=True)
                break


def _write(base: Program, params: NDArray[np.float64], folder: Path) -> None:
    """The scripts with these numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    for k, unit in enumerate(base.units):
        text = rewrite(unit.text, k, base, params)
        (folder / f"{unit.name.rpartition('/')[2]}.skill").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
