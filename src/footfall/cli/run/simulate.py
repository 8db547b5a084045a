"""Simulating what was asked for, once or from many drawn starts, and telling how it went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from footfall.cli import options
from footfall.cli.report import Outputs
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.body import Body
    from footfall.cli.run.memory import Memory
    from footfall.cli.run.route import Route
    from footfall.cli.show import Progress
    from footfall.engine.recording.recording import Recording
    from footfall.engine.sim import Sim
    from footfall.engine.spec import RunSpec, WorldSpec
    from footfall.script import Program


@dataclass(frozen=True)
class Plan:
    """What is to be simulated, read and checked.

    Attributes:
        spec: The run.
        seconds: How long it lasts.
        gaits: Gaits to switch to, and from which second on.
        route: Way points, and what is set on the way; None: neither.
        memory: Where learned torque comes from and goes to; None: nothing is learned.
    """

    spec: RunSpec
    seconds: float
    gaits: tuple[tuple[str, float], ...] = ()
    route: Route | None = None
    memory: Memory | None = None

    def sim(self) -> Sim:
        """A Sim of it, with its switches of gait planned and what was learned earlier."""
        sim = make_sim(self.spec, self.gaits)
        if self.route is not None:
            self.route.check(sim)
        if self.memory is not None:
            self.memory.recall(sim)
        return sim

    def run(self, sim: Sim, seconds: float, progress: Progress | None = None) -> Recording:
        """Run one of its Sims."""
        if self.route is None:
            return sim.run(seconds, progress=progress)
        return self.route.run(sim, seconds, progress)


def make_sim(spec: RunSpec, gaits: Sequence[tuple[str, float]] = ()) -> Sim:
    """A Sim with its switches of gait planned."""
    from footfall.engine.sim import Sim

    sim = Sim.of(spec)
    for gait, at_time in gaits:
        with options.at(f"--then {gait}@{at_time:g}s"):
            sim.then(gait, at_time)
    return sim


def find(skill: str, body: str | None) -> tuple[Program, Body | None]:
    """The skill, compiled, and the body, read; None for the skill's own."""
    from footfall.body import load_body
    from footfall.script import compile_skill

    with options.at(skill):
        program = compile_skill(skill)
    with options.at(f"--body {body}"):
        return program, None if body is None else load_body(body)


def learns(program: Program) -> bool:
    """Whether one of its statements is a LEARN."""
    from footfall.control.columns import STATEMENT_COLUMNS, STATEMENT_OP
    from footfall.script.statements import opcodes

    return bool(
        (program.statements.reshape(-1, STATEMENT_COLUMNS)[:, STATEMENT_OP] == opcodes()["learn"]).any()
    )


def how_long(asked: float | None, route: Route | None) -> float:
    """Seconds to simulate: as asked, else what a path should take, else `options.SECONDS`.

    Raises:
        FootfallError: It cannot run for so long.
    """
    if asked is not None:
        return options.number("--seconds", asked, above=0, most=options.MAX_SECONDS, unit="s")
    return options.SECONDS if route is None else route.seconds()


def surroundings(
    ground: str | None,
    pushes: Sequence[str] | None,
    balls: str | None = None,
    friction: float | None = None,
    env: Path | None = None,
    props: Sequence[str] | None = None,
    wind: str | None = None,
) -> WorldSpec:
    """The world that the options describe.

    Raises:
        FootfallError: One of them cannot be read.
    """
    if friction is not None:
        options.number("--friction", friction, above=0, most=10)
    from footfall.engine.spec import WorldSpec
    from footfall.world import parse_balls, parse_env, parse_prop, parse_push, parse_wind

    return WorldSpec(
        ground=ground,
        environment=None if env is None else parse_env(env),
        friction=friction,
        pushes=tuple(parse_push(text) for text in pushes or ()),
        balls=None if balls is None else parse_balls(balls),
        props=tuple(parse_prop(text) for text in props or ()),
        wind=None if wind is None else parse_wind(wind),
    )


def check_seeds(seed: int | None, seeds: int | None, outputs: Outputs) -> None:
    """Check the numbers of seeds.

    Raises:
        FootfallError: One is out of range, or the options exclude each other.
    """
    if seed is not None:
        options.count("--seed", seed, least=0, most=2**31 - 1)
    if seeds is None:
        return
    options.count("--seeds", seeds, least=1, most=10000)
    if seed is not None:
        raise FootfallError(
            "--seed and --seeds exclude each other", where="--seeds", help="leave one of them out"
        )
    if outputs.wanted():
        raise FootfallError(
            f"{outputs.wanted()[0]} is of one run, but --seeds makes {seeds}",
            where="--seeds",
            help="run the one to be looked at with --seed N",
        )


def run_one(plan: Plan, outputs: Outputs, as_json: bool, trace: bool) -> None:
    """Simulate once, print, write.

    Args:
        plan: The run.
        outputs: What is written.
        as_json: Whether to print one JSON object.
        trace: Whether to print the transitions too (to stderr beside JSON).
    """
    from footfall.cli import report, show

    sim, seconds = plan.sim(), plan.seconds
    label = f"Simulating {seconds:g} s of {sim.programs[0].name}"
    rec = show.patiently(label, lambda progress: plan.run(sim, seconds, progress), total=seconds)
    files = outputs.write(rec) + (plan.memory.keep(sim) if plan.memory else [])
    if trace:
        for move in rec.moves():
            typer.echo(str(move), err=as_json)
    if as_json:
        show.print_json(rec.report())
        return
    console = show.out()
    report.print_report(console, rec.report())
    report.print_files(console, files)


def run_seeds(plan: Plan, seeds: int, as_json: bool) -> None:
    """Simulate from so many drawn starts at once, print.

    Args:
        plan: The run, of any seed.
        seeds: They are 1 to this.
        as_json: Whether to print one JSON object.
    """
    from footfall.cli import report, show
    from footfall.engine.batch import Batch

    each = [replace(plan, spec=replace(plan.spec, seed=seed)) for seed in range(1, seeds + 1)]
    sims = [one.sim() for one in each]
    label = f"Simulating {len(sims)} × {plan.seconds:g} s of {sims[0].programs[0].name}"
    recordings = show.patiently(
        label, lambda progress: Batch(sims).run(plan.seconds, progress=progress, one=plan.run), total=seeds
    )
    runs = [rec.report() for rec in recordings]
    if as_json:
        head = {key: runs[0][key] for key in ("skill", "body")}
        ok = sum(bool(r["success"]) for r in runs)
        show.print_json({**head, "seconds": plan.seconds, "runs": runs, "ok": ok})
    else:
        report.print_seeds(show.out(), runs)
