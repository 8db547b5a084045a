"""Random falls: no body may diverge, or move faster than anything that falls can.

    python benchmarks/falls.py [--falls 500] [--first 0] [--seed 1] [--only K] [--threads 2] [--out F.json]

Fall k of a seed is always the same: a skill of the library on a body that can run it, pushed over, and
while it falls and lies there for ten seconds more, at drawn times, its joints go limp and are driven again,
another skill takes over, it is pushed anew. What is measured is the fastest part of the body at any moment.
Exit code 1 when a run diverged, or a part was faster than 50 m/s.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np

from footfall.body import load_body
from footfall.engine.kernel.ends import DIVERGED
from footfall.engine.sim import Sim
from footfall.script import compile_skill, compile_text
from footfall.script.source import skill_names

TOO_FAST = 50.0  # m/s: a fall from a height of 100 m ends so
AFTER = 10.0  # s that a run goes on after it has been pushed over
EVERY = 5e-3  # s between looks at the speeds
LIMP = "SKILL limp()\nFALL {fall}\nIDLE limp\nPHASE limp\n"
CALL = "SKILL fall()\nFALL {fall}\nPHASE first\n  DO {skill}();\n"
NEVER, USUAL = "time < 0", "com.height < .3 * body.leg"
GENERAL = ("human", "human-spine", "robot", "bird", "beast-heavy", "beast-tall")
OTHERS = {"human": ("human", "human-spine"), "planar7": ("planar7",), "planar17": ("planar17",)}
TRUNK, LIMBS = ("pelvis", "trunk"), ("head", "lThigh", "rFoot", "lForearm")  # what is pushed


@dataclass(frozen=True)
class Fall:
    """One fall, as drawn.

    Attributes:
        number: Its own, of the seed.
        skill, body: What runs.
        at: When it is pushed first, s.
        pushes: Each (s after that, forward, left and up in N, s, part).
        swaps: Each (s after that, skill that takes over, "" for limp joints).
        goes_on: Whether phases go on while it lies there (a skill that says what a fall is stops).
        seed: Of the start.
    """

    number: int
    skill: str
    body: str
    at: float
    pushes: tuple[tuple[float, float, float, float, float, str], ...]
    swaps: tuple[tuple[float, str], ...]
    goes_on: bool
    seed: int


@cache
def skills(body: str) -> tuple[str, ...]:
    """The skills that can run on a body."""
    found = []
    for name in skill_names():
        program = compile_skill(name)
        general = any(sense.kind == "body" for sense in program.senses)
        if body in (GENERAL if general else OTHERS.get(program.body, (program.body,))) and not program.props:
            found.append(name)
    return tuple(found)


def draw(seed: int, number: int) -> Fall:
    """Fall `number` of a seed."""
    rng = np.random.default_rng([seed, number])
    body = str(rng.choice([*GENERAL, "human", "human", "planar7", "planar17"]))
    weight = 9.81 * sum(link.mass for link in load_body(body).links)

    def push(after: float) -> tuple[float, float, float, float, float, str]:
        part = str(rng.choice([name for name in (*TRUNK, *LIMBS) if load_body(body).part(name)]))
        # a foot that is pushed with four times the weight flies off at 70 m/s, as it should
        size = weight * rng.uniform(0.3, 4.0 if part in TRUNK else 1.0)
        way = rng.uniform(0, 2 * np.pi)
        left = 0.0 if load_body(body).planar else size * float(np.sin(way))
        force = (size * float(np.cos(way)), left, size * float(rng.uniform(-0.5, 0.5)))
        return (after, *force, float(rng.uniform(0.05, 0.4)), part)

    pushes = [push(0.0), *(push(float(rng.uniform(0.5, AFTER))) for _ in range(rng.integers(0, 3)))]
    swaps = []
    for after in np.sort(rng.uniform(0, 0.8 * AFTER, rng.integers(0, 5))):
        swaps.append((float(after), "" if rng.random() < 0.4 else str(rng.choice(skills(body)))))
    return Fall(
        number=number,
        skill=str(rng.choice(skills(body))),
        body=body,
        at=float(rng.uniform(0.2, 4.0)),
        pushes=tuple(pushes),
        swaps=tuple(swaps),
        goes_on=bool(rng.random() < 0.5),
        seed=int(rng.integers(0, 1000)),
    )


def fastest(sim: Sim) -> float:
    """Speed of the fastest part's centre, m/s."""
    data, root = sim.data, sim.model.body_rootid
    arms = data.xipos - data.subtree_com[root]
    speeds = np.linalg.norm(data.cvel[:, 3:] + np.cross(data.cvel[:, :3], arms), axis=1)
    return float(speeds.max()) if np.all(np.isfinite(speeds)) else float("inf")


