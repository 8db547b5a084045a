"""One skill on many bodies: which of them walk, how long and how fast."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from footfall.body import Body
from footfall.body.grown import grown_body
from footfall.body.proportions import HEAD, SPANS, Proportions, random_proportions
from footfall.control.columns import SCALE_LEG, VERDICT_CODE
from footfall.engine.kernel.ends import END_WORDS
from footfall.engine.link.measures import leg_tables
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill

Progress = Callable[[float], None]

SECONDS = 30.0  # of each run
COMFORT = 0.7  # m/s: comfortable speed of the default body; it scales with the square root of the leg length
SEEDS = 1000  # bodies for each seed: body k of seed S is that of `footfall body random` 1000 S + k
MOVED = 0.5  # share of the commanded distance that counts as walking


@dataclass(frozen=True)
class WalkResult:
    """The run of one body.

    Attributes:
        name: Which.
        end: How its run ended: "time" when it is still up.
        seconds: How long it was up.
        asked: Commanded speed, m/s.
        speed: Mean speed along x, m/s.
        draws: The numbers that were drawn for it.
    """

    name: str
    end: str
    seconds: float
    asked: float
    speed: float
    draws: Mapping[str, Any]

    @property
    def walked(self) -> bool:
        """Whether it stayed up to the end and covered at least half of the commanded distance."""
        return self.end == "time" and self.speed >= MOVED * self.asked

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "walked": self.walked,
            "end": self.end,
            "seconds": round(self.seconds, 3),
            "asked": round(self.asked, 3),
            "speed": round(self.speed, 3),
        }


@dataclass(frozen=True)
class Survey:
    """The results of many runs.

    Attributes:
        skill: Its name.
        settings: What was asked for.
        results: In the order of their seeds.
        seconds: Wall time.
    """

    skill: str
    settings: Mapping[str, Any]
    results: tuple[WalkResult, ...]
    seconds: float

    @property
    def walked(self) -> int:
        """How many walked."""
        return sum(one.walked for one in self.results)

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "skill": self.skill,
            **self.settings,
            "walked": self.walked,
            "of": len(self.results),
            "walkers": [one.plain() for one in self.results],
            "draws": [one.draws for one in self.results],
        }


def comfortable(leg: float) -> float:
    """Comfortable speed of a body, m/s: equal Froude numbers for all lengths of leg (m)."""
    return COMFORT * math.sqrt(leg / (SPANS["leg_length"].default * HEAD))


def comfortable_speed(body: Body) -> float:
    """The same of a body, m/s."""
    legs = leg_tables(body, {joint.name: k for k, joint in enumerate(body.joints)})
    return comfortable(float(legs["scale"][SCALE_LEG]))


def drawn_numbers(proportions: Proportions) -> dict[str, Any]:
    """The numbers of a body, pairs where the sides may differ."""
    return {name: list(pair) if SPANS[name].sides else pair[0] for name, pair in proportions.values.items()}


def walk(program: Program, body: Body, speed: float, seconds: float, name: str, draws: Any) -> WalkResult:
    """Let one body walk; a body that cannot even begin counts as fallen at once."""
    named = {parameter.name for parameter in program.units[0].parameters}
    try:
        sim = Sim(program, body=body, set={"speed": speed} if "speed" in named else {})
    except FootfallError as problem:
        return WalkResult(name, problem.message, 0.0, speed, 0.0, draws)
    begin = float(sim.actors[0].state.com[0])
    ticks = int(round(seconds / sim.dt))
    ran = sim.advance(ticks)
    distance = float(sim.actors[0].state.com[0]) - begin
    end = "time" if ran == ticks else END_WORDS[int(sim.actors[0].state.verdict[VERDICT_CODE])]
    return WalkResult(name, end, ran * sim.dt, speed, distance / max(1e-9, ran * sim.dt), draws)


def run_all(
    jobs: Sequence[Callable[[], WalkResult]], threads: int, progress: Progress | None
) -> list[WalkResult]:
    """Run all jobs in a pool of threads; results keep the order of the jobs."""
    done = [0]

    def run(job: Callable[[], WalkResult]) -> WalkResult:
        result = job()
        done[0] += 1
        if progress is not None:
            progress(done[0] / len(jobs))
        return result

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, jobs))


def walk_bodies(
    skill: str,
    many: int,
    reach: float,
    seed: int,
    *,
    preset: str | None = None,
    seconds: float = SECONDS,
    threads: int = 2,
    progress: Progress | None = None,
) -> Survey:
    """Let bodies drawn at random walk at their comfortable speed, without disturbances.

    Args:
        skill: A library name or a path.
        many: How many bodies.
        reach: How much of each range is drawn from, 0 to 1.
        seed: Which draw; body k is that of ``footfall body random --seed 1000 seed + k``.
        preset: A preset of the skill; the speed is the body's all the same.
        seconds: Length of each run.
        threads: Runs at once.
        progress: Called with the share that is done.

    Raises:
        FootfallError: The skill cannot be read, or has no such preset.
    """
    began = time.perf_counter()
    program = compile_skill(skill)
    program = program if preset is None else program.with_preset(preset)

    def job(k: int) -> Callable[[], WalkResult]:
        def run() -> WalkResult:
            one = SEEDS * seed + k
            proportions = random_proportions(one, reach)
            speed = comfortable(proportions.one("leg_length") * HEAD)
            name = f"body {one}"
            return walk(
                program, grown_body(proportions, name), speed, seconds, name, drawn_numbers(proportions)
            )

        return run

    results = run_all([job(k) for k in range(many)], threads, progress)
    settings = {"bodies": many, "range": reach, "seed": seed, "seconds": seconds, "preset": preset}
    return Survey(program.name, settings, tuple(results), time.perf_counter() - began)
