"""``footfall play``: a skill, live, with gaits on the number keys."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footfall.cli import options
from footfall.cli.run.arguments import BodyName, Skill, StartName
from footfall.cli.run.simulate import find, make_sim, surroundings

if TYPE_CHECKING:
    from footfall.cli.play.live import Play
    from footfall.engine.recording.recording import Recording
    from footfall.engine.sim import Sim
    from footfall.engine.snapshot import Snapshot

UNATTENDED = 10.0  # s, when there is neither a window nor a terminal


def play(
    skill: Skill,
    body: BodyName = None,
    seconds: Annotated[
        float | None, typer.Option(help="When to stop; with a window or a terminal: at q.")
    ] = None,
    start: StartName = None,
    seed: Annotated[int, typer.Option(help="0: the exact start; else a drawn one.")] = 0,
    ground: Annotated[str | None, typer.Option(metavar="GROUND", help="As for `run`.")] = None,
    push: Annotated[
        list[str] | None, typer.Option(metavar="T:DURATION:FX[,FY[,FZ]][:PART]", help="As for `run`.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the skill. May be repeated."),
    ] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="As for `run`.")] = None,
    then: Annotated[
        list[str] | None,
        typer.Option(metavar="GAIT@T", help="Switch to another gait by itself. May be repeated."),
    ] = None,
    window: Annotated[
        bool, typer.Option("--window/--no-window", help="MuJoCo's viewer, where there is a display.")
    ] = True,
    save: Annotated[
        Path | None, typer.Option(metavar="F.npz", help="The session as a recording, for `replay`.")
    ] = None,
) -> None:
    """Run a skill live, in real time, and change it while it runs.

    Keys: 1 2 3 … other gaits of the same body, from the next transition on; left and right the
    heading, up and down the speed (or lean), where the skill has such a parameter; p a push; space
    a pause; r from the start; q the end. Without a display the keys are typed in the terminal, where
    one line tells how things are; without a terminal the skill runs for --seconds.
    """
    options.output("--save", save)
    if seconds is not None:
        options.number("--seconds", seconds, above=0, most=options.MAX_SECONDS, unit="s")
    options.count("--seed", seed, least=0, most=2**31 - 1)
    inputs, planned = options.settings(set_ or []), options.switches(then or [])
    program, who = find(skill, body)
    inputs = options.preset(program, preset, inputs)

    from footfall.cli import report, show
    from footfall.engine.spec import ActorSpec, RunSpec

    actor = ActorSpec(program, who, start, set=inputs)
    sim = make_sim(RunSpec((actor,), surroundings(ground, push), seed), planned)
    played = _run(sim, seconds, window)
    rec = _recording(played.sim, played.began)
    if save is not None:
        rec.save(save)
    console = show.out()
    report.print_report(console, rec.report())
    report.print_files(console, [("recording", save)] if save else [])


def _run(sim: Sim, seconds: float | None, window: bool) -> Play:
    """Play where there is someone to play with."""
    from footfall.cli.play import live, screen

    played = live.Play(sim, live.gaits_of(sim))
    opened = screen.open_window(sim) if window else None
    limit = options.MAX_SECONDS if seconds is None else seconds
    if opened is not None:
        _print_keys(played)
        try:
            live.play(played, opened, opened, seconds=limit, clock=time.perf_counter, sleep=time.sleep)
        finally:
            opened.close()
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _print_keys(played)
        line = screen.StatusLine()
        with screen.key_by_key():
            live.play(
                played, screen.TerminalKeys(), line, seconds=limit, clock=time.perf_counter, sleep=time.sleep
            )
        sys.stdout.write("\n")
    else:
        _unattended(played, UNATTENDED if seconds is None else seconds)
    return played


def _unattended(played: Play, seconds: float) -> None:
    """Nobody watches: no need to wait for the clock."""
    from footfall.cli import show
    from footfall.cli.play import live, screen

    def work(progress: show.Progress) -> None:
        view = screen.Nobody()
        ticks = iter(range(sys.maxsize))
        live.play(
            played,
            screen.NoKeys(),
            view,
            seconds=seconds,
            clock=lambda: next(ticks) * live.REFRESH,
            sleep=lambda _: progress(played.sim.time),
        )

    show.patiently(f"Playing {seconds:g} s of {played.gaits[0]}", work, total=seconds)


def _print_keys(played: Play) -> None:
    from footfall.cli import show
    from footfall.cli.play import live

    for digit, gait in zip(live.DIGITS, played.gaits, strict=False):
        show.out().print(f"  {digit}  {gait}")
    show.out().print(f"[dim]{live.HELP}[/]")


def _recording(sim: Sim, start: Snapshot) -> Recording:
    """The session as one Recording: it is run again from its events, this time with a log."""
    from footfall.engine.recording.recording import Recording as Kept
    from footfall.engine.running import Log

    empty = Log.none(sim.model, len(sim.actors))
    empty.begin(sim.programs[0])
    return Kept.of(sim, empty, start, 0.0, go_on=True).replay()
