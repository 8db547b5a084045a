"""``footfall natural``: how much walks are like a person's, as a table, curves and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.cli.show import Progress
    from footfall.engine.recording.recording import Recording
    from footfall.natural import Gait

SECONDS = 20.0
MOST = 40  # walks at once


@dataclass(frozen=True)
class Walk:
    """One walk that was measured.

    Attributes:
        name: Skill or file, and the speed that was asked for.
        report: Of its run.
        gait: None when it made no strides.
    """

    name: str
    report: dict[str, Any]
    gait: Gait | None

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        from footfall.natural.curves import JOINTS, likeness
        from footfall.natural.people import bands

        told = {key: self.report[key] for key in ("skill", "body", "end", "seconds", "foot_slide", "natural")}
        out: dict[str, Any] = {"walk": self.name, **told, "figures": None, "parts": {}, "joints": {}}
        if self.gait is None:
            return out
        joints = {
            j: likeness(self.gait.curves[j], bands()[j].middle) for j in JOINTS if j in self.gait.curves
        }
        return out | {
            "figures": {key: round(value, 4) for key, value in self.gait.figures.items()},
            "parts": {p.name: {"value": round(p.value, 3), "weight": p.weight} for p in self.gait.parts},
            "joints": {j: {"correlation": round(a, 3), "rms": round(b, 2)} for j, (a, b) in joints.items()},
        }


def natural(
    skills: Annotated[
        list[str], typer.Argument(metavar="SKILL…", help="Skills, script files, or recordings (.npz).")
    ],
    speed: Annotated[
        str | None, typer.Option(metavar="V,…", help="Speeds (m/s), for skills that take one.")
    ] = None,
    body: Annotated[str | None, typer.Option(help="A body, or a .toml file; else the skill's own.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="As in `run`. May be repeated.")
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="As in `run`, for every skill named.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="Of each walk; its second half counts.")
    ] = SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="F.png", help="Curves over the gait cycle, over people's bands.")
    ] = None,
) -> None:
    """Measure walks against people's: pace, curves of the joints, forces, cost; a score from 0 to 100.

    With one walk, the parts of its score are shown.
    """
    options.number("--seconds", seconds, above=2, most=options.MAX_SECONDS, unit="s")
    options.output("--plot", plot)
    speeds = _speeds(speed)
    values = options.settings(settings or [])
    from footfall.cli import show

    if len(skills) * len(speeds) > MOST:
        raise FootfallError(
            "too many walks at once", where="footfall natural", help=f"ask for {MOST} at most"
        )
    walks = show.patiently(
        f"Walking {seconds:g} s each",
        lambda progress: _walk_all(skills, speeds, body, preset, values, seconds, progress),
        total=1.0,
    )
    gaits = {walk.name: walk.gait for walk in walks if walk.gait is not None}
    if plot is not None:
        from footfall.motion.gait_page import gait_page

        gait_page(gaits, plot)
    if as_json:
        show.print_json({"walks": [walk.plain() for walk in walks], "plot": str(plot) if plot else None})
        return
    _print(walks, plot)


def _speeds(text: str | None) -> list[float | None]:
    if text is None:
        return [None]
    try:
        return [
            options.number("--speed", float(item), above=-10, most=10, unit="m/s") for item in text.split(",")
        ]
    except ValueError:
        raise FootfallError(
            f"cannot read '{text}'", where="--speed", help="write numbers with commas between, like 0.8,1.1"
        ) from None


def _walk_all(
    skills: Sequence[str],
    speeds: Sequence[float | None],
    body: str | None,
    preset: str | None,
    values: dict[str, float],
    seconds: float,
    progress: Progress,
) -> list[Walk]:
    from footfall.engine.recording.gait import gait_of

    out = []
    for k, skill in enumerate(skills):
        for i, speed in enumerate(speeds if not skill.endswith(".npz") else [None]):
            with options.at(skill):
                rec = _record(skill, speed, body, preset, values, seconds)
            name = skill if speed is None else f"{skill} {speed:g}"
            out.append(Walk(name, rec.report(), gait_of(rec)))
            progress((k + (i + 1) / len(speeds)) / len(skills))
    return out


def _record(
    skill: str,
    speed: float | None,
    body: str | None,
    preset: str | None,
    values: dict[str, float],
    seconds: float,
) -> Recording:
    from footfall.engine.recording.recording import Recording
    from footfall.engine.sim import Sim

    if skill.endswith(".npz"):
        return Recording.load(skill)
    given = values if speed is None else {**values, "speed": speed}
    return Sim(skill, body=body, set=given, preset=preset).run(seconds)


def _print(walks: Sequence[Walk], plot: Path | None) -> None:
    from rich.markup import escape

    from footfall.cli import show

    wide = max(4, *(len(walk.name) for walk in walks))
    typer.echo(f"{'walk':{wide}}  {_HEAD}")
    for walk in walks:
        typer.echo(f"{walk.name:{wide}}  {_line(walk)}")
    if len(walks) == 1 and walks[0].gait is not None:
        for part in walks[0].gait.parts:
            typer.echo(f"  {part.name:15} {part.value:4.2f} of {part.weight:2.0f}   {part.text}")
    if plot is not None:
        show.out().print(f"  curves  [cyan]{escape(str(plot))}[/]", soft_wrap=True)


_HEAD = (
    "score   m/s  steps/min (people)  step m  both feet  hip       knee      ankle     cost"
    "  N m          slide m"
)


def _line(walk: Walk) -> str:
    """The columns after the name: of joints the correlation with the band's middle, and how far off."""
    from footfall.natural import people
    from footfall.natural.curves import JOINTS

    if walk.gait is None or walk.gait.score is None:
        return "fell" if walk.report["end"] == "fell" else "no walk"
    f, joints = walk.gait.figures, walk.plain()["joints"]
    torques = "/".join(
        f"{f[name]:.0f}" for name in ("hip_torque", "knee_torque", "ankle_torque") if name in f
    )
    alike = [
        f"{joints[j]['correlation']:5.2f} {joints[j]['rms']:2.0f}°" if j in joints else 9 * " "
        for j in JOINTS
    ]
    return (
        f"{walk.gait.score:5.0f}  {f['speed']:4.2f}  {f['cadence']:9.0f} {people.cadence(f['speed']):8.0f}"
        f"  {f['step_length']:6.2f}  {f['double_support']:9.0%}  {' '.join(alike)}"
        f" {f['cost_of_transport']:5.2f}  {torques:11}  {walk.report['foot_slide']:7.3f}"
    )
