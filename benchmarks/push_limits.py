"""The largest push that a walk survives, at ten phases of its cycle and from both sides.

    python benchmarks/push_limits.py simbicon/walk3d [more.skill …] [--json]

A push lasts 0.4 s and acts on the trunk's centre, sideways. Each limit is found by bisection; a push is
survived when the body is still up six seconds after it.
"""

from __future__ import annotations

import argparse
import json
import statistics
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from footfall.engine.kernel import SETTLED
from footfall.engine.sim import Sim

DURATION = 0.4  # s
AFTER = 6.0  # s to stay up
STRONGEST = 1280.0  # N
PRECISION = 10.0  # N
PHASES = tuple((k + 0.5) / 10 for k in range(10))
SIDES = {"left": 1.0, "right": -1.0}


@dataclass(frozen=True)
class Limits:
    """Newtons survived, by phase, pushed to the left and to the right."""

    left: tuple[float, ...]
    right: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Over all phases and both sides."""
        return statistics.fmean((*self.left, *self.right))


def push_limits(skill: str, threads: int = 2) -> Limits:
    """Measure a skill."""
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda phase: limits_at(skill, phase), PHASES))
    return Limits(tuple(left for left, _ in found), tuple(right for _, right in found))


def limits_at(skill: str, phase: float) -> tuple[float, float]:
    """The limits to the left and to the right at one phase; 0 when it falls without a push."""
    sim = Sim(skill)
    sim.push(left=1e-9, seconds=sim.dt, phase=phase)  # says when the phase has come
    ticks = int(round(SETTLED / sim.dt))
    sim.advance(ticks)
    while sim.event_ticks[0] < 0 and sim.advance(1):
        pass
    if sim.event_ticks[0] < 0:
        return 0.0, 0.0
    here = sim.state()
    left, right = (largest(sim, here, sign) for sign in SIDES.values())
    return left, right


def largest(sim: Sim, here: object, sign: float) -> float:
    """Bisection from a state, on the force of a push that begins there."""
    low, high = 0.0, STRONGEST
    while high - low > PRECISION:
        force = 0.5 * (low + high)
        low, high = (force, high) if survives(sim, here, sign * force) else (low, force)
    return low


def survives(sim: Sim, here: object, force: float) -> bool:
    """Whether the body is up six seconds after a push from a state."""
    sim.pushes, sim.event_rows, sim.event_ticks = sim.pushes[:1], sim.event_rows[:1], sim.event_ticks[:1]
    sim.restore(here)
    sim.push(left=force, seconds=DURATION)
    wanted = int(round((DURATION + AFTER) / sim.dt))
    return sim.advance(wanted) == wanted


def main() -> None:
    parser = argparse.ArgumentParser(description="The largest sideways push that a walk survives.")
    parser.add_argument("skills", nargs="+", metavar="SKILL")
    parser.add_argument("--json", action="store_true", help="one object a line")
    arguments = parser.parse_args()
    for skill in arguments.skills:
        limits = push_limits(skill)
        if arguments.json:
            print(
                json.dumps({"skill": skill, "mean": limits.mean, "left": limits.left, "right": limits.right})
            )
            continue
        print(f"{skill}: mean {limits.mean:.0f} N")
        for name in SIDES:
            print(f"  {name:5}", *(f"{force:5.0f}" for force in getattr(limits, name)))


if __name__ == "__main__":
    main()
