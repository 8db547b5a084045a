"""The Python interface: calls on a Sim with odd numbers, names, texts and snapshots."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.attacks import corpus
from benchmarks.attacks.case import Bench, Case
from benchmarks.attacks.mutate import mutate_text
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill

if TYPE_CHECKING:
    from footfall.engine.sim import Sim

_NUMBERS = (
    *(0, 1, -1, 0.5, 2.5, -0.0, 1e-300, 1e20, 1e300, math.nan, math.inf, -math.inf),
    *(2**31, 2**63, -(2**63), 10**30, True),
)
_SMALL = (1, 2, 5, 10, 1, 3)
_PARTS = ("trunk", "pelvis", "head", "lFoot", "torso", "nosuch", "", "\0", "lfoot", "ground", "rHand")
_SKILLS = (
    "walk",
    "simbicon/run",
    "moves/stand",
    "genbicon/walk",
    "nosuch",
    "",
    "../x",
    "\0",
    "a.skill",
    "simbicon/walk",
)
_BODIES = ("planar7", "planar17", "human", "robot", "nosuch", "", "a.toml", "bird")
_GROUNDS = (
    "flat",
    "slope:5",
    "slope:nan",
    "",
    "stairs:.1,.3,5",
    "bumps:1e300",
    "nosuch",
    "profile:0=0,0=1",
    "steps:",
)


def _number(rng: random.Random, usual: float) -> Any:
    return rng.choice(_NUMBERS) if rng.random() < 0.5 else usual


def _order(rng: random.Random) -> list[Any]:
    """One call: its name and arguments."""
    name = rng.choice(sorted(_CALLS))
    make: dict[str, Callable[[], list[Any]]] = {
        "step": lambda: [rng.choice((*_SMALL, 0, -1, 2.5, math.nan, math.inf, True, -(2**63), 1e300))],
        "advance": lambda: [rng.choice((*_SMALL, 0, -1, 2.5, math.nan, True))],
        "run": lambda: [rng.choice((0.01, 0.02, 0, -1, math.nan, math.inf, 1e300, 1e12, 1e-300))],
        "push": lambda: [
            {
                k: _number(rng, 50.0)
                for k in rng.sample(("forward", "left", "up", "seconds", "time", "phase"), 3)
            },
            rng.choice(_PARTS),
        ],
        "set": lambda: [rng.choice(("heading", "lean", "speed", "nosuch", "", "dt")), _number(rng, 0.1)],
        "key": lambda: [rng.choice(("A", "a", "", "AB", "é", "\0", "𝟙", "5")), rng.random() < 0.5],
        "swap_text": lambda: [mutate_text(rng, rng.choice(corpus.modern()), corpus.modern(), corpus.WORDS)],
        "swap_body": lambda: [rng.choice(_BODIES)],
        "then": lambda: [rng.choice(_SKILLS), rng.choice((None, _number(rng, 0.01)))],
        "restore": lambda: [rng.randrange(4), rng.randrange(10**9), rng.choice((0, 0, 1, 2))],
        "reset": lambda: [rng.choice((None, *_NUMBERS)), rng.choice((None, "short", "long", "nan", "huge"))],
        "pickle": lambda: [],
        "state": lambda: [],
        "goal": lambda: [],
        "replay": lambda: [],
    }
    return [name, *make.get(name, lambda: [])()]


class Api:
    """Calls on a Sim."""

    name = "api"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        first: list[Any] = [
            "new",
            rng.choice(("simbicon/walk", "simbicon/walk", "moves/stand", "simbicon/walk3d")),
            {},
        ]
        if rng.random() < 0.15:
            odd = {
                "seed": _number(rng, 1),
                "dt": _number(rng, 0.001),
                "scale_mass": _number(rng, 1.0),
                "body": rng.choice(_BODIES),
                "world": rng.choice(_GROUNDS),
                "start": rng.choice(("rest", "x", "")),
                "set": {rng.choice(("lean", "nosuch")): _number(rng, 0.1)},
            }
            first[2] = dict(rng.sample(sorted(odd.items(), key=lambda item: item[0]), 2))
            first[1] = rng.choice(_SKILLS)
        return Case(self.name, {}, [first, *(_order(rng) for _ in range(rng.choice((1, 2, 4, 8))))])

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`. A call that is refused leaves a Sim that still runs."""
        from footfall.engine.sim import Sim

        _, skill, options = case.orders[0]
        with bench.work("new"):
            sim = Sim(skill if options else _program(skill), **options)
        kept = [sim.state()]
        fine = True
        for name, *arguments in case.orders[1:]:
            try:
                with bench.work(name):
                    _CALLS[name](sim, kept, *arguments)
            except FootfallError:
                fine = False
        with bench.work("step"):
            sim.step(3)
        return fine


@cache
def _program(skill: str) -> Program:
    return compile_skill(skill)


def _restore(sim: Sim, kept: list[Any], which: int, seed: int, how: int) -> None:
    """Back to a snapshot: as it was, copied, or with its arrays changed."""
    snapshot = kept[which % len(kept)]
    if how == 1:
        snapshot = pickle.loads(pickle.dumps(snapshot))
    elif how == 2:
        snapshot = copy.deepcopy(snapshot)
        _spoil(random.Random(seed), snapshot.arrays)
    sim.restore(snapshot)


def _spoil(rng: random.Random, arrays: dict[str, Any]) -> None:
    name = rng.choice(sorted(arrays))
    array = arrays[name]
    kind = rng.randrange(5)
    if kind == 0:
        del arrays[name]
    elif kind == 1:
        arrays[name] = array[: len(array) // 2]
    elif kind == 2:
        arrays[name] = array.astype(rng.choice(("f4", "i4", "u1", "O")))
    elif array.size:
        for _ in range(rng.choice((1, 5, 50))):
            odd = rng.choice(
                (-1, 10**9, -(2**31), 2**31 - 1, 77, 0) if array.dtype.kind == "i" else _NUMBERS[:12]
            )
            array.flat[rng.randrange(array.size)] = odd


def _reset(sim: Sim, _: list[Any], seed: Any, params: str | None) -> None:
    size = len(sim.programs[0].params)
    made = {
        "short": np.zeros(max(0, size - 1)),
        "long": np.zeros(size + 100_000),
        "nan": np.full(size, np.nan),
        "huge": np.full(size, 1e300),
    }
    sim.reset(seed=seed, params=made[params] if params else None)


def _replay(sim: Sim, _: list[Any]) -> None:
    sim.run(0.02).replay()


_CALLS: dict[str, Callable[..., Any]] = {
    "step": lambda sim, _, n: sim.step(n),
    "advance": lambda sim, _, n: sim.advance(n),
    "run": lambda sim, _, seconds: sim.run(seconds).report(),
    "push": lambda sim, _, numbers, part: sim.push(part=part, **numbers),
    "set": lambda sim, _, name, value: sim.set(**{name: value}),
    "key": lambda sim, _, name, down: sim.key(name, down),
    "swap_text": lambda sim, _, text: sim.swap(text),
    "swap_body": lambda sim, _, body: sim.swap(body=body),
    "then": lambda sim, _, skill, at: sim.then(skill, at),
    "state": lambda sim, kept: kept.append(sim.state()),
    "restore": _restore,
    "reset": _reset,
    "pickle": lambda sim, kept: kept.append(pickle.loads(pickle.dumps(sim.state()))),
    "goal": lambda sim, _: sim.goal_reached(),
    "replay": _replay,
}
