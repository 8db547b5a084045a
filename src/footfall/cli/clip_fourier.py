"""``footfall clip fourier``: a walk of motion capture becomes a SIMBICON script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.cli.clip import BodyName, File, Json, Unit, read

if TYPE_CHECKING:
    from footfall.learn.track.gait_search import FoundGait
    from footfall.motion.clips.fourier import Gait

WALKS = 6.0  # Hz of the filter: a stride's fifth harmonic goes through


def fourier_clip(
    name: File,
    output: Annotated[
        Path, typer.Option("-o", "--out", "--output", metavar="F.skill", help="Where the script goes.")
    ],
    body: BodyName = "human",
    minutes: Annotated[
        float, typer.Option(metavar="M", help="Of processor time for its feedback at most; 0: no search.")
    ] = 5.0,
    unit: Unit = "",
    seed: Annotated[int, typer.Option(help="Of the search.")] = 0,
    as_json: Json = False,
) -> int:
    """Fit Fourier series to a walk, write them as a script with curves, and search its feedback.

    Every joint gets a periodic, symmetric series, and so does the pelvis in the world. The search changes
    foot placement, balance at the ankle, and how much of the curves is the clip's own. Exit code 1 when the
    walk does not hold 60 s.
    """
    from footfall.body import load_body
    from footfall.cli import show
    from footfall.files import write_text
    from footfall.learn.track.gait_skill import gait_text
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.fourier import fit_gait
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.settings import Settings
    from footfall.motion.files import check_output

    check_output(output, (".skill",))
    options.count("--seed", seed, least=0, most=2**31 - 1)
    limit = 60.0 * options.number("--minutes", minutes, above=-1e-9, most=6000.0, unit="minutes")
    clip = read(name, unit)
    with options.at("--body"):
        figure = Figure(load_body(body))
    options.try_writing(output, f"--out {output}")
    gait = show.patiently(
        f"Fitting {clip.name}",
        lambda _: fit_gait(retarget(clip, figure.body, Settings(cutoff=WALKS)), figure),
    )
    write_text(output, gait_text(_plain(output.stem), gait, figure.body, clip=clip.name))
    found = _search(output, gait, limit, seed) if limit > 0.0 else None
    return _tell(output, gait, found, as_json)


def _plain(name: str) -> str:
    """A name that a skill can have."""
    plain = "".join(c if c.isalnum() else "-" for c in name).strip("-").lower() or "walk"
    return plain if plain[0].isalpha() else f"walk-{plain}"


def _search(path: Path, gait: Gait, limit: float, seed: int) -> FoundGait:
    from footfall.cli import show
    from footfall.files import write_text
    from footfall.learn.track.gait_search import Walker, search_gait
    from footfall.script import compile_skill, rewrite

    program = compile_skill(str(path))
    walker = Walker(program, gait.speed, turn=gait.turn if gait.veers else 0.0)
    found = show.patiently(
        f"Walking at {gait.speed:.2f} m/s",
        lambda progress: search_gait(
            walker, seconds=limit, seed=seed, tell=lambda generation, cost, spent: progress(spent)
        ),
        total=limit,
    )
    write_text(path, rewrite(program.units[0].text, 0, program, found.program.params))
    return found


def _tell(path: Path, gait: Gait, found: FoundGait | None, as_json: bool) -> int:
    from footfall.cli import show
    from footfall.learn.track.gait_search import holds

    facts: dict[str, Any] = {
        "file": str(path),
        "period": round(gait.period, 4),
        "speed": round(gait.speed, 4),
        "explained": round(gait.explained, 4),
    }
    held = found is None or holds(found.proved, gait.speed)
    if found is not None:
        facts |= {
            "seconds": [round(run.seconds, 2) for run in found.proved],
            "speeds": [round(run.speed, 3) for run in found.proved],
            "mocap": round(found.share, 3),
            "generations": found.generations,
            "cpu_seconds": round(found.cpu_seconds, 1),
            "holds": held,
        }
    if as_json:
        show.print_json(facts)
        return int(not held)
    out = show.out()
    out.print(
        f"a stride of {gait.period:.2f} s at {gait.speed:.2f} m/s; "
        f"the series have {gait.explained:.0%} of what the legs do"
    )
    if found is not None:
        runs = ", ".join(f"{run.seconds:.0f} s at {run.speed:.2f} m/s" for run in found.proved)
        verdict = "[green]it holds[/]" if held else "[red]it does not hold[/]"
        out.print(f"from fresh starts: {runs}: {verdict}", soft_wrap=True)
        out.print(
            f"{found.generations} generations, {found.cpu_seconds:.0f} s of processor time; "
            f"{found.share:.0%} of its curves are the clip's"
        )
    out.print(
        f"wrote {path}; see it: footfall run {path} --seconds 20 --video {path.stem}.mp4", soft_wrap=True
    )
    return int(not held)
