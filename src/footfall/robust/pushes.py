"""The push table: the largest force survived, by direction, phase and stance leg.

Directions are given as (lateral, sagittal) seen from the stance leg: sagittal + is forwards, lateral + is
towards the side of the stance leg. A phase p of the left stance is p of the cycle, in which lateral + is to
the left; the same phase of the right stance is p + 1/2, mirrored. A symmetric gait has two equal tables.
"""

from __future__ import annotations

import math
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.robust.limits import largest
from footfall.robust.subject import Gait, Subject, settle, stays_up
from footfall.script import Program

F64 = NDArray[np.float64]
Direction = tuple[float, float]

AFTER = 6.0  # s to stay up after a push
STRONGEST = 1280.0  # N for a push of 0.4 s; a shorter one may be stronger
PRECISION = 10.0  # N
STANCES = ("left", "right")


@dataclass(frozen=True, eq=False)
class PushTable:
    """The largest pushes that are survived.

    Attributes:
        skill, body: Who.
        part: What was pushed, at its centre of mass.
        duration: s.
        phases: Of the cycle that begins with the stance leg's step.
        directions: Unit vectors (lateral, sagittal).
        stances: left, right or both.
        limits: (stances, phases, directions) newtons; the norm of the force.
        reached: The same without the check of weaker pushes (limits.py); at least `limits`.
    """

    skill: str
    body: str
    part: str
    duration: float
    phases: tuple[float, ...]
    directions: tuple[Direction, ...]
    stances: tuple[str, ...]
    limits: F64
    reached: F64

    @property
    def mean(self) -> F64:
        """(phases, directions) over the stances, N."""
        return np.asarray(self.limits.mean(axis=0))

    @property
    def sums(self) -> F64:
        """(phases,) of the mean norms over the directions, N."""
        return np.asarray(self.mean.sum(axis=1))

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "skill": self.skill,
            "body": self.body,
            "part": self.part,
            "duration": self.duration,
            "phases": list(self.phases),
            "directions": [list(d) for d in self.directions],
            "stances": list(self.stances),
            "limits": np.round(self.limits, 1).tolist(),
            "reached": np.round(self.reached, 1).tolist(),
            "mean": np.round(self.mean, 1).tolist(),
            "sums": np.round(self.sums, 1).tolist(),
        }


def compass(count: int, planar: bool = False) -> tuple[Direction, ...]:
    """Unit vectors (lateral, sagittal) all around, forwards first, then towards the stance side.

    Args:
        count: How many.
        planar: Forwards and backwards only.
    """
    if planar:
        return (0.0, 1.0), (0.0, -1.0)
    turns = [2 * math.pi * k / count for k in range(count)]
    return tuple((round(math.sin(a), 12), round(math.cos(a), 12)) for a in turns)


def push_table(
    skill: str | Program,
    phases: Sequence[float] = (0.1,),
    directions: int | Sequence[Direction] = 8,
    duration: float = 0.4,
    stances: Sequence[str] = STANCES,
    *,
    body: str | Body | None = None,
    part: str = "trunk",
    threads: int = 2,
    precision: float = PRECISION,
    strongest: float | None = None,
    after: float = AFTER,
    checks: bool = True,
    progress: Callable[[float], None] | None = None,
) -> PushTable:
    """Measure the pushes that a gait survives: still up `after` seconds later.

    The gait settles once; a snapshot is taken at each phase, and every push begins from one. The result does
    not depend on the number of threads.

    Args:
        skill: A library name, a path or a compiled Program.
        phases: Of the cycle of two steps, each in [0, 1).
        directions: How many all around, or vectors (lateral, sagittal).
        duration: Of a push, s.
        stances: "left", "right" or both.
        body: Another body than the skill's own.
        part: What is pushed, at its centre of mass.
        threads: Pushes at once; the kernel holds no lock.
        precision: N.
        strongest: The hardest push tried, N.
        after: Seconds to stay up.
        checks: Whether weaker pushes than the limit are tried too (limits.py); off is quicker.
        progress: Called with the share that is done.

    Raises:
        FootfallError: It falls unpushed, or cannot be pushed like that.
    """
    subject = Subject.of(skill, body)
    vectors = _unit_vectors(directions, subject.body.planar)
    _check(phases, stances, vectors, subject.body.planar)
    sims = [subject.sim() for _ in range(max(1, threads))]
    cycle_phases = {(stance, p): _absolute(p, stance) for stance in stances for p in phases}
    gait = settle(sims[0], sorted(set(cycle_phases.values())))
    top = strongest if strongest is not None else STRONGEST * max(1.0, 0.4 / duration)
    settings = _PushSettings(part, duration, after, precision, top, checks)
    cases = {
        (stance, p, vector): (cycle_phases[stance, p], _world_force(vector, stance))
        for stance in stances
        for p in phases
        for vector in vectors
    }
    found = _measure(sims, gait, settings, sorted(set(cases.values())), progress)
    pairs = np.array([[[found[cases[s, p, vector]] for vector in vectors] for p in phases] for s in stances])
    names = (subject.name, subject.body.name, part, duration)
    return PushTable(*names, tuple(phases), vectors, tuple(stances), pairs[..., 0], pairs[..., 1])


