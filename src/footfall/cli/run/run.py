"""``footfall run``: simulate a skill, report, and write what was asked for."""

from __future__ import annotations

from footfall.cli import options
from footfall.cli.report import Outputs
from footfall.cli.run import route
from footfall.cli.run.arguments import (
    AsJson,
    BallsText,
    BodyName,
    EnvFile,
    ExportFiles,
    Friction,
    Gaits,
    GroundText,
    Learn,
    LearnedFile,
    Loop,
    PhysicsName,
    PlotFile,
    PresetName,
    Props,
    Pushes,
    SaveFile,
    ScaleMass,
    Seconds,
    Seed,
    Seeds,
    Settings,
    Skill,
    StartName,
    StripFile,
    TimeStep,
    Trace,
    VideoFile,
    WayPoints,
    WindText,
)
from footfall.cli.run.memory import memory_for
from footfall.cli.run.simulate import (
    Plan,
    check_seeds,
    find,
    how_long,
    learns,
    run_one,
    run_seeds,
    surroundings,
)


def run(
    skill: Skill,
    body: BodyName = None,
    seconds: Seconds = None,
    start: StartName = None,
    seed: Seed = None,
    seeds: Seeds = None,
    dt: TimeStep = None,
    scale_mass: ScaleMass = 1.0,
    physics: PhysicsName = None,
    push: Pushes = None,
    balls: BallsText = None,
    ground: GroundText = None,
    env: EnvFile = None,
    prop: Props = None,
    friction: Friction = None,
    wind: WindText = None,
    set_: Settings = None,
    preset: PresetName = None,
    then: Gaits = None,
    path: WayPoints = None,
    loop: Loop = False,
    learn: Learn = False,
    learned: LearnedFile = None,
    trace: Trace = False,
    as_json: AsJson = False,
    strip: StripFile = None,
    video: VideoFile = None,
    plot: PlotFile = None,
    save: SaveFile = None,
    export: ExportFiles = None,
) -> None:
    """Simulate a skill and report how it went.

    The exit code is 0 whether or not the body fell; the report says which.
    """
    outputs = Outputs(strip, video, plot, save, tuple(export or ()))
    if outputs.wanted():
        outputs.check()
    check_seeds(seed, seeds, outputs)
    if dt is not None:
        options.number("--dt", dt, above=0, most=0.02, unit="s")
    options.number("--scale-mass", scale_mass, above=0, most=100)
    now, later = options.orders(set_ or [])
    inputs, gaits = options.settings(now), options.switches(then or [])
    way = route.read(path, loop, inputs, later) if path is not None or loop or later else None
    long = how_long(seconds, way)
    program, who = find(skill, body)
    inputs = options.preset(program, preset, inputs)

    from footfall.engine.spec import ActorSpec, RunSpec

    world = surroundings(ground, push, balls, friction, env, prop, wind)
    spec = RunSpec((ActorSpec(program, who, start, set=inputs),), world, seed or 0, dt, scale_mass, physics)
    remembers = learn or learned is not None or learns(program)
    memory = memory_for(program, learned, learn, seeds) if remembers else None
    plan = Plan(spec, long, tuple(gaits), way, memory)
    if seeds is None:
        run_one(plan, outputs, as_json, trace)
    else:
        run_seeds(plan, seeds, as_json)
