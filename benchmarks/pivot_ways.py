"""Ways, grounds and bodies of the walk by a virtual pivot point; `benchmarks/pivot.py` runs them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.pivot_crowd import crowd as crowd
from benchmarks.pivot_pushes import PHASES, pushed
from footfall.control.columns import TRACK_STRIKES
from footfall.engine.bench import compare
from footfall.engine.sim import Sim
from footfall.motion.paths import Point, follow, smooth_path
from footfall.robust.survey import walk_bodies

Row = dict[str, Any]
Case = Callable[[], Row]

WALK, STAND, GO = "pivot/walk", "pivot/stand", "pivot/go"
MINUTE = 60.0
SPEEDS = (-0.3, 0.0, 0.4, 0.8, 1.2)  # m/s
SPEED_NEAR, SIDE = 0.05, 0.2
QUALITY = {"foot_slide": 0.02, "knee_over": 3.0, "shake": 0.1}
SWAY = {"sway_pitch": 8.0, "sway_roll": 6.0}  # degrees peak to peak at 0.8 m/s
TRIES = 20
STILL = 0.03  # m that a body which stands may move in three seconds
PATH_NEAR = 0.3  # m
TURN = math.radians(10.0)  # a step
BEHIND = 45.0  # degrees that a body which turns may be behind what it was told
RISES = {"stairs": (0.05, 0.10, 0.15, -0.05, -0.10)}  # m
TREAD, RISERS = 0.30, 6
BEYOND, ASTRAY = 3.0, 30.0  # m past the last edge, and degrees off its way there: it has not stumbled
RISE_SHARES = (-0.4, -0.2, 0.0, 0.2, 0.4)
SLOPES = (5.0, -5.0, 8.0, -8.0)  # degrees
DRAWN, SPREAD, BODY_SEEDS, BODY_BAR = 50, 0.5, (1,), 45
RATIO = 1.20
OTHERS = {"genbicon/walk": "human", "simbicon/walk3d": "human", "moves/stand": "planar17"}  # and the body


def seeds() -> dict[str, Case]:
    """Ten drawn starts, a minute each."""

    def one(seed: int) -> Row:
        report = Sim(WALK, seed=seed).run(MINUTE).report()
        return {**_kept(report), "passed": report["end"] == "time"}

    return {f"seed {seed}": partial(one, seed) for seed in range(1, 11)}


def _kept(report: Row) -> Row:
    return {name: report.get(name) for name in ("end", "seconds", "speed", "speed_side", *QUALITY, *SWAY)}


def speeds() -> dict[str, Case]:
    """Commanded speeds over a minute, and one to the side."""

    def one(speed: float, side: float) -> Row:
        report = Sim(WALK, set={"speed": speed, "side": side}).run(MINUTE).report()
        bars = QUALITY | (SWAY if speed == 0.8 and side == 0.0 else {})
        good = report["end"] == "time" and all(report[name] < bar for name, bar in bars.items())
        good = good and abs(report["speed"] - speed) <= SPEED_NEAR
        return {**_kept(report), "passed": good and abs(report["speed_side"] - side) <= SPEED_NEAR}

    cases: dict[str, Case] = {f"{speed:g} m/s": partial(one, speed, 0.0) for speed in SPEEDS}
    return cases | {f"to the side {SIDE:g} m/s": partial(one, 0.0, SIDE)}


def stand() -> dict[str, Case]:
    """Stands a minute."""

    def one(skill: str) -> Row:
        rec = Sim(skill).run(MINUTE)
        away = math.hypot(*rec.report()["distance"])
        return {"end": rec.end, "away_m": away, "passed": rec.end == "time" and away < 0.05}

    return {skill: partial(one, skill) for skill in (STAND, GO)}


def steps() -> dict[str, Case]:
    """Stands, takes two to five steps and stands still again, from drawn starts."""

    def one(count: int) -> Row:
        good, taken = 0, []
        for seed in range(1, TRIES + 1):
            sim = Sim(GO, seed=seed)
            up = sim.advance(round(3.0 / sim.dt)) > 0
            before = _strikes(sim)
            sim.set(speed=0.3, steps=count)
            rec = sim.run(8.0)
            still = rec.time > rec.time[-1] - 3.0
            moved = float(np.ptp(rec.com[still, :2], axis=0).max())
            taken.append(_strikes(sim) - before)
            good += up and rec.end == "time" and moved < STILL and taken[-1] == count
        return {"good": good, "of": TRIES, "taken": taken, "passed": good == TRIES}

    return {f"{count} steps": partial(one, count) for count in (2, 3, 4, 5)}


def _strikes(sim: Sim) -> int:
    """Feet set down so far."""
    return int(sim.actors[0].state.foot_track[:, TRACK_STRIKES].sum())


def _circle(radius: float = 3.0) -> list[Point]:
    turns = np.linspace(0.0, 2.0 * math.pi, 49)[1:]
    return [(float(radius * math.sin(a)), float(radius * (1.0 - math.cos(a)))) for a in turns]


def _letter_s() -> list[Point]:
    points = [(1.5, 0.0), (3.0, 1.0), (3.0, 2.5), (1.5, 3.5), (0.5, 4.5), (1.0, 6.0), (2.5, 6.5)]
    return list(smooth_path(points))


def _square(side: float = 4.0, corner: float = 1.0) -> list[Point]:
    """A square with round corners, from the middle of its first side."""
    out: list[Point] = []
    for k in range(4):
        middle, turned = math.pi / 2 * k, math.pi / 2
        cx, cy = _turn(side / 2 - corner, corner, k, side)
        for a in np.linspace(-turned, 0.0, 7):
            out.append((cx + corner * math.cos(middle + float(a)), cy + corner * math.sin(middle + float(a))))
    return [*out, (0.0, 0.0)]


def _turn(x: float, y: float, quarter: int, side: float) -> Point:
    """A point of the square's first quarter in another: turned about the square's middle."""
    x, y = x, y - side / 2
    for _ in range(quarter):
        x, y = -y, x
    return x, y + side / 2


def path() -> dict[str, Case]:
    """How far it ever is from the line it is to follow."""

    def one(points: list[Point]) -> Row:
        rec, follower = follow(Sim(GO), points, speed=0.7)
        off = float(_off(rec.com[:, :2], [(0.0, 0.0), *points]).max())
        good = rec.end == "time" and follower.arrived and off <= PATH_NEAR
        return {"end": rec.end, "arrived": follower.arrived, "farthest_m": off, "passed": good}

    ways = {"circle of 3 m": _circle(), "S": _letter_s(), "square, round corners": _square()}
    return {name: partial(one, points) for name, points in ways.items()}


def _off(places: Any, line: list[Point]) -> Any:
    """Distance of places (n, 2) from a line through points, m."""
    begin, end = np.array(line[:-1]), np.array(line[1:])
    way = end - begin
    share = ((places[:, None] - begin) * way).sum(-1) / np.maximum((way * way).sum(-1), 1e-9)
    near = begin + np.clip(share, 0.0, 1.0)[..., None] * way
    return np.linalg.norm(places[:, None] - near, axis=-1).min(axis=1)


def turns() -> dict[str, Case]:
    """Ten degrees a step at 0.8 m/s for 30 s, both ways: the body must have turned as far as it was told."""

    def one(way: float) -> Row:
        sim = Sim(WALK)
        sim.advance(round(4.0 / sim.dt))
        told, facing, struck, began, up = 0.0, _facing(sim), _strikes(sim), sim.time, True
        turned = facing
        while up and sim.time - began < 30.0:
            if _strikes(sim) > struck:
                told, struck = told + way * TURN, _strikes(sim)
                sim.set(heading=told)
            wanted = round(0.02 / sim.dt)
            up = sim.advance(wanted) == wanted
            turned += math.remainder(_facing(sim) - facing, 2.0 * math.pi)
            facing = _facing(sim)
        behind = math.degrees(abs(told - turned))
        good = up and behind < BEHIND
        return {"told": math.degrees(told), "turned": math.degrees(turned), "behind": behind, "passed": good}

    return {"to the left": partial(one, 1.0), "to the right": partial(one, -1.0)}


def _facing(sim: Sim) -> float:
    mat = sim.data.xmat[sim.actors[0].arrays["root_body"][0]]
    return math.atan2(mat[3], mat[0])


def stairs() -> dict[str, Case]:
    """Stairs that begin somewhere, ten drawn offsets each."""

    def one(rise: float) -> Row:
        good = sum(_stair(rise, f"stairs {rise} {k}", {}) for k in range(10))
        return {"good": good, "of": 10, "passed": good >= 9}

    return {f"{100 * rise:g} cm": partial(one, rise) for rise in RISES["stairs"]}


def rises() -> dict[str, Case]:
    """The same stairs with a pivot that moves by a share of the rise of the next step."""

    def one(rise: float, share: float) -> Row:
        good = sum(_stair(rise, f"stairs {rise} {k}", {"rises": share}) for k in range(10))
        return {"good": good, "of": 10, "passed": True}

    return {
        f"{100 * rise:g} cm, share {share:g}": partial(one, rise, share)
        for rise in (0.15, -0.10)
        for share in RISE_SHARES
    }


def _stair(rise: float, draw: str, values: dict[str, float]) -> bool:
    """Whether it gets over stairs that begin at a drawn place and three metres farther, facing ahead."""
    at = random.Random(draw).uniform(1.5, 2.5)
    steps = ",".join(f"{at + TREAD * i:.3f}={rise * (i + 1):.3f}" for i in range(RISERS))
    skill = "pivot/stairs" if rise > 0.0 else "pivot/descend"
    return _gets(skill, f"steps:{steps}", at + TREAD * RISERS + BEYOND, values, facing=ASTRAY)


def slopes() -> dict[str, Case]:
    """Slopes that begin somewhere, ten drawn offsets each."""

    def one(degrees: float) -> Row:
        good = []
        for k in range(10):
            at = random.Random(f"slope {degrees} {k}").uniform(1.5, 2.5)
            height = 40.0 * math.tan(math.radians(degrees))
            ground = f"profile:{at:.3f}=0,{at + 40:.3f}={height:.3f}"
            good.append(_gets("pivot/slope", ground, at + 6.0, {}))
        return {"good": sum(good), "of": 10, "passed": sum(good) >= 9}

    return {f"{degrees:+g} degrees": partial(one, degrees) for degrees in SLOPES}


def _gets(
    skill: str,
    ground: str,
    beyond: float,
    values: dict[str, float],
    facing: float = 180.0,
    seconds: float = 30.0,
) -> bool:
    """Whether a body gets so far along x, upright, and faces that way within so many degrees."""
    sim = Sim(skill, world=ground, set=values)
    for _ in range(0, int(seconds / sim.dt), 100):
        if sim.advance(100) < 100:
            return False
        if float(sim.actors[0].state.com[0]) > beyond:
            return abs(math.degrees(_facing(sim))) <= facing
    return False


def bodies() -> dict[str, Case]:
    """Drawn bodies, 20 s each."""

    def one(seed: int) -> Row:
        survey = walk_bodies(WALK, DRAWN, SPREAD, seed, seconds=20.0, threads=1)
        return {"walked": survey.walked, "of": DRAWN, "passed": survey.walked >= BODY_BAR}

    return {f"seed {seed}": partial(one, seed) for seed in BODY_SEEDS}


def biped5() -> dict[str, Case]:
    """The paper's five links: a minute at three speeds, and soft pushes from eight directions."""

    def walk(speed: float) -> Row:
        report = Sim(WALK, body="biped5", set={"speed": speed}).run(MINUTE).report()
        return {**_kept(report), "passed": report["end"] == "time"}

    cases: dict[str, Case] = {f"{speed:g} m/s": partial(walk, speed) for speed in (0.0, 0.4, 0.8)}
    return cases | {
        f"50 N 0.1 s phase {phase:.2f}": partial(pushed, 50.0, 0.1, phase, "biped5") for phase in PHASES[:1]
    }


