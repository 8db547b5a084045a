"""``footfall clip``: clips made of others, written as BVH."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footfall.cli import options
from footfall.cli.clip import File, Json, Unit, read
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.motion.clips.clip import Clip

Out = Annotated[Path, typer.Option("-o", "--out", metavar="F.bvh", help="Where the new clip goes.")]


def cut_clip(
    name: File,
    out: Out,
    start: Annotated[float, typer.Option("--from", metavar="S", help="First second.")] = 0.0,
    end: Annotated[
        float | None, typer.Option("--to", metavar="S", help="Last second; the end when left out.")
    ] = None,
    unit: Unit = "",
    as_json: Json = False,
) -> None:
    """Write a part of a clip as BVH."""
    from footfall.motion.clips.edit import cut

    clip = read(name, unit)
    _write(cut(clip, start, end), out, as_json)


def mirror_clip(name: File, out: Out, unit: Unit = "", as_json: Json = False) -> None:
    """Write a clip with left and right exchanged as BVH."""
    from footfall.motion.clips.edit import mirrored

    _write(mirrored(read(name, unit)), out, as_json)


def loop_clip(
    name: File,
    out: Out,
    fade: Annotated[
        float,
        typer.Option(metavar="S", help="Fade its end into its beginning over S seconds; 0: there and back."),
    ] = 0.0,
    unit: Unit = "",
    as_json: Json = False,
) -> None:
    """Write a clip whose end leads to its beginning as BVH."""
    from footfall.motion.clips.edit import looped

    options.number("--fade", fade, above=-1e-9, most=60, unit="s")
    _write(looped(read(name, unit), fade=fade), out, as_json)


def blend_clips(
    one: File,
    other: Annotated[str, typer.Argument(metavar="CLIP", help="Another one, of the same skeleton.")],
    out: Out,
    fade: Annotated[
        float, typer.Option(metavar="S", help="Seconds of the cross-fade from one to the other.")
    ] = 0.3,
    share: Annotated[
        float | None, typer.Option(metavar="X", help="Mix instead: this share of the second, 0 to 1.")
    ] = None,
    unit: Unit = "",
    as_json: Json = False,
) -> None:
    """Write one clip after the other, or something between the two, as BVH."""
    from footfall.motion.clips.edit import joined, mixed

    first, second = read(one, unit), read(other, unit)
    if share is None:
        options.number("--fade", fade, above=0, most=60, unit="s")
        _write(joined(first, second, fade=fade), out, as_json)
    else:
        options.number("--share", share, above=-1e-9, most=1)
        _write(mixed(first, second, share), out, as_json)


def clip_from(
    recording: Annotated[str, typer.Argument(metavar="F.npz", help="What `footfall run --save` wrote.")],
    out: Out,
    rate: Annotated[float, typer.Option(metavar="HZ", help="Frames a second.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Write the motion of a recording as BVH."""
    options.number("--rate", rate, above=0, most=1000, unit="Hz")
    from footfall.engine.recording.recording import Recording
    from footfall.motion.clips.bodies import recording_clip

    _write(recording_clip(Recording.load(recording), Path(recording).stem, rate=rate), out, as_json)


def _write(clip: Clip, out: Path, as_json: bool) -> None:
    from footfall.cli import show
    from footfall.motion.clips.bvh import write_bvh
    from footfall.motion.files import check_output

    check_output(out, (".bvh",))
    try:
        write_bvh(clip, out)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FootfallError(
            f"cannot write it: {reason}", where=f"--out {out}", help="choose another folder"
        ) from None
    if as_json:
        show.print_json({"file": str(out), "frames": clip.frames, "rate": clip.rate, "seconds": clip.seconds})
    else:
        show.out().print(f"  clip  [cyan]{out}[/]  {clip.seconds:.2f} s", soft_wrap=True)
