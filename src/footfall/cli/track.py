"""``footfall track``: a clip of motion capture becomes a script that a simulated body follows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.cli.clip import BodyName, File, Json, Kind, Unit, read

if TYPE_CHECKING:
    from footfall.body import Body
    from footfall.engine.recording.recording import Recording
    from footfall.learn.track.search import Found, Pushing
    from footfall.motion.clips.clip import Clip
    from footfall.motion.clips.reference import Reference
    from footfall.motion.samples import RecordingLike
    from footfall.script import Program


def track(
    name: File,
    body: BodyName = "human",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="F.skill", help="Else CLIP.skill, here; CLIP.ref is beside it."
        ),
    ] = None,
    kind: Kind = "",
    pushes: Annotated[
        float, typer.Option(metavar="N", help="Push it while it is tuned: newtons, 0.2 s every second.")
    ] = 0.0,
    balls: Annotated[
        float,
        typer.Option(metavar="KG", help="Throw balls of that mass at it while it is tuned, one a second."),
    ] = 0.0,
    minutes: Annotated[float, typer.Option(metavar="M", help="Of processor time at most.")] = 5.0,
    soft: Annotated[bool, typer.Option("--soft", help="Half the torque is allowed: a softer body.")] = False,
    strip: Annotated[
        Path | None, typer.Option(metavar="F.png", help="A film strip: the clip above, the body below.")
    ] = None,
    unit: Unit = "",
    seed: Annotated[int, typer.Option(help="Of the search.")] = 0,
    as_json: Json = False,
) -> None:
    """Track a clip: carry it over to a body, and search gains and weights until the body follows it.

    The result is a script with its reference beside it. It is proved on five seeds of motor noise that the
    search has not seen; the reward R is that of Geijtenbeek et al. (2012), 2 at best, 1.8 is a success.
    """
    from footfall.body import load_body
    from footfall.cli import show
    from footfall.learn.track.search import Pushing
    from footfall.motion.clips.retarget import retarget

    options.output("--strip", strip)
    options.count("--seed", seed, least=0, most=2**31 - 1)
    options.number("--pushes", pushes, above=-1e-9, most=5000.0, unit="N")
    options.number("--balls", balls, above=-1e-9, most=50.0, unit="kg")
    limit = 60.0 * options.number("--minutes", minutes, above=0.0, most=6000.0, unit="minutes")
    clip = read(name, unit, kind)
    with options.at("--body"):
        figure = load_body(body)
    path = output or Path(f"{_plain(clip.name)}.skill")
    options.try_writing(path, f"--output {path}")
    reference = show.patiently(
        f"Carrying {clip.name} over to {figure.name}", lambda _: retarget(clip, figure)
    )
    program = _write(path, clip, figure, reference)
    found = _search(program, clip, figure, Pushing(pushes, balls), limit, seed, soft)
    _finish(path, program, found)
    if strip is not None:
        _film(path, reference, figure, strip)
    _tell(path, clip, found, Pushing(pushes, balls), as_json)


def _plain(name: str) -> str:
    """A name that a script can have."""
    plain = "".join(c if c.isalnum() else "-" for c in name).strip("-").lower() or "clip"
    return plain if plain[0].isalpha() else f"clip-{plain}"


def _doc(clip: Clip) -> str:
    """What the script says of itself."""
    from footfall.motion.clips.library import clip_doc, clip_names

    return clip_doc(clip.name) if clip.name in clip_names() else f"Tracks the clip {clip.name}."


def _write(path: Path, clip: Clip, body: Body, reference: Reference) -> Program:
    """The reference and the script with its usual numbers."""
    from footfall.learn.track.skill import write_skill
    from footfall.script import compile_skill

    write_skill(path, body, reference, doc=_doc(clip))
    return compile_skill(str(path))


def _search(
    program: Program, clip: Clip, body: Body, pushing: Pushing, limit: float, seed: int, soft: bool
) -> Found:
    from dataclasses import replace

    from footfall.cli import show
    from footfall.learn.track.known import known_programs
    from footfall.learn.track.reward import thresholds_of
    from footfall.learn.track.search import DISTURBED, WANTED, Evaluator, search

    thresholds = thresholds_of(clip.kind)
    if soft:
        thresholds = replace(thresholds, torque=0.5 * thresholds.torque)
    wanted = DISTURBED if pushing.force > 0.0 or pushing.ball > 0.0 else WANTED
    evaluator = Evaluator(program, thresholds, pushing)
    return show.patiently(
        f"Tracking {clip.name}",
        lambda progress: search(
            program,
            evaluator,
            seconds=limit,
            seed=seed,
            wanted=wanted,
            tell=lambda generation, reward, spent: progress(spent),
            known=known_programs(program, body.mass)[1:],
        ),
        total=limit,
    )


def _finish(path: Path, program: Program, found: Found) -> None:
    """Write the numbers that were found into the script."""
    from footfall.files import write_text
    from footfall.script import rewrite

    write_text(path, rewrite(program.units[0].text, 0, program, found.program.params))


def _film(path: Path, reference: Reference, body: Body, strip: Path) -> None:
    """The clip on the body above, what the physics made of it below, at the same instants."""
    from footfall.engine.sim import Sim
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.views import view_reference
    from footfall.motion.strip import film_strips

    seconds = max(reference.seconds, 1e-3)
    rec: Recording = Sim(str(path)).run(seconds)
    shown: list[tuple[str, RecordingLike]] = [
        ("the clip", view_reference(reference, Figure(body))),
        ("simulated", rec),
    ]
    film_strips(shown, strip, start=0.0, seconds=seconds)


def _tell(path: Path, clip: Clip, found: Found, pushing: Pushing, as_json: bool) -> None:
    from footfall.cli import show

    facts: dict[str, Any] = {
        "kind": clip.kind,
        "reward": round(found.reward, 4),
        "seeds": [round(r, 4) for r in found.fresh],
        "success": found.enough,
        "generations": found.generations,
        "cpu_seconds": round(found.cpu_seconds, 1),
        "push": pushing.force,
        "ball": pushing.ball,
        "file": str(path),
    }
    if as_json:
        show.print_json(facts)
        return
    out = show.out()
    rewards = ", ".join(f"{r:.2f}" for r in found.fresh)
    verdict = "[green]it follows[/]" if found.enough else "[red]it does not follow well enough[/]"
    out.print(f"{clip.name}: R = {found.reward:.2f}; on fresh seeds {rewards}: {verdict}", soft_wrap=True)
    searched = f"{found.generations} generations" if found.generations else "no search was needed"
    out.print(f"{searched}, {found.cpu_seconds:.0f} s of processor time; wrote {path}")
    out.print(f"See it: footfall run {path} --seconds 20 --video {path.stem}.mp4", soft_wrap=True)
