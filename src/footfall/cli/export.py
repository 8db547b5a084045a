"""``footfall export``: write a recording for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.motion.export import Written

WHICH = "Which part of it"
BONES = "How bones are named and placed"

_SIZES = ("bytes", "kB", "MB", "GB")


def export(
    file: Annotated[Path, typer.Argument(metavar="REC.npz", help="A recording, written by `run --save`.")],
    out: Annotated[
        list[Path],
        typer.Argument(metavar="OUT…", help="Files to write: .bvh, .glb, .csv, .parquet, .xml (MJCF)."),
    ],
    start: Annotated[
        float | None, typer.Option("--from", metavar="S", help="First instant.", rich_help_panel=WHICH)
    ] = None,
    end: Annotated[
        float | None, typer.Option("--to", metavar="S", help="Last instant.", rich_help_panel=WHICH)
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(
            metavar="HZ",
            help="Frames a second; else 60, in tables all that was recorded.",
            rich_help_panel=WHICH,
        ),
    ] = None,
    in_place: Annotated[
        bool,
        typer.Option("--in-place", help="Each character stays above where it began.", rich_help_panel=WHICH),
    ] = False,
    loop: Annotated[
        bool,
        typer.Option("--loop", help="One gait cycle, the one that closes best.", rich_help_panel=WHICH),
    ] = False,
    rig: Annotated[
        str,
        typer.Option(
            metavar="plain|mixamo|unity|unreal",
            help="Names and rest pose of bones, in .bvh and .glb.",
            rich_help_panel=BONES,
        ),
    ] = "plain",
    unit: Annotated[
        str,
        typer.Option(metavar="m|cm", help="Of lengths in .bvh; a .glb has metres.", rich_help_panel=BONES),
    ] = "cm",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """Write a recording for other programs; the ending of each file says in which format."""
    for path in out:
        options.output("OUT", path)
    options.distinct({f"OUT {k}": path for k, path in enumerate(out, 1)})
    if not file.is_file():
        raise FootfallError(
            "there is no such file", where=str(file), help="write one with `footfall run SKILL --save F.npz`"
        )
    from footfall.cli import show
    from footfall.engine.recording.recording import Recording
    from footfall.motion.export import export as write
    from footfall.motion.export.take import Cut

    rec = Recording.load(str(file))
    cut = Cut(start, end, rate, in_place, loop, rig, unit)
    written = show.patiently(f"Exporting {file}", lambda _: write(rec, out, cut))
    if as_json:
        show.print_json({"skill": rec.header["skill"], "body": rec.header["body"], "files": _plain(written)})
        return
    console = show.out()
    for one in written:
        seam = "" if one.seam is None else f", ends {one.seam:.3f} rad apart"
        console.print(
            f"  {one.kind:<7}  [cyan]{escape(str(one.path))}[/]  {one.frames} frames at {one.rate:.4g} Hz, "
            f"{one.start:.3f} to {one.end:.3f} s{seam}, {_size(one.bytes)}",
            soft_wrap=True,
        )


def _plain(written: list[Written]) -> list[dict[str, object]]:
    from dataclasses import asdict

    return [asdict(one) | {"path": str(one.path)} for one in written]


def _size(count: float) -> str:
    for unit in _SIZES[:-1]:
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} {_SIZES[-1]}"
