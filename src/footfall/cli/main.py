"""The command ``footfall``: joins the commands, and turns every failure into one message.

Exit codes: 0 done (a body that falls is a result, not a failure); 1 the answer is "no"
(a replay that differs, a doctor that found something broken); 2 bad input; 70 a fault of Footfall
itself, with a report file; 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from footfall import __version__, compiling
from footfall.cli import (
    bench,
    body,
    body_adopt,
    body_make,
    clip,
    clip_edit,
    clip_fourier,
    coach,
    doctor,
    export,
    film,
    natural,
    studio,
    track,
    track_live,
    tune,
    warm,
)
from footfall.cli.compare import compare
from footfall.cli.graph import basin, go, graph, join
from footfall.cli.play import play
from footfall.cli.robust import robust
from footfall.cli.run import demo, replay, run
from footfall.cli.script import check, convert, explain, fmt, listing, style
from footfall.errors import FootfallError

BAD_INPUT = 2
INTERRUPTED = 130
_REFUSALS = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM),
        *(errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR),  # names that no file can have
    }
)

# typer keeps its own copy of click in some versions and imports it in others; the common
# ancestor of all usage errors (ClickException) is reached through a public class in both.
UsageProblem: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="footfall",
    help="Physics-based control of two-legged characters: short scripts in, walking bodies out.",
    epilog="Start with:  footfall run simbicon/walk3d --strip walk.png",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.command("studio")(studio.studio)
app.command("play")(play.play)
app.command("tune")(tune.tune)
app.command("coach")(coach.coach)
app.command("robust")(robust.robust)
app.command("natural")(natural.natural)
app.command("check")(check.check)
app.command("fmt")(fmt.fmt)
app.command("convert")(convert.convert)
app.command("explain")(explain.explain)
app.command("list")(listing.list_all)
bodies = typer.Typer(cls=body_make.ShowByDefault, help="Show a body, or make one from proportions.")
bodies.command("show")(body.show_body)
bodies.command("make")(body_make.make)
bodies.command("random")(body_make.draw)
bodies.command("adopt")(body_adopt.adopt_body)
app.add_typer(bodies, name="body")
styles = typer.Typer(no_args_is_help=True, help="Blend styles of walking, or draw one at random.")
styles.command("blend")(style.blend)
styles.command("random")(style.draw)
app.add_typer(styles, name="style")
graphs = typer.Typer(
    cls=graph.ShowByDefault, help="Show the graph of the skills, measure it, walk through it."
)
graphs.command("show")(graph.show_graph)
graphs.command("measure")(graph.measure)
graphs.command("add")(graph.add)
graphs.command("walk")(graph.walk)
app.add_typer(graphs, name="graph")
app.command("go")(go.go)
app.command("join")(join.join)
app.command("basin")(basin.basin)
clips = typer.Typer(no_args_is_help=True, help="Motion clips: show, check, cut, mirror, loop, blend.")
clips.command("list")(clip.list_clips)
clips.command("show")(clip.show_clip)
clips.command("check")(clip.check_clip)
clips.command("cut")(clip_edit.cut_clip)
clips.command("mirror")(clip_edit.mirror_clip)
clips.command("loop")(clip_edit.loop_clip)
clips.command("blend")(clip_edit.blend_clips)
clips.command("from")(clip_edit.clip_from)
clips.command("fourier")(clip_fourier.fourier_clip)
app.add_typer(clips, name="clip")
clips.command("stream")(track_live.stream_clip)
tracks = typer.Typer(
    cls=track_live.TrackByDefault,
    no_args_is_help=True,
    help="Track a clip of motion capture, or a stream of poses.",
)
tracks.command("clip")(track.track)
tracks.command("live")(track_live.live)
app.add_typer(tracks, name="track")
app.command("replay")(replay.replay)
app.command("export")(export.export)
app.command("film")(film.film)
app.command("compare")(compare.compare)
app.command("bench")(bench.bench)
app.command("doctor")(doctor.doctor)
app.command("demo")(demo.demo)
app.command("warm")(warm.warm)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"footfall {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Physics-based control of two-legged characters: short scripts in, walking bodies out."""


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit code.

    Args:
        argv: The arguments; those of the process when left out.
    """
    try:
        code = _call(list(sys.argv[1:] if argv is None else argv))
        _tell_warnings()
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as leaving:
        if isinstance(leaving, SystemExit) and not isinstance(leaving.__context__, BrokenPipeError):
            raise
        # The reader went away (`footfall list | head -1`): nothing is wrong. (typer turns the
        # error into an exit when it sees it first.) Python flushes stdout once more when it
        # exits, so that must go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    if code == INTERRUPTED:
        # A kernel may still be running on a thread; waiting for it would be the opposite of stopping.
        sys.stderr.flush()
        os._exit(INTERRUPTED)
    sys.exit(code)


def _call(args: list[str]) -> int:
    """Run one command.

    Returns:
        The exit code.
    """
    compiling.listener = _compile_aloud
    try:
        result = app(args=args, prog_name="footfall", standalone_mode=False)
    except FootfallError as problem:
        _print_error(problem)
        return BAD_INPUT
    except UsageProblem as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":  # the help has been printed
            return BAD_INPUT
        _print_error(_usage_error(problem))
        return BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as problem:
        if problem.errno not in _REFUSALS:
            return _fault(problem, args)
        _print_error(_refused(problem))
        return BAD_INPUT
    except Exception as problem:
        return _fault(problem, args)
    return result if isinstance(result, int) else 0


def _compile_aloud(work: compiling.Work) -> None:
    from footfall.cli import show

    show.compile_aloud(work)


def _fault(problem: Exception, args: list[str]) -> int:
    """Tell about an exception that nobody foresaw: one message, and a report."""
    from footfall import faults

    _print_error(faults.tell(problem, faults.command_line(args)))
    return faults.FAULT


def _refused(problem: OSError) -> FootfallError:
    """What the system does not allow is no fault of ours."""
    reason = (problem.strerror or str(problem)).lower()
    return FootfallError(f"the system refuses: {reason}", where=str(problem.filename or ""))


def _tell_warnings() -> None:
    """What MuJoCo had to say, a line for each kind, once all is done."""
    quiet = sys.modules.get("footfall.quiet")  # commands that build no model do not import MuJoCo
    if quiet is not None and quiet.FIRST:
        from footfall.cli.show import note

        for text in quiet.take_warnings():
            note(f"MuJoCo: {text}")


def _usage_error(problem: Exception) -> FootfallError:
    """What typer has to say about the arguments, in the shape of all our messages."""
    context = getattr(problem, "ctx", None)
    command = context.command_path if context else "footfall"
    message = problem.format_message() if hasattr(problem, "format_message") else str(problem)
    return FootfallError(
        message.rstrip("."), where=command, help=f"`{command} --help` lists what can stand here"
    )


def _print_error(problem: FootfallError) -> None:
    from footfall.cli.show import print_error

    print_error(problem)
