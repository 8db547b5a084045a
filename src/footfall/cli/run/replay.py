"""``footfall replay``: run a recording again and say whether it came out the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from footfall.cli.report import Outputs
from footfall.errors import FootfallError


def replay(
    file: Annotated[Path, typer.Argument(metavar="F.npz", help="A recording, written by `run --save`.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
    strip: Annotated[Path | None, typer.Option(metavar="F.png", help="Film strip.")] = None,
    video: Annotated[Path | None, typer.Option(metavar="F.mp4|F.gif", help="Video.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="F.png", help="Plots.")] = None,
) -> None:
    """Run a recording again: same script, start, pushes and seed.

    The exit code is 0 when the final state is the same to the last bit, else 1.
    """
    outputs = Outputs(strip, video, plot)
    outputs.check()
    if not file.is_file():
        raise FootfallError(
            "there is no such file", where=str(file), help="write one with `footfall run SKILL --save F.npz`"
        )
    from footfall.cli import report, show
    from footfall.engine.recording.recording import Recording

    before = Recording.load(str(file))
    after = show.patiently(f"Replaying {file}", lambda _: before.replay())
    same = before.report()["state_hash"] == after.report()["state_hash"]
    files = outputs.write(after)
    if as_json:
        show.print_json({**after.report(), "same": same})
    else:
        console = show.out()
        report.print_report(console, after.report())
        console.print(
            "[bold green]same:[/] the final state is the same to the last bit"
            if same
            else "[bold red]different:[/] the final state is not the same (another version, another machine?)"
        )
        report.print_files(console, files)
    if not same:
        raise typer.Exit(1)
