"""From a script, a body and an objective to a Bundle: all that a search's workers need, in one piece."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from footfall.body import Body, load_body
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.learn.free import free_numbers
from footfall.learn.job import Bundle, Job
from footfall.learn.objective.file import Objective
from footfall.learn.objective.terms import Term
from footfall.learn.runner import Runner
from footfall.learn.scenario import Scenario
from footfall.script import Program, Source, compile_source, find_skill
from footfall.script.reference import SUFFIX as REFERENCE
from footfall.script.source import FileLoader


class Collector(FileLoader):
    """Finds called scripts as usual, and keeps what it has found by the name it was called with."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def find(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find`."""
        return self._keep(name, super().find(name, caller))

    def find_classic(self, name: str, callers: tuple[Source, ...]) -> Source | None:
        """See `Loader.find_classic`."""
        return self._keep(name, super().find_classic(name, callers))

    def find_reference(self, name: str, caller: Source) -> Source | None:
        """See `Loader.find_reference`."""
        return self._keep(name + REFERENCE, super().find_reference(name, caller))

    def _keep(self, name: str, found: Source | None) -> Source | None:
        if found is not None:
            self.texts[name] = found.text
        return found


def collect(skill: str) -> tuple[Program, dict[str, str]]:
    """A script, compiled, and the texts of it and all that it calls, by name.

    Raises:
        FootfallError: There is no such script, or it is wrong.
    """
    root, collector = find_skill(skill), Collector()
    program = compile_source(root, collector)
    return program, {root.name: root.text, **collector.texts}


def prepare(skill: str, objective: Objective, *, body: str | None = None, free: str | None = None) -> Bundle:
    """Make a Bundle, and check that it can run.

    Args:
        skill: A library name or a file.
        objective: What is wanted.
        body: A body instead of the script's own.
        free: Names of phases whose numbers are free; None: the marked numbers.

    Raises:
        FootfallError: Something in them is wrong or does not fit together.
    """
    program, texts = collect(skill)
    name = body or program.body or "human"
    bodies = {n: load_body(n) for n in [name, *(s.body for s in objective.scenarios if s.body)]}
    for k, scenario in enumerate(objective.scenarios, start=1):
        scenario.check(scenario.name or f"scenario {k}", bodies[scenario.body or name])
    _check_pushes(objective)
    if program.goal is None and any(t.kind in ("goal", "margin") for t in objective.terms):
        raise FootfallError(
            f"{program.name} has no GOAL", where="term 'goal'", help="write one: GOAL com.height > .9"
        )
    objective = replace(objective, scenarios=tuple(_placed(s) for s in objective.scenarios))
    bundle = Bundle(
        skill=program.name,
        texts=texts,
        body=name,
        bodies={n: _text(b) for n, b in bodies.items()},
        free=free_numbers(program, free),
        # where the recording was is no part of the problem: the goal itself travels with it
        terms=tuple(replace(t, file=Path(t.file).name) for t in objective.terms),
        scenarios=objective.scenarios,
        combine=objective.combine,
        goal=_goal(objective.terms),
    )
    for index in range(bundle.n_scenarios):
        runner, scenario = Runner(bundle, index), bundle.scenarios[index]
        if scenario.at or scenario.placed:
            _begin(runner)
        else:
            runner.build()
    return bundle


def _begin(runner: Runner) -> Sim:
    """The simulator of a runner at the start of the unchanged script's run."""
    return runner.begin(Job(runner.bundle.hash, (0.0,) * runner.bundle.n, runner.index))


def holds_at_start(bundle: Bundle) -> bool:
    """Whether the skill's GOAL holds already where the first scenario begins: then it tells little."""
    sim = _begin(Runner(bundle, 0))
    sim.advance(1)
    return sim.goal_reached()


def _placed(scenario: Scenario) -> Scenario:
    """A scenario with the state that it names, so that no worker needs the file."""
    if not scenario.state:
        return scenario
    from footfall.engine.recording.recording import Recording

    file, _, text = scenario.state.rpartition("@") if "@" in scenario.state else (scenario.state, "", "")
    rec = Recording.load(file)
    try:
        seconds = float(text) if text else float(rec.time[-1])
    except ValueError:
        raise FootfallError(
            f"'{text}' is no time",
            where=f"state {scenario.state}",
            help="write FILE@SECONDS, like run.npz@1.2",
        ) from None
    row = int(np.abs(rec.time - seconds).argmin())
    placed = (*rec.qpos[row].tolist(), *rec.qvel[row].tolist())
    return replace(scenario, state=f"{Path(file).name}@{rec.time[row]:g}", placed=placed)


def _check_pushes(objective: Objective) -> None:
    if any(t.kind == "pushes" for t in objective.terms) and not any(s.push for s in objective.scenarios):
        raise FootfallError(
            "there is no push, so none can be survived",
            where="term 'pushes'",
            help='give a scenario one, like push = "3:0.4:0,150"',
        )


def _text(body: Body) -> str:
    return Path(body.path).read_text(encoding="utf-8")


def _goal(terms: tuple[Term, ...]) -> dict[str, object] | None:
    tracked = [t for t in terms if t.kind == "track"]
    if not tracked:
        return None
    if len(tracked) > 1:
        raise FootfallError("only one motion can be tracked", where="term 'track'", help="keep one of them")
    from footfall.engine.recording.recording import Recording
    from footfall.learn.objective.goal import goal_from

    return goal_from(Recording.load(tracked[0].file), tracked[0].start, where=tracked[0].file)
