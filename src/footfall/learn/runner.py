"""Runs candidates in one scenario of a Bundle; the simulator is built once."""

from __future__ import annotations

import math
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from footfall.body import Body, load_body
from footfall.control.columns import SUM_MOST, SUM_SEEN, VERDICT_CODE, VERDICT_TICK
from footfall.control.expression import execute
from footfall.engine.actor import Monitor, Watch
from footfall.engine.condition import Asker
from footfall.engine.draw import disturb, put, run_to
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.link.anatomy import Anatomy
from footfall.engine.link.link import Linked
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.errors import FootfallError
from footfall.learn.objective.gait import LOGGED, begin_log, end_log
from footfall.learn.objective.goal import goal_table
from footfall.learn.objective.score import (
    SURVIVED,
    Outcome,
    contributions,
    lower_bound,
    monitors,
    raw_value,
)
from footfall.script import DictLoader, Program, compile_text
from footfall.script.margin import Margins, with_margins

if TYPE_CHECKING:
    from footfall.learn.job import Bundle, Job, Result

_MOST_BEGUN = 64  # starts in the middle that are kept
_LOOK = 0.5  # simulated seconds between looks at whether the run is hopeless


class Runner:
    """The simulator of one scenario. Only one thread may use it.

    Attributes:
        bundle: The search's.
        index: Which scenario.
    """

    def __init__(self, bundle: Bundle, index: int) -> None:
        self.bundle = bundle
        self.index = index
        self.scenario = bundle.scenarios[index]
        self.program = program_of(bundle)
        self.margins: Margins | None = None
        if any(term.kind == "margin" for term in bundle.terms):
            self.margins = with_margins(self.program)
            self.program = self.margins.program
        if any(free.slot >= len(self.program.params) for free in bundle.free):
            raise FootfallError(
                "a free number is not in the script", where=bundle.skill, help="start the search again"
            )
        self.body = body_of(bundle, self.scenario.body or bundle.body)
        self.logged = any(term.kind in LOGGED for term in bundle.terms)
        self.sim: Sim | None = None
        self._begun: dict[int, Snapshot] = {}  # by seed: where a run in the middle of the skill begins
        self._asker: Asker | None = None

    def run(self, job: Job) -> Result:
        """Run a candidate."""
        from footfall.learn.job import WORST, Result

        try:
            sim = self.begin(job)
            ticks = int(round(self.scenario.seconds / sim.dt))
            look = max(1, int(round(_LOOK / sim.dt)))
            log = begin_log(sim, self.scenario.seconds) if self.logged else None
            while sim.tick < ticks and not _verdict(sim):
                sim.advance(min(look, ticks - sim.tick))
                if math.isfinite(job.limit) and sim.tick < ticks and not _verdict(sim):
                    bound = lower_bound(self.bundle.terms, self._outcome(sim))
                    if bound > job.limit:
                        sim.log = None
                        return Result(min(bound, WORST), {}, "hopeless", sim.time)
            outcome = self._outcome(sim)
            if log is not None:
                outcome = replace(outcome, gait=end_log(sim, log))
        except FootfallError:
            # only a candidate's numbers can be at fault here: the same scenario has been built before
            if self.sim is None:
                raise
            self.sim.log = None
            return Result(WORST, {}, "stuck", 0.0)
        if outcome.end == "diverged":
            return Result(WORST, {}, "diverged", sim.time)
        parts = contributions(self.bundle.terms, outcome)
        total = math.fsum(parts.values())
        return Result(min(total, WORST) if math.isfinite(total) else WORST, parts, outcome.end, sim.time)

    def measure(self, job: Job) -> dict[str, float]:
        """Run a candidate to its end: what each term measures, by its name; nan where there was nothing.

        "goal" is 1 when it came to its end and the skill's GOAL holds, or there is none; else 0.
        """
        sim = self.begin(job)
        sim.advance(int(round(self.scenario.seconds / sim.dt)))
        outcome = self._outcome(sim)
        rows = iter(outcome.sums)
        out = {
            term.name or term.kind: raw_value(term, outcome, next(rows) if term.row.quantity else None)
            for term in self.bundle.terms
            if term.row.quantity or term.kind in ("end", "seconds")
        }
        reached = outcome.goal or self.program.goal is None
        return out | {"goal": float(outcome.end in SURVIVED and reached)}

    def params(self, job: Job) -> np.ndarray:
        """All numbers of the Program, the free ones replaced."""
        params = self.program.params.copy()
        for free, value in zip(self.bundle.free, self.bundle.values(job.vector), strict=True):
            params[free.slot] = value
        return params

    def begin(self, job: Job) -> Sim:
        """The simulator at the start of a candidate's run."""
        seed = self.scenario.run_seed(job.seed, self.index)
        if self.sim is None or (self.scenario.draw and self.scenario.ground.startswith("bumps")):
            self.sim = self.build(job.seed)  # bumps are drawn, and part of the model
        if self.scenario.at or self.scenario.placed:
            self._begin_there(self.sim, seed)
            params, actor = self.params(job), self.sim.actors[0]
            actor.arrays["reg"][: len(params)] = params
            actor.inputs[:] = [params[p.slot] for p in self.program.units[0].parameters]
            for name, value in self.scenario.set.items():
                actor.set(name, value)
            return self.sim
        self.sim.reset(params=self.params(job), seed=seed, pushes=self.scenario.pushes(job.seed))
        return self.sim

    def _begin_there(self, sim: Sim, seed: int) -> None:
        """Put the simulator where a run in the middle of the skill begins."""
        if seed not in self._begun:
            sim.reset(params=self.program.params, seed=0)
            scenario = self.scenario
            if scenario.placed:
                state = np.array(scenario.placed)
                put(sim, state[: sim.model.nq], state[sim.model.nq :], scenario.at, scenario.state)
            else:
                run_to(sim, scenario.at)
            disturb(sim, seed)
            while len(self._begun) >= _MOST_BEGUN:
                self._begun.pop(next(iter(self._begun)))
            self._begun[seed] = sim.state()
        sim.restore(self._begun[seed])

    def build(self, seed: int = 0) -> Sim:
        """A simulator of this scenario, with the script's own numbers.

        Args:
            seed: The generation's.

        Raises:
            FootfallError: The scenario does not fit the body or the script.
        """
        own = self.scenario.run_seed(seed, self.index)
        scenario = self.scenario
        actor = ActorSpec(self.program, self.body, scenario.start or None, set=scenario.set)
        world, factor = scenario.world(own), scenario.scale_mass
        return Sim.of(RunSpec((actor,), world, own, scale_mass=factor, watch=self._watch, saves="memory"))

    def _watch(self, linked: Linked, anatomy: Anatomy) -> Watch:
        wanted = monitors(self.bundle.terms, linked, anatomy)
        if self.margins is not None:  # after those of the terms
            wanted += [Monitor("margin", index=a, last=b) for a, b in self.margins.sets.values()]
        goal = self.bundle.goal
        if goal is None:
            return Watch(wanted)
        weights = next(t.weights for t in self.bundle.terms if t.kind == "track")
        table = goal_table(goal, anatomy, len(anatomy.dof_names))
        trunk = max(0, anatomy.part("trunk"))
        return Watch(wanted, table, (goal["step"], *weights, float(trunk)))

    def _outcome(self, sim: Sim) -> Outcome:
        state = sim.actors[0].state
        ended = _verdict(sim)
        end = END_WORDS[int(state.verdict[VERDICT_CODE])]
        seconds = int(state.verdict[VERDICT_TICK]) * sim.dt if ended else sim.time
        if not ended and seconds >= self.scenario.seconds - sim.dt / 2:
            end = "time"
        rows = [
            ((t + row[3]) * sim.dt if t >= 0 else math.inf, math.hypot(*push.force) * push.duration)
            for push, row, t in zip(sim.pushes, sim.push_rows, sim.push_ticks, strict=True)
        ]
        pushes = np.array(rows, np.float64).reshape(-1, 2)
        goal = self.program.goal is not None and sim.goal_reached()
        margin = None if self.margins is None else goal_margin(sim, self.margins)
        return Outcome(
            end, seconds, self.scenario.seconds, pushes, goal, state.monitored, margin, self._ends(sim)
        )

    def _ends(self, sim: Sim) -> dict[str, float]:
        """Values of the terms "end", now."""
        wanted = [term.of for term in self.bundle.terms if term.kind == "end"]
        if not wanted:
            return {}
        if self._asker is None:
            self._asker = Asker(sim)
        return {of: self._asker.value(of, where=f"term 'end:{of}'") for of in wanted}


