"""The subject of the trials: a skill on a body, and its gait once it has settled."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from footfall.body import Body, load_body
from footfall.control.columns import CYCLE_COUNT, CYCLE_START, CYCLE_TICKS, VERDICT_CODE
from footfall.engine.kernel.ends import DONE, END_WORDS
from footfall.engine.kernel.loop import SETTLED
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill
from footfall.world import World

PATIENCE = 6.0  # s after the gait has settled within which every phase must have come


@dataclass(frozen=True, eq=False)
class Subject:
    """A skill on a body.

    Attributes:
        name: The skill, as it was asked for.
        program: Compiled.
        body: Its own body, unless told otherwise.
    """

    name: str
    program: Program
    body: Body

    @classmethod
    def of(cls, skill: str | Program, body: str | Body | None = None, preset: str | None = None) -> Subject:
        """Compile the skill, give it the values of a preset, and read the body.

        Raises:
            FootfallError: One of them cannot be read, or there is no such preset.
        """
        program = skill if isinstance(skill, Program) else compile_skill(skill)
        program = program if preset is None else program.with_preset(preset)
        wanted = body if body is not None else (program.body or "human")
        return cls(program.name, program, wanted if isinstance(wanted, Body) else load_body(wanted))

    def sim(
        self,
        *,
        body: Body | None = None,
        world: World | str | None = None,
        seed: int = 0,
        dt: float | None = None,
        set: Mapping[str, float] | None = None,
    ) -> Sim:
        """A Sim of it, perhaps on another body, in another world; see `RunSpec`."""
        actor = ActorSpec(self.program, body or self.body, set=set or {})
        return Sim.of(RunSpec((actor,), world, seed, dt, saves="memory"))


@dataclass(frozen=True, eq=False)
class Gait:
    """A settled gait.

    Attributes:
        snapshots: By phase of the cycle: the state of the Sim at that tick.
        cyclic: Whether it has a cycle; if not, all snapshots are the same.
        speed: Mean speed along x over one cycle (m/s).
        stride: Distance of two steps along x (m), signed like the speed.
    """

    snapshots: dict[float, Snapshot]
    cyclic: bool
    speed: float
    stride: float


def stays_up(sim: Sim, seconds: float) -> bool:
    """Run on; whether the body did not fall (a skill may come to its end)."""
    ticks = int(round(seconds / sim.dt))
    return sim.advance(ticks) == ticks or int(sim.actors[0].state.verdict[VERDICT_CODE]) == DONE


def settle(sim: Sim, phases: Sequence[float]) -> Gait:
    """Run until the gait has settled, and keep its state at phases of the cycle of two steps.

    A cycle begins when the left leg becomes the stance leg. A push from a snapshot begins at
    the same tick as one of ``footfall run --push @PHASE:…``.

    Raises:
        FootfallError: It falls without being disturbed.
    """
    cycle = sim.actors[0].state.cycle
    missing = sorted(set(phases))
    snapshots: dict[float, Snapshot] = {}
    starts: list[tuple[int, float]] = []  # tick and x of the beginnings of cycles
    _go(sim, int(round(SETTLED / sim.dt)))
    first = (sim.tick, _x(sim))
    for _ in range(int(PATIENCE / sim.dt)):
        since = sim.tick - int(cycle[CYCLE_START])
        if since == 1 and cycle[CYCLE_COUNT] > 1:
            starts.append((sim.tick, _x(sim)))
        for phase in tuple(missing):
            if cycle[CYCLE_COUNT] > 1 and since == max(1, math.ceil(phase * int(cycle[CYCLE_TICKS]))):
                snapshots[phase] = sim.state()
                missing.remove(phase)
        if not missing and len(starts) > 1:
            break
        _go(sim, 1)
    cyclic = not missing and len(starts) > 1
    if not cyclic:
        here = sim.state()
        snapshots, starts = dict.fromkeys(phases, here), [first, (sim.tick, _x(sim))]
    (tick0, x0), (tick1, x1) = starts[0], starts[1]
    return Gait(snapshots, cyclic, (x1 - x0) / ((tick1 - tick0) * sim.dt), x1 - x0)


def _go(sim: Sim, ticks: int) -> None:
    """Run on.

    Raises:
        FootfallError: It ends, by a fall or else.
    """
    if sim.advance(ticks) < ticks:
        word = END_WORDS[int(sim.actors[0].state.verdict[VERDICT_CODE])]
        raise FootfallError(
            f"nothing disturbs it, and yet its run ends at {sim.time:.2f} s: {word}",
            where=sim.programs[0].name,
            help="a skill must run undisturbed before it can be tested; look at it with `footfall run`",
        )


def _x(sim: Sim) -> float:
    return float(sim.actors[0].state.com[0])
