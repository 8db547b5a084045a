"""``footfall run``: simulate a skill, report, and write what was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options, route
from footfall.cli.memory import Memory
from footfall.cli.outputs import Outputs
from footfall.cli.seeds import check_seeds, make_sim, run_seeds

if TYPE_CHECKING:
    from footfall.world import World

MOTION = "What happens to the body"
RUNNING = "How it is run"
OUTPUT = "What is written"


def run(
    skill: Annotated[
        str, typer.Argument(metavar="SKILL-or-FILE", help="A skill of the library, or a .skill file.")
    ],
    body: Annotated[str | None, typer.Option(help="A body, or a .toml file; else the skill's own.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="How long to simulate; 10, or what a path takes.", rich_help_panel=RUNNING),
    ] = None,
    start: Annotated[str | None, typer.Option(metavar="NAME", help="A named start of the body.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="0, the default: the exact start; else a drawn one.", rich_help_panel=RUNNING),
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(metavar="N", help="Run seeds 1…N at once.", rich_help_panel=RUNNING)
    ] = None,
    dt: Annotated[
        float | None,
        typer.Option(metavar="S", help="Time step; the body's own when left out.", rich_help_panel=RUNNING),
    ] = None,
    scale_mass: Annotated[float, typer.Option(metavar="F", help="All masses times this.")] = 1.0,
    physics: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Other settings of the body's physics, like careful; its own when left out.",
            rich_help_panel=RUNNING,
        ),
    ] = None,
    push: Annotated[
        list[str] | None,
        typer.Option(
            metavar="T:DURATION:FX[,FY[,FZ]][:PART]",
            help="Newtons forward, left, up, from T (s, or @PHASE of the cycle). May be repeated.",
            rich_help_panel=MOTION,
        ),
    ] = None,
    balls: Annotated[
        str | None,
        typer.Option(metavar="KG:SPEED:EVERY", help="Throw a ball every so often.", rich_help_panel=MOTION),
    ] = None,
    ground: Annotated[
        str | None,
        typer.Option(
            metavar="GROUND",
            help="flat, slope:DEG, steps:X=H,…, profile:X=H,…, stairs:RISE,TREAD,COUNT, bumps:HEIGHT, "
            "fig5[:OFFSET]; else the skill's own",
            rich_help_panel=MOTION,
        ),
    ] = None,
    env: Annotated[
        Path | None,
        typer.Option(metavar="F.env", help="A classic environment file.", rich_help_panel=MOTION),
    ] = None,
    prop: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THING",
            help="What stands there: 'crate.box(.4,.4,.4).at(2,0,.2).mass(10)', as behind PROP in a script. "
            "May be repeated.",
            rich_help_panel=MOTION,
        ),
    ] = None,
    friction: Annotated[
        float | None, typer.Option(metavar="MU", help="Of ground and feet.", rich_help_panel=MOTION)
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE[@T]",
            help="A parameter of the skill, from T seconds on. May be repeated.",
        ),
    ] = None,
    then: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAIT@T",
            help="Switch to another gait at the first transition after T seconds. May be repeated.",
            rich_help_panel=MOTION,
        ),
    ] = None,
    path: Annotated[
        str | None,
        typer.Option(
            metavar="X,Y;X,Y;…",
            help="Walk to these way points (m) in turn and stop; sets the skill's heading and speed.",
            rich_help_panel=MOTION,
        ),
    ] = None,
    loop: Annotated[
        bool, typer.Option("--loop", help="Go on with the path's first point.", rich_help_panel=MOTION)
    ] = False,
    learn: Annotated[
        bool,
        typer.Option("--learn", help="Save what LEARN has learned, as NAME.ff.npz.", rich_help_panel=OUTPUT),
    ] = False,
    learned: Annotated[
        Path | None,
        typer.Option(
            metavar="F.ff.npz",
            help="Learned torque to begin with, and where --learn saves it; else the file beside the "
            "script, or here for a skill of the library.",
            rich_help_panel=RUNNING,
        ),
    ] = None,
    trace: Annotated[
        bool,
        typer.Option("--trace", help="Print each transition taken, and why.", rich_help_panel=OUTPUT),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on one line.", rich_help_panel=OUTPUT)
    ] = False,
    strip: Annotated[
        Path | None, typer.Option(metavar="F.png", help="Film strip.", rich_help_panel=OUTPUT)
    ] = None,
    video: Annotated[
        Path | None, typer.Option(metavar="F.mp4|F.gif", help="Video.", rich_help_panel=OUTPUT)
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="F.png", help="Plots.", rich_help_panel=OUTPUT)] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="F.npz", help="The recording, for `replay`.", rich_help_panel=OUTPUT),
    ] = None,
) -> None:
    """Simulate a skill and report how it went.

    The exit code is 0 whether or not the body fell; the report says which.
    """
    outputs = Outputs(strip, video, plot, save)
    outputs.check()
    check_seeds(seed, seeds, outputs)
    if dt is not None:
        options.number("--dt", dt, above=0, most=0.02, unit="s")
    options.number("--scale-mass", scale_mass, above=0, most=100)
    first, later = options.orders(set_ or [])
    inputs, planned = options.settings(first), options.switches(then or [])
    way = route.read(path, loop, inputs, later)
    long = way.seconds(seconds)
    who = {**find(skill, body), "start": start, "dt": dt, "set": inputs}
    who |= {"scale_mass": scale_mass, "physics": physics}

    place = ground or who["skill"].ground or "flat"

    def arguments(number: int) -> dict[str, Any]:
        world = make_world(place, push or [], balls, friction, number, env, prop or [])
        return {**who, "seed": number, "world": world}

    memory = Memory(learned, save=learn)
    memory.check(who["skill"], seeds)
    if seeds is None:
        run_one(arguments(seed or 0), long, outputs, as_json, trace, planned, memory, way)
    else:
        each = [arguments(number) for number in range(1, seeds + 1)]
        run_seeds(each, long, as_json, then=planned, memory=memory, way=way)


def find(skill: str, body: str | None) -> dict[str, Any]:
    """The skill, compiled, and the body, read: arguments of `Sim`."""
    from footfall.body import load_body
    from footfall.script import compile_skill

    with options.at(skill):
        program = compile_skill(skill)
    with options.at(f"--body {body}"):
        return {"skill": program, "body": None if body is None else load_body(body)}


def make_world(
    ground: str,
    pushes: list[str],
    balls: str | None,
    friction: float | None,
    seed: int,
    env: Path | None = None,
    props: Sequence[str] = (),
) -> World:
    """The world that the options describe; `seed` draws its bumps."""
    if friction is not None:
        options.number("--friction", friction, above=0, most=10)
    from footfall.world import World, parse_balls, parse_env, parse_ground, parse_prop, parse_push

    base = World(ground=parse_ground(ground, seed)) if env is None else parse_env(env)
    return replace(
        base,
        friction=friction,
        pushes=tuple(parse_push(text) for text in pushes),
        balls=None if balls is None else parse_balls(balls),
        props=(*base.props, *(parse_prop(text) for text in props)),
    )


def run_one(
    arguments: dict[str, Any],
    seconds: float,
    outputs: Outputs,
    as_json: bool,
    trace: bool = False,
    then: Sequence[tuple[str, float]] = (),
    memory: Memory | None = None,
    way: route.Route | None = None,
) -> None:
    """Simulate once, print, write.

    Args:
        arguments: Of `Sim`.
        seconds: How long it runs.
        outputs: What is written.
        as_json: Whether to print one JSON object.
        trace: Whether to print the transitions too (to stderr beside JSON).
        then: Gaits to switch to, and from which second on.
        memory: Where learned torque comes from and goes to.
        way: Way points to follow.
    """
    from footfall.cli import report, show

    sim, memory, way = make_sim(arguments, then), memory or Memory(), way or route.Route()
    way.check(sim)
    memory.recall(sim)
    label = f"Simulating {seconds:g} s of {arguments['skill'].name}"
    rec = show.patiently(label, lambda progress: way.run(sim, seconds, progress), total=seconds)
    files = outputs.write(rec) + memory.keep(sim)
    if trace:
        for move in rec.moves():
            typer.echo(str(move), err=as_json)
    if as_json:
        show.print_json(rec.report())
        return
    console = show.out()
    report.print_report(console, rec.report())
    report.print_files(console, files)