def goal_margin(sim: Sim, margins: Margins) -> float:
    """The margin of the first actor's GOAL now, from -1 to 1; its last monitors are of the SETs."""
    actor = sim.actors[0]
    if margins.goal is None:
        return -1.0
    reg, state = actor.arrays["reg"], actor.state
    rows = state.monitored[len(state.monitored) - len(margins.sets) :]
    for counter, sums in zip(margins.sets, rows, strict=True):
        kept = state.counters[counter + 1] != 0.0
        reg[margins.best[counter]] = 1.0 if kept else (sums[SUM_MOST] if sums[SUM_SEEN] else -1.0)
    execute(actor.context, int(state.frame_side[0]), 0, margins.goal.first, margins.goal.last)
    return float(reg[margins.goal.value])


def _verdict(sim: Sim) -> bool:
    return bool(sim.actors[0].state.verdict[VERDICT_CODE] != RUNNING)


def program_of(bundle: Bundle) -> Program:
    """The bundle's script, compiled."""
    return compile_text(bundle.texts[bundle.skill], name=bundle.skill, loader=DictLoader(bundle.texts))


def body_of(bundle: Bundle, name: str) -> Body:
    """A body of the bundle. Its text travels with the bundle: another machine need not have the file.

    Raises:
        FootfallError: This machine has another body of that name.
    """
    text = bundle.bodies[name]
    try:
        here = load_body(name)
        if Path(here.path).read_text(encoding="utf-8") == text:
            return here
    except (FootfallError, OSError):
        pass
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{Path(name).stem}.toml"
        path.write_text(text, encoding="utf-8")
        return load_body(path)
