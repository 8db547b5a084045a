"""The options of ``footfall run``, as typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MOTION = "What happens to the body"
RUNNING = "How it is run"
OUTPUT = "What is written"

Skill = Annotated[
    str, typer.Argument(metavar="SKILL-or-FILE", help="A skill of the library, or a .skill file.")
]
BodyName = Annotated[str | None, typer.Option(help="A body, or a .toml file; else the skill's own.")]
Seconds = Annotated[
    float | None,
    typer.Option(help="How long to simulate; 10, or what a path takes.", rich_help_panel=RUNNING),
]
StartName = Annotated[str | None, typer.Option(metavar="NAME", help="A named start of the body.")]
Seed = Annotated[
    int | None,
    typer.Option(help="0, the default: the exact start; else a drawn one.", rich_help_panel=RUNNING),
]
Seeds = Annotated[
    int | None, typer.Option(metavar="N", help="Run seeds 1…N at once.", rich_help_panel=RUNNING)
]
TimeStep = Annotated[
    float | None,
    typer.Option(metavar="S", help="Time step; the body's own when left out.", rich_help_panel=RUNNING),
]
ScaleMass = Annotated[float, typer.Option(metavar="F", help="All masses times this.")]
PhysicsName = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Other settings of the body's physics, like careful; its own when left out.",
        rich_help_panel=RUNNING,
    ),
]
Pushes = Annotated[
    list[str] | None,
    typer.Option(
        metavar="T:DURATION:FX[,FY[,FZ]][:PART]",
        help="Newtons forward, left, up, from T (s, or @PHASE of the cycle). May be repeated.",
        rich_help_panel=MOTION,
    ),
]
BallsText = Annotated[
    str | None,
    typer.Option(metavar="KG:SPEED:EVERY", help="Throw a ball every so often.", rich_help_panel=MOTION),
]
GroundText = Annotated[
    str | None,
    typer.Option(
        metavar="GROUND",
        help="flat, slope:DEG, steps:X=H,…, profile:X=H,…, stairs:RISE,TREAD,COUNT, bumps:HEIGHT, "
        "fig5[:OFFSET]; else the skill's own",
        rich_help_panel=MOTION,
    ),
]
EnvFile = Annotated[
    Path | None,
    typer.Option(metavar="F.env", help="A classic environment file.", rich_help_panel=MOTION),
]
Props = Annotated[
    list[str] | None,
    typer.Option(
        metavar="THING",
        help="What stands there: 'crate.box(.4,.4,.4).at(2,0,.2).mass(10)', as behind PROP in a script. "
        "May be repeated.",
        rich_help_panel=MOTION,
    ),
]
Friction = Annotated[
    float | None, typer.Option(metavar="MU", help="Of ground and feet.", rich_help_panel=MOTION)
]
WindText = Annotated[
    str | None,
    typer.Option(metavar="N[:GUST]", help="Wind along x on the body, N.", rich_help_panel=MOTION),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE[@T]",
        help="A parameter of the skill, from T seconds on. May be repeated.",
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset", metavar="NAME", help="A named set of parameters of the skill; --set goes before it."
    ),
]
Gaits = Annotated[
    list[str] | None,
    typer.Option(
        metavar="GAIT@T",
        help="Switch to another gait at the first transition after T seconds. May be repeated.",
        rich_help_panel=MOTION,
    ),
]
WayPoints = Annotated[
    str | None,
    typer.Option(
        metavar="X,Y;X,Y;…",
        help="Walk to these way points (m) in turn and stop; sets the skill's heading and speed.",
        rich_help_panel=MOTION,
    ),
]
Loop = Annotated[
    bool, typer.Option("--loop", help="Go on with the path's first point.", rich_help_panel=MOTION)
]
Learn = Annotated[
    bool,
    typer.Option("--learn", help="Save what LEARN has learned, as NAME.ff.npz.", rich_help_panel=OUTPUT),
]
LearnedFile = Annotated[
    Path | None,
    typer.Option(
        metavar="F.ff.npz",
        help="Learned torque to begin with, and where --learn saves it; else the file beside the "
        "script, or here for a skill of the library.",
        rich_help_panel=RUNNING,
    ),
]
Trace = Annotated[
    bool,
    typer.Option("--trace", help="Print each transition taken, and why.", rich_help_panel=OUTPUT),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on one line.", rich_help_panel=OUTPUT)
]
StripFile = Annotated[Path | None, typer.Option(metavar="F.png", help="Film strip.", rich_help_panel=OUTPUT)]
VideoFile = Annotated[Path | None, typer.Option(metavar="F.mp4|F.gif", help="Video.", rich_help_panel=OUTPUT)]
PlotFile = Annotated[Path | None, typer.Option(metavar="F.png", help="Plots.", rich_help_panel=OUTPUT)]
ExportFiles = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="F.bvh|.glb|.csv|.parquet|.xml",
        help="For other programs; `footfall export` has more to choose from. May be repeated.",
        rich_help_panel=OUTPUT,
    ),
]
SaveFile = Annotated[
    Path | None,
    typer.Option(metavar="F.npz", help="The recording, for `replay`.", rich_help_panel=OUTPUT),
]