@dataclass(frozen=True)
class _PushSettings:
    """What all pushes of a table have in common."""

    part: str
    duration: float
    after: float
    precision: float
    strongest: float
    checks: bool


def _unit_vectors(directions: int | Sequence[Direction], planar: bool) -> tuple[Direction, ...]:
    if isinstance(directions, int):
        return compass(directions, planar)
    norms = [math.hypot(*vector) for vector in directions]
    if not all(n > 0 for n in norms):
        raise FootfallError("a direction is (0, 0)", where="directions", help="give (lateral, sagittal)")
    return tuple((a / n, b / n) for (a, b), n in zip(directions, norms, strict=True))


def _check(
    phases: Sequence[float], stances: Sequence[str], vectors: Sequence[Direction], planar: bool
) -> None:
    if not phases or not all(0 <= p < 1 for p in phases):
        raise FootfallError("a phase must be at least 0 and below 1", where="phases", help="like 0.1")
    if not stances or not set(stances) <= set(STANCES):
        raise FootfallError(f"no stance '{stances}'", where="stances", help="left, right or both")
    if planar and any(lateral != 0.0 for lateral, _ in vectors):
        raise FootfallError(
            "a planar body cannot be pushed sideways", where="directions", help="take a 3D body such as human"
        )


def _absolute(phase: float, stance: str) -> float:
    """The phase of the cycle that begins with the left stance."""
    return round(phase if stance == "left" else (phase + 0.5) % 1.0, 12)


def _world_force(vector: Direction, stance: str) -> tuple[float, float]:
    """(forward, left) of a direction."""
    lateral, sagittal = vector
    return sagittal, lateral if stance == "left" else -lateral + 0.0


_Case = tuple[float, tuple[float, float]]


def _measure(
    sims: list[Sim],
    gait: Gait,
    settings: _PushSettings,
    pushes: list[_Case],
    progress: Callable[[float], None] | None,
) -> dict[_Case, tuple[float, float]]:
    """The limit of each (phase, direction), sure and reached, side by side."""
    free: queue.SimpleQueue[Sim] = queue.SimpleQueue()
    for sim in sims:
        free.put(sim)
    done: list[_Case] = []

    def measure(push: _Case) -> tuple[float, float]:
        sim = free.get()
        try:
            phase, (forward, left) = push
            snapshot, timing = gait.snapshots[phase], {"duration": settings.duration, "after": settings.after}
            limit = largest(
                lambda f: survives(sim, snapshot, f * forward, f * left, part=settings.part, **timing),
                0.0,
                settings.strongest,
                settings.precision,
                checks=settings.checks,
            )
        finally:
            free.put(sim)
        done.append(push)
        if progress:
            progress(len(done) / len(pushes))
        return limit.reliable or 0.0, limit.reached or 0.0

    with ThreadPoolExecutor(len(sims)) as pool:
        return dict(zip(pushes, pool.map(measure, pushes), strict=True))


def survives(
    sim: Sim,
    snapshot: Snapshot,
    forward: float,
    left: float,
    *,
    duration: float = 0.4,
    part: str = "trunk",
    after: float = AFTER,
) -> bool:
    """Whether a push (N, for `duration` seconds) that begins at a state is survived for `after` seconds."""
    sim.reset(pushes=())
    sim.restore(snapshot)
    sim.push(forward=forward, left=left, seconds=duration, part=part)
    return stays_up(sim, duration + after)
