"""``footfall film``: a film or a film strip of a recording."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from footfall.cli import options
from footfall.errors import FootfallError

FILM, STRIP = "Films (.mp4, .gif, .webm, .mov)", "Film strips (.png)"


def film(
    file: Annotated[Path, typer.Argument(metavar="REC.npz", help="A recording, written by `run --save`.")],
    out: Annotated[
        Path,
        typer.Argument(metavar="FILM", help="A film (.mp4, .gif, .webm, .mov) or a strip of poses (.png)."),
    ],
    start: Annotated[float | None, typer.Option("--from", metavar="S", help="First instant.")] = None,
    end: Annotated[float | None, typer.Option("--to", metavar="S", help="Last instant.")] = None,
    rate: Annotated[
        int | None, typer.Option(metavar="HZ", help="Frames a second.", rich_help_panel=FILM)
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="WxH", help="Of the picture, pixels.", rich_help_panel=FILM)
    ] = None,
    camera: Annotated[
        str, typer.Option(metavar="follow|fixed|turntable", help="How it moves.", rich_help_panel=FILM)
    ] = "follow",
    view: Annotated[
        str | None, typer.Option(metavar="side|front|quarter", help="From where.", rich_help_panel=FILM)
    ] = None,
    transparent: Annotated[
        bool,
        typer.Option(
            "--transparent", help="Only what moves, without a background (.webm, .mov).", rich_help_panel=FILM
        ),
    ] = False,
    every: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds between poses.", rich_help_panel=STRIP)
    ] = None,
    phase: Annotated[
        str | None, typer.Option(metavar="NAME", help="The first run through it.", rich_help_panel=STRIP)
    ] = None,
) -> None:
    """Write a film or a film strip of a recording; head and feet stay in the pictures of a strip."""
    options.output("FILM", out)
    if not file.is_file():
        raise FootfallError(
            "there is no such file", where=str(file), help="write one with `footfall run SKILL --save F.npz`"
        )
    from footfall.cli import show
    from footfall.engine.recording.recording import Recording

    rec = Recording.load(str(file))
    strip = out.suffix.lower() == ".png"
    if strip:
        given = _strip(every, phase, start, end)
    else:
        given = _film(rate, size, start, end) | {"camera": camera, "view": view, "transparent": transparent}
    draw = rec.strip if strip else rec.video
    show.patiently(f"Filming {file}", lambda _: draw(out, **given))
    show.out().print(f"  {'strip' if strip else 'film'}  [cyan]{out}[/]", soft_wrap=True)


def _strip(every: float | None, phase: str | None, start: float | None, end: float | None) -> dict[str, Any]:
    return {"every": every, "phase": phase, "start": start, "end": end, "whole": True}


def _film(rate: int | None, size: str | None, start: float | None, end: float | None) -> dict[str, Any]:
    begin = start or 0.0
    shape = None
    if size is not None:
        match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", size)
        if match is None:
            raise FootfallError(f"'{size}' is no size", where="--size", help="write 1280x720")
        shape = int(match[1]), int(match[2])
    seconds = None if end is None else max(0.0, end - begin)
    return {"fps": rate, "size": shape, "start": begin, "seconds": seconds}
