"""Searching the feedback of a walk that was fitted to a clip: it must not fall, and be as fast."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import CYCLE_START, CYCLE_TICKS
from footfall.control.rotation import yaw_of
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.sim import Sim
from footfall.engine.snapshot import restore, take
from footfall.learn.free import free_numbers, with_values
from footfall.learn.search.cma import PopulationCMA
from footfall.script import Program
from footfall.world import Push

SECONDS = 10.0  # of a run in the search
SETTLED = 3.0  # s after which the speed counts
CHORD, CHORDS = 1.0, 4  # s of a chord of the way, and how often a run is looked at in it
BEFORE, AFTER = 5.0, 4.0  # s before the stride of a push, and that a body must stand after it
PROVED = 60.0  # s of a run that proves it
STARTS = (101, 102, 103)  # drawn ones: the exact start alone rewards luck
STARTING = 4.0  # s of a run from a drawn start: who falls because of it falls early
NEAR = 0.03  # of the speed that is near enough
# what falling, another speed, turning away, changes of the curves, and what is not of the clip cost
FALLING, SPEED, TURN, AWAY, CLIP = 4.0, 3.0, 1.0, 0.002, 2.0
PUSHED = 0.5  # what falling at once after a push costs
SIGMA = 0.5
POPULATION = 12
ENOUGH = 0.15  # a cost that is good enough to stop at, if it holds 60 s
LAST = 4  # of the best ones that are tried for 60 s in the end

F64 = NDArray[np.float64]
Tell = Callable[[int, float, float], None]  # generation, least cost, CPU seconds


@dataclass(frozen=True)
class Walked:
    """What became of one run.

    Attributes:
        seconds: Until it fell, or was over.
        speed: Along the way it faced, after it had settled, m/s; chords of a second, so that swaying is none.
        turned: Of the heading at the end, less what the clip's way turns, rad.
        fell: Whether it did.
    """

    seconds: float
    speed: float
    turned: float
    fell: bool


@dataclass(frozen=True)
class FoundGait:
    """What a search has found.

    Attributes:
        program: With the best numbers.
        cost: Of the runs of the search.
        share: Of the clip in its curves, 0 to 1.
        proved: Runs of 60 s from starts that it has not seen.
        generations: How many there were.
        cpu_seconds: Processor time.
    """

    program: Program
    cost: float
    share: float
    proved: tuple[Walked, ...]
    generations: int
    cpu_seconds: float


class Walker:
    """Runs candidates of one script.

    Args:
        program: The script.
        speed: That is wanted, m/s.
        pushes: Each disturbs one more run of the search, at its phase of the stride.
        turn: How fast the way turns, rad/s.
    """

    def __init__(
        self, program: Program, speed: float, pushes: Sequence[Push] = (), turn: float = 0.0
    ) -> None:
        self.program, self.speed, self.pushes, self.turn = program, speed, tuple(pushes), turn
        self.sim = Sim(program)
        self.share = next(p.slot for p in program.units[0].parameters if p.name == "mocap")

    def walk(self, params: F64, seed: int, seconds: float, pushes: Sequence[Push] = ()) -> Walked:
        """One run."""
        sim = self.sim
        sim.reset(params=params, seed=seed, pushes=list(pushes))
        root = sim.model.body(sim.bodies[0].root.model_name).id
        ticks, fell = round(CHORD / CHORDS / sim.dt), False
        rows = []  # time, x, y, heading
        while sim.time < seconds - 1e-9 and not fell:
            sim.advance(ticks)
            rows.append((sim.time, *sim.data.xpos[root][:2], float(yaw_of(sim.data.xmat[root]))))
            fell = self._down()
        track = np.array(rows)
        track[:, 3] = np.unwrap(track[:, 3])
        speed = _along(track[track[:, 0] >= min(SETTLED, 0.5 * seconds)])
        return Walked(sim.time, speed, float(track[-1, 3]) - self.turn * sim.time, fell)

    def _down(self) -> bool:
        return int(self.sim.actors[0].state.verdict[0]) != RUNNING

    def cost(self, params: F64, x: F64) -> float:
        """Of numbers at a point of the search; smaller is better."""
        total = AWAY * float(np.mean(np.square(x))) + CLIP * (1.0 - float(params[self.share]))
        run = self.walk(params, 0, SECONDS)
        left = 1.0 - min(run.seconds / SECONDS, 1.0)
        if left > 0.2:  # the other starts need not be tried
            return total + FALLING * (left + 0.5) + SPEED + PUSHED * len(self.pushes)
        off = abs(run.speed - self.speed) / max(abs(self.speed), 0.1)
        astray = abs(run.turned) / (1.0 + abs(self.turn) * SECONDS)
        total += FALLING * left + SPEED * max(0.0, off - NEAR) + TURN * astray
        for seed in STARTS:
            began = self.walk(params, seed, STARTING)
            total += FALLING * (1.0 - min(began.seconds / STARTING, 1.0)) / len(STARTS)
        stood = self.pushed(params, self.pushes)
        return total + PUSHED * sum(1.0 - min(seconds / AFTER, 1.0) for seconds in stood)

    def pushed(
        self, params: F64, pushes: Sequence[Push], before: float = BEFORE, after: float = AFTER
    ) -> list[float]:
        """How long the body stands after each push, s; `after` at most.

        A push comes at its phase of the first stride that begins after `before` seconds.
        """
        sim = self.sim
        if not pushes:
            return []
        sim.reset(params=params, seed=0, pushes=[])
        sim.advance(round(before / sim.dt))
        if self._down():
            return [0.0] * len(pushes)
        there, out = take(sim), []
        cycle = sim.actors[0].state.cycle
        begun, ticks = float(cycle[CYCLE_START]), float(cycle[CYCLE_TICKS])
        for push in pushes:
            restore(sim, there, trusted=True)
            at = (begun + ticks * (1.0 + (push.phase or 0.0))) * sim.dt
            sim.set_pushes([replace(push, phase=None, time=at)])
            while sim.time < at + after - 1e-9 and not self._down():
                sim.advance(round(0.25 / sim.dt))
            out.append(max(0.0, min(sim.time - at, after)))
        return out


def _along(track: F64) -> float:
    """Mean speed of rows (time, x, y, heading) along the way they face, m/s."""
    rows = track[::CHORDS]
    if len(rows) < 2:
        return 0.0
    way, facing = np.diff(rows[:, 1:3], axis=0), 0.5 * (rows[:-1, 3] + rows[1:, 3])
    ahead = way[:, 0] * np.cos(facing) + way[:, 1] * np.sin(facing)
    return float(ahead.sum() / (rows[-1, 0] - rows[0, 0]))


def search_gait(
    walker: Walker, *, seconds: float, seed: int = 0, sigma: float = SIGMA, tell: Tell | None = None
) -> FoundGait:
    """Change the marked numbers of a walk until it holds 60 s at its speed.

    Args:
        walker: Runs it.
        seconds: Processor time at most.
        seed: Of the search.
        sigma: First steps, in those of the script's marks.
        tell: Called after each generation.
    """
    program, began = walker.program, time.process_time()
    free = free_numbers(program)
    cma = PopulationCMA(
        np.array([f.lower for f in free]),
        np.array([f.upper for f in free]),
        seed=seed,
        sigma=sigma,
        population=POPULATION,
    )
    least, generation = walker.cost(program.params, np.zeros(len(free))), 0
    best = [program.params]  # the newest last
    proved = prove(walker, best[-1]) if least < ENOUGH else ()
    while not holds(proved, walker.speed) and time.process_time() - began < seconds and not cma.stop():
        generation += 1
        points = cma.ask()
        tried = [with_values(program.params, free, x) for x in points]
        costs = np.array([walker.cost(params, x) for params, x in zip(tried, points, strict=True)])
        cma.tell(costs)
        k = int(np.argmin(costs))
        if costs[k] < least:
            least = float(costs[k])
            best.append(tried[k])
            proved = prove(walker, best[-1]) if least < ENOUGH else ()
        if tell:
            tell(generation, least, time.process_time() - began)
    chosen, proved = _first_that_holds(walker, best[-LAST:], proved)
    return FoundGait(
        replace(program, params=chosen),
        least,
        float(chosen[walker.share]),
        proved,
        generation,
        time.process_time() - began,
    )


def _first_that_holds(
    walker: Walker, best: Sequence[F64], proved: tuple[Walked, ...]
) -> tuple[F64, tuple[Walked, ...]]:
    """The newest of the best that holds 60 s; the newest of all when none does."""
    if holds(proved, walker.speed):
        return best[-1], proved
    runs = [prove(walker, params) for params in best[-1:]]
    for params in best[-2::-1]:
        if holds(runs[-1], walker.speed):
            break
        runs.append(prove(walker, params))
    which = len(runs) - 1 if holds(runs[-1], walker.speed) else 0
    return best[-1 - which], runs[which]


def prove(walker: Walker, params: F64, count: int = 3) -> tuple[Walked, ...]:
    """Runs of 60 s from other starts; the first that falls is the last."""
    out: list[Walked] = []
    for seed in range(1001, 1001 + count):
        out.append(walker.walk(params, seed, PROVED))
        if out[-1].fell:
            break
    return tuple(out)


def holds(proved: Sequence[Walked], speed: float) -> bool:
    """Whether none fell, and the mean speed is within 15 %."""
    if not proved or any(run.fell for run in proved):
        return False
    mean = float(np.mean([run.speed for run in proved]))
    return abs(mean - speed) <= 0.15 * abs(speed)