def named() -> dict[str, Case]:
    """The other bodies of the library, 20 s at a comfortable speed."""

    def one(body: str) -> Row:
        report = Sim(WALK, body=body, set={"speed": 0.6}).run(20.0).report()
        return {**_kept(report), "passed": report["end"] == "time" and report["speed"] > 0.3}

    return {body: partial(one, body) for body in ("human-spine", "robot", "bird")}


def switches() -> dict[str, Case]:
    """Into and out of other gaits on the same body, at drawn times."""

    def one(other: str, into: bool) -> Row:
        good = 0
        names = (other, WALK) if into else (WALK, other)
        for k in range(TRIES):
            draw = random.Random(f"{other} {into} {k}")
            sim = Sim(names[0], body=OTHERS[other])
            sim.then(names[1], at=draw.uniform(3.0, 6.0))
            report = sim.run(14.0).report()
            good += report["end"] == "time" and len(report["switches"]) == 1
        return {"good": good, "of": TRIES, "passed": good == TRIES}

    return {
        f"{'from' if into else 'to'} {other}": partial(one, other, into)
        for other in OTHERS
        for into in (True, False)
    }


def cost() -> dict[str, Case]:
    """Closed loop against the same physics without our control."""

    def one() -> Row:
        found = compare(WALK, "human")["careful"]
        return {**found, "passed": found["ratio"] <= RATIO}

    return {"human": one}