def script(fall: Fall, skill: str) -> str:
    """A script that runs a skill, or lets the joints go limp."""
    rule = NEVER if fall.goes_on else USUAL
    return (CALL if skill else LIMP).format(fall=rule, skill=skill)


def run(fall: Fall) -> dict[str, float | str]:
    """Let it fall; how fast its fastest part was, when, and how the run ended."""
    program = compile_text(script(fall, fall.skill))
    start = compile_skill(fall.skill).start
    who = load_body(fall.body)
    sim = Sim(program, body=who, start=start if start in who.starts else None, seed=fall.seed)
    for after, forward, left, up, seconds, part in fall.pushes:
        sim.push(forward=forward, left=left, up=up, seconds=seconds, part=part, time=fall.at + after)
    swaps, top, when = list(fall.swaps), 0.0, 0.0
    ticks = max(1, int(round(EVERY / sim.dt)))
    while sim.time < fall.at + AFTER and sim.actors[0].state.verdict[0] != DIVERGED:
        if swaps and sim.time >= fall.at + swaps[0][0]:
            sim.swap(script(fall, swaps.pop(0)[1]))
        sim.step(ticks)
        if (speed := fastest(sim)) > top:
            top, when = speed, sim.time
    ended = "diverged" if sim.actors[0].state.verdict[0] == DIVERGED else "lies"
    return {"end": ended, "fastest": top, "when": when}


def main() -> None:
    parser = argparse.ArgumentParser(description="Random falls: none may diverge.")
    parser.add_argument("--falls", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one fall, with all that is known of it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, help="a JSON file for the table")
    arguments = parser.parse_args()
    numbers = [arguments.only] if arguments.only is not None else range(arguments.first, arguments.falls)
    print(f"seed {arguments.seed}, {len(numbers)} falls", file=sys.stderr)
    falls = [draw(arguments.seed, number) for number in numbers]
    rows = []
    with ThreadPoolExecutor(arguments.threads) as pool:
        for fall, found in zip(falls, pool.map(run, falls), strict=True):
            rows.append(asdict(fall) | found)
            bad = found["end"] == "diverged" or float(found["fastest"]) > TOO_FAST
            if bad or arguments.only is not None:
                print(json.dumps(rows[-1]), flush=True)
            if len(rows) % 50 == 0:
                print(f"{len(rows)} of {len(falls)}", file=sys.stderr)
    speeds = np.array([row["fastest"] for row in rows], float)
    diverged = sum(row["end"] == "diverged" for row in rows)
    fast = int(np.sum(speeds > TOO_FAST))
    print(
        f"seed {arguments.seed}: of {len(rows)} falls {diverged} diverged, {fast} had a part above "
        f"{TOO_FAST:g} m/s; fastest part {speeds.max():.1f} m/s, median {np.median(speeds):.1f} m/s"
    )
    if arguments.out:
        arguments.out.write_text(json.dumps(rows, indent=1) + "\n")
    raise SystemExit(1 if diverged or fast else 0)


if __name__ == "__main__":
    main()
