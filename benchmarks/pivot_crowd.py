"""Twenty characters in one scene: different bodies, ways and styles, who bump into each other."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from footfall.body.grown import grown_body
from footfall.body.proportions import random_proportions
from footfall.control.columns import VERDICT_CODE
from footfall.engine.kernel.ends import FELL
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.motion.paths import EVERY, Follower, Point

Row = dict[str, Any]
Case = Callable[[], Row]

MANY, SECONDS = 20, 30.0
CONTACTS, FALLS = 10, 2  # at least, at most
BODIES = ("human", "human-spine", "robot", "biped5")
SKILLS = ("walk", "styles/sad", "styles/proud", "styles/happy", "styles/zombie")
APART, ROW = 1.6, 5  # m between two at the start, how many stand in a row
SEED = 3


def crowd() -> dict[str, Case]:
    """One scene of twenty."""
    return {f"{MANY} characters, {SECONDS:g} s": measure}


def cast(many: int = MANY) -> tuple[list[ActorSpec], list[Follower]]:
    """Who walks, from where, and along which way points: each crosses the square again and again."""
    draw = np.random.default_rng(SEED)
    actors, ways = [], []
    for k in range(many):
        at = (APART * (k % ROW), APART * (k // ROW))
        body = grown_body(random_proportions(k, 0.3), f"drawn{k}") if k % 5 == 4 else BODIES[k % 5]
        speed = float(draw.uniform(0.4, 0.8))
        actors.append(ActorSpec(f"pivot/{SKILLS[k % len(SKILLS)]}", body, at=at, set={"speed": speed}))
        ways.append(Follower(_way(draw), speed, loop=True))
    return actors, ways


def _way(draw: np.random.Generator) -> list[Point]:
    """Way points all over the square."""
    size = APART * (ROW - 1)
    return [(float(draw.uniform(0.0, size)), float(draw.uniform(0.0, size))) for _ in range(6)]


def measure(seconds: float = SECONDS, many: int = MANY) -> Row:
    """Walk, steer all of them, and count who touches whom and who falls."""
    actors, ways = cast(many)
    sim = Sim.of(RunSpec(tuple(actors)))
    roots = [int(actor.arrays["root_body"][0]) for actor in sim.actors]
    touched, fallen, busy = set[tuple[int, int, int]](), set[int](), 0.0
    every = round(EVERY / sim.dt)
    while sim.time < seconds:
        for k, (root, way) in enumerate(zip(roots, ways, strict=True)):
            if k not in fallen:
                _steer(sim, k, root, way)
        began = time.thread_time()
        sim.step(every)
        busy += time.thread_time() - began
        second = int(sim.time)
        touched |= {(*pair, second) for pair in _touching(sim, roots)}
        fallen |= {k for k, a in enumerate(sim.actors) if int(a.state.verdict[VERDICT_CODE]) == FELL}
    faster = sim.time / max(busy, 1e-9)
    good = len(touched) >= CONTACTS and len(fallen) <= FALLS and faster >= 1.0
    found = {"contacts": len(touched), "falls": len(fallen), "x_realtime": faster}
    return {"characters": many, "seconds": sim.time, **found, "who_fell": sorted(fallen), "passed": good}


def _steer(sim: Sim, k: int, root: int, way: Follower) -> None:
    """Tell one of them where to go."""
    mat, at = sim.data.xmat[root], sim.data.xipos[root]
    facing = math.atan2(float(mat[3]), float(mat[0]))
    heading, speed = way.decide((float(at[0]), float(at[1])), facing, sim.time)
    sim.set(k, heading=round(heading, 4), speed=round(speed, 4))


def _touching(sim: Sim, roots: list[int]) -> set[tuple[int, int]]:
    """Pairs of characters that touch now."""
    geoms = np.asarray(sim.data.contact.geom)
    if len(geoms) == 0:
        return set()
    owners = sim.model.body_rootid[sim.model.geom_bodyid[geoms]]
    known = {root: k for k, root in enumerate(sim.model.body_rootid[roots].tolist())}
    pairs = {(known.get(int(a), -1), known.get(int(b), -1)) for a, b in owners}
    return {(min(p), max(p)) for p in pairs if -1 not in p and p[0] != p[1]}
