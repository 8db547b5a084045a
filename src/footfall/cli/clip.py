"""``footfall clip``: motion clips, listed, shown, and checked for a body."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.errors import FootfallError, nearest

if TYPE_CHECKING:
    from footfall.motion.clips.check import Report
    from footfall.motion.clips.clip import Clip
    from footfall.motion.clips.settings import Settings

WHAT = "A clip of the library (`clip list`), or a file: .bvh, .amc, .json, .txt, .c3d, .clip, .npz."
File = Annotated[str, typer.Argument(metavar="CLIP", help=WHAT)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")]
Unit = Annotated[
    str,
    typer.Option(
        "--unit", metavar="U", help="Unit of length of a BVH file: m, cm, mm, inch, cmu, or metres."
    ),
]
BodyName = Annotated[
    str, typer.Option("--body", metavar="BODY", help="A body of the library, or a .toml file.")
]
Kind = Annotated[
    str, typer.Option("--kind", metavar="KIND", help="stand, arm, wave, squat, bow, hips, single …")
]


def list_clips(as_json: Json = False) -> None:
    """List the clips that come along."""
    from footfall.cli import show
    from footfall.motion.clips.library import clip_doc, clip_names, read_clip

    rows = []
    for name in clip_names():
        clip = read_clip(name)
        rows.append(
            {"name": name, "seconds": round(clip.seconds, 3), "loop": clip.loop, "doc": clip_doc(name)}
        )
    if as_json:
        show.print_json({"clips": rows})
        return
    for row in rows:
        typer.echo(f"{row['name']:8} {row['seconds']:5.1f} s  {row['doc']}")


def show_clip(
    name: File,
    strip: Annotated[
        Path | None,
        typer.Option(metavar="F.png", help="Where the film strip goes; out/CLIP.png when left out."),
    ] = None,
    body: Annotated[
        str, typer.Option("--body", metavar="BODY", help="Show it on this body; else as its file has it.")
    ] = "",
    frames: Annotated[int, typer.Option(metavar="N", help="Poses on the strip.")] = 10,
    unit: Unit = "",
    kind: Kind = "",
    as_json: Json = False,
) -> None:
    """Print what a clip holds, and draw a film strip of it."""
    options.output("--strip", strip)
    options.count("--frames", frames, least=1, most=200)
    clip = read(name, unit, kind)
    path = strip or _default_strip(clip)
    _draw(clip, body, path, frames)
    _tell(clip, path, as_json)


def check_clip(
    name: File,
    body: BodyName = "human",
    kind: Kind = "",
    cutoff: Annotated[
        float | None,
        typer.Option("--filter", metavar="HZ", help="Of the filter; by kind when left out; 0: none."),
    ] = None,
    flat: Annotated[bool, typer.Option("--flat", help="Keep standing feet flat.")] = False,
    lock: Annotated[
        bool, typer.Option("--lock/--no-lock", help="Keep standing feet where they stand.")
    ] = True,
    balance: Annotated[
        bool, typer.Option("--balance/--no-balance", help="Keep the centre of mass over the soles.")
    ] = True,
    strip: Annotated[Path | None, typer.Option(metavar="F.png", help="A film strip of the result.")] = None,
    unit: Unit = "",
    as_json: Json = False,
) -> int:
    """Carry a clip over to a body, and say what would fell it and what to do about it.

    Exit code 0 when nothing is wrong, 1 when something is.
    """
    options.output("--strip", strip)
    if cutoff is not None:
        options.number("--filter", cutoff, above=-1e-9, most=50, unit="Hz")
    from footfall.motion.clips.settings import Settings

    clip = read(name, unit, kind)
    settings = Settings(cutoff=cutoff, flat=flat or None, lock=lock, balance=balance)
    report, facts = _check(clip, body, settings, strip)
    if as_json:
        from footfall.cli import show

        show.print_json(facts | report.as_json())
    else:
        _print_report(clip, facts, report)
    return 0 if report.ok else 1


def read(name: str, unit: str = "", kind: str = "") -> Clip:
    """The clip that somebody named on the command line."""
    from dataclasses import replace

    from footfall.motion.clips.clip import KINDS
    from footfall.motion.clips.library import read_clip

    if kind and kind not in KINDS:
        raise FootfallError(f"the kind '{kind}' is not known", where="--kind", help=nearest(kind, KINDS))
    clip = read_clip(name, unit=_metres(unit))
    return replace(clip, kind=kind or clip.kind)


def _metres(unit: str) -> float | None:
    from footfall.motion.clips.units import UNITS

    if not unit:
        return None
    if unit in UNITS:
        return UNITS[unit]
    try:
        return options.number("--unit", float(unit), above=0, most=1000, unit="m")
    except ValueError:
        raise FootfallError(
            f"the unit '{unit}' is not known", where="--unit", help=nearest(unit, tuple(UNITS))
        ) from None


def _default_strip(clip: Clip) -> Path:
    folder = Path("out")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FootfallError(
            f"cannot make the folder 'out': {reason}", help="name a file with --strip F.png"
        ) from None
    path = folder / f"{clip.name}.png"
    options.output("--strip", path)
    return path


def _draw(clip: Clip, body: str, path: Path, frames: int) -> None:
    from footfall.motion.clips.views import view_clip
    from footfall.motion.strip import film_strip

    if body:
        from footfall.motion.clips.settings import Settings

        _check(clip, body, Settings(), path, frames)
    else:
        film_strip(view_clip(clip), path, frames=frames, start=0.0, seconds=max(clip.seconds, 1e-3))


def _check(
    clip: Clip, body_name: str, settings: Settings, strip: Path | None, frames: int = 10
) -> tuple[Report, dict[str, Any]]:
    from footfall.body import load_body
    from footfall.motion.clips.check import check_reference
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.views import view_reference
    from footfall.motion.strip import film_strip

    with options.at("--body"):
        body = load_body(body_name)
        figure = Figure(body)
    ref = retarget(clip, body, settings)
    if strip is not None:
        film_strip(
            view_reference(ref, figure), strip, frames=frames, start=0.0, seconds=max(ref.seconds, 1e-3)
        )
    stance = {
        "left": ref.stance[:, 0].mean(),
        "right": ref.stance[:, 1].mean(),
        "both": ref.stance.all(axis=1).mean(),
    }
    facts = {
        "clip": clip.name,
        "kind": clip.kind,
        "body": body.name,
        "seconds": ref.seconds,
        "stance": stance,
    }
    return check_reference(ref, figure), facts | {"strip": str(strip) if strip else ""}


def _tell(clip: Clip, path: Path, as_json: bool) -> None:
    from footfall.cli import show

    facts = _facts(clip)
    if as_json:
        show.print_json(facts | {"strip": str(path)})
        return
    way = facts["way"]
    typer.echo(
        f"{clip.name}: {clip.frames} frames at {clip.rate:g} Hz, {clip.seconds:.2f} s, {way:.2f} m of way"
        + (", loops" if clip.loop else "")
        + (f", kind {clip.kind}" if clip.kind else "")
    )
    for part, joint in facts["parts"].items():
        typer.echo(f"  {part:9} {joint:20} {facts['turns'][part]:6.0f}°")
    show.out().print(f"  film strip  [cyan]{path}[/]", soft_wrap=True)


def _facts(clip: Clip) -> dict[str, Any]:
    """What a clip holds; ``turns`` is how far each part turns from where it began, at most, in degrees."""
    import numpy as np

    from footfall.motion.clips import rotations as rot
    from footfall.motion.clips.parts import find_parts

    parts = find_parts(clip)
    world = clip.world[0]
    turns = {}
    for part, joint in parts.joints.items():
        away = rot.to_vector(rot.multiply(rot.inverse(world[:1, joint]), world[:, joint]))
        turns[part] = float(np.degrees(np.linalg.norm(away, axis=1).max()))
    steps = np.linalg.norm(np.diff(clip.root[:, :2], axis=0), axis=1)
    return {
        "name": clip.name,
        "kind": clip.kind,
        "frames": clip.frames,
        "rate": clip.rate,
        "seconds": clip.seconds,
        "loop": clip.loop,
        "way": float(steps.sum()),
        "parts": {part: clip.skeleton.names[joint] for part, joint in parts.joints.items()},
        "turns": turns,
    }


def _print_report(clip: Clip, facts: dict[str, Any], report: Report) -> None:
    from rich.markup import escape

    from footfall.cli import show

    console = show.out()
    both = facts["stance"]["both"]
    console.print(
        f"[bold]{escape(clip.name)}[/] on {escape(facts['body'])}: {facts['seconds']:.1f} s, "
        f"on both feet {both:.0%} of the time"
    )
    for finding in report.findings:
        mark = "[green]ok [/]" if finding.ok else "[red]bad[/]"
        console.print(f"  {mark} {finding.name:13} {escape(finding.text)}", soft_wrap=True)
        if finding.help:
            console.print(f"      [cyan]help:[/] {escape(finding.help)}", soft_wrap=True)
    if facts["strip"]:
        console.print(f"  film strip  [cyan]{escape(facts['strip'])}[/]", soft_wrap=True)
