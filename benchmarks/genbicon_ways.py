"""More of what the GENBICON walk holds: standing, way points, grounds, switches, and what it costs.

The tables of `benchmarks/genbicon.py` that are about more than one steady walk; it runs them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footfall.engine.bench import compare
from footfall.engine.sim import Sim
from footfall.motion.paths import Point, follow
from footfall.world import World, parse_ground

Row = dict[str, Any]

WALK, STAND, GO = "genbicon/walk", "genbicon/stand", "genbicon/go"
STANDS = 30.0  # s
IMPULSE, PUSHED = 10.0, 0.1  # N s for a body of 70 kg, and s that it takes
STARTS, SEED = 50, 1  # starts and stops, and the seed of their times
PATIENCE = 8.0  # s that coming to a stand may take
SQUARE: tuple[Point, ...] = ((3.0, 0.0), (3.0, 3.0), (0.0, 3.0), (0.0, 0.0))
NEAR = 0.4  # m from a way point
GROUNDS = ("slope:5", "slope:-5", "bumps:0.02", "bumps:0.03", "pushes")
SPEED, GROUND_SECONDS = 0.7, 30.0
SOFT, SOFT_EVERY = 60.0, 3.0  # N for 0.1 s from drawn directions, s between two
SWITCHES = {  # three skills after each other, and the bodies they are tried on
    ("simbicon/walk3d", WALK, "simbicon/walk3d"): ("human", "human-spine"),
    (WALK, "simbicon/walk3d", WALK): ("human", "human-spine"),
    (STAND, WALK, STAND): ("human", "human-spine"),
    ("simbicon/march3d", WALK, "simbicon/stroll3d"): ("human", "human-spine"),
    (WALK, "simbicon/in-place3d", GO): ("human", "human-spine"),
    ("moves/stand", WALK, "moves/stand"): ("planar17",),
    ("moves/walk", WALK, "moves/walk"): ("planar17",),
}
AT = (6.0, 14.0, 26.0)  # s of the first switch, the second, and the end
RATIO = 1.30  # closed loop / bare physics


def standing(body: str, _: float) -> list[Row]:
    """Stands untouched; then eight soft pushes, each of which it takes without a step."""
    rows = [_stands(body, "30 s", Sim(STAND, body=body), STANDS)]
    for k in range(8):
        sim = Sim(STAND, body=body)
        force, angle = IMPULSE / PUSHED * _mass(sim) / 70.0, k * math.pi / 4
        sim.push(time=2.0, forward=force * math.cos(angle), left=force * math.sin(angle), seconds=PUSHED)
        rows.append(_stands(body, f"push to {45 * k} degrees", sim, 8.0))
    return rows


def _stands(body: str, what: str, sim: Sim, seconds: float) -> Row:
    """Whether it stays up, and never leaves its quiet phase."""
    rec = sim.run(seconds)
    away = math.hypot(*rec.report()["distance"])
    good = rec.end == "time" and not rec.moves() and away < 0.05
    return {"body": body, "what": what, "stepped": bool(rec.moves()), "away_m": away, "passed": good}


def _mass(sim: Sim) -> float:
    """Of the first actor, kg."""
    return float(sim.model.body_subtreemass[int(sim.actors[0].arrays["root_body"][0])])


def stands_and_goes(body: str) -> Row:
    """Fifty times: walks at a drawn speed, stops, stands for a drawn time, goes again."""
    draw, sim = np.random.default_rng(SEED), Sim(GO, body=body)
    waits: list[float] = []
    done, again = 0, 0
    while done < STARTS:
        sim.set(speed=float(draw.uniform(-0.5, 1.4)))
        if not goes_on(sim, float(draw.uniform(1.0, 4.0))):
            break
        sim.set(speed=0.0)
        began = sim.time
        while not is_quiet(sim) and sim.time - began < PATIENCE and goes_on(sim, 0.05):
            pass
        waits.append(sim.time - began)
        if not is_quiet(sim) or not goes_on(sim, float(draw.uniform(1.0, 3.0))):
            break
        again += not is_quiet(sim)  # it had to step once more
        done += 1
    found = {"stands_after_s": round(float(np.mean(waits)), 2), "stepped_again": again}
    return {"body": body, "what": "with standing", "done": done, **found, "passed": done == STARTS}


def goes_on(sim: Sim, seconds: float) -> bool:
    """Let it go on; whether it is still up after that."""
    ticks = round(seconds / sim.dt)
    return sim.advance(ticks) == ticks


def is_quiet(sim: Sim) -> bool:
    """Whether genbicon/stand runs, in its quiet phase."""
    state = sim.actors[0].state
    return sim.programs[0].phase_names[int(state.frame_phase[state.depth[0]])] == "quiet"


def drawn_path(seed: int, points: int = 6) -> tuple[Point, ...]:
    """Way points 1.5 to 4 m from each other, any way, drawn by a seed."""
    draw = np.random.default_rng(seed)
    x = y = 0.0
    out: list[Point] = []
    for _ in range(points):
        far, angle = draw.uniform(1.5, 4.0), draw.uniform(-math.pi, math.pi)
        x, y = x + float(far * math.cos(angle)), y + float(far * math.sin(angle))
        out.append((round(x, 2), round(y, 2)))
    return tuple(out)


def path(body: str, _: float) -> list[Row]:
    """A square and drawn paths: how near it passes each way point; it stands at the end."""
    rows = []
    for name, points in {"square": SQUARE, **{f"drawn {k}": drawn_path(k) for k in (1, 2, 3)}}.items():
        sim = Sim(GO, body=body)
        rec, follower = follow(sim, points)
        off = [float(np.min(np.hypot(rec.com[:, 0] - p[0], rec.com[:, 1] - p[1]))) for p in points]
        good = rec.end == "time" and follower.arrived and max(off) <= NEAR and is_quiet(sim)
        found = {"points": len(follower.passed), "of": len(points), "farthest_m": max(off)}
        rows.append({"body": body, "path": name, **found, "end": rec.end, "passed": good})
    return rows


def grounds(body: str, _: float) -> list[Row]:
    """Slopes, bumps and soft pushes that the walk knows nothing of."""
    rows = []
    for ground in GROUNDS:
        for seed in (1, 2, 3) if ground.startswith(("bumps", "pushes")) else (1,):
            world = World(ground=parse_ground("flat" if ground == "pushes" else ground, seed))
            sim = Sim(WALK, body=body, world=world, preset="robust", set={"speed": SPEED})
            if ground == "pushes":
                _push_softly(sim, seed)
            report = sim.run(GROUND_SECONDS).report()
            good = report["end"] == "time" and abs(report["speed"] - SPEED) <= 0.15
            found = {name: report[name] for name in ("end", "seconds", "speed", "foot_slide")}
            rows.append({"body": body, "ground": ground, "seed": seed, **found, "passed": good})
    return rows


def _push_softly(sim: Sim, seed: int) -> None:
    draw = np.random.default_rng(seed)
    for time in np.arange(SOFT_EVERY, GROUND_SECONDS, SOFT_EVERY):
        angle = float(draw.uniform(-math.pi, math.pi))
        sim.push(time=float(time), forward=SOFT * math.cos(angle), left=SOFT * math.sin(angle), seconds=0.1)


def switches(body: str | None, _: float) -> list[Row]:
    """Into and out of SIMBICON and scripted skills."""
    rows = []
    for names, bodies in SWITCHES.items():
        for who in bodies:
            if body not in (None, who):
                continue
            sim = Sim(names[0], body=who)
            sim.then(names[1], at=AT[0])
            sim.then(names[2], at=AT[1])
            report = sim.run(AT[2]).report()
            good = report["end"] == "time" and len(report["switches"]) == 2
            found = {"took_over": [switch["time"] for switch in report["switches"]], "end": report["end"]}
            rows.append({"body": who, "skills": ", ".join(names), **found, "passed": good})
    return rows


def cost(body: str, _: float) -> list[Row]:
    """Closed loop against the same physics without our control."""
    found = compare(WALK, body)["careful"]
    return [{"body": body, **found, "passed": found["ratio"] <= RATIO}]
