"""The options of ``footfall robust``, as typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PUSHES = "How it is pushed"
OUTPUT = "What is written"
MANY = "Many bodies or styles instead"
BASELINE = "What it is compared with"

Skill = Annotated[str, typer.Argument(metavar="SKILL", help="A skill of the library, or a script file.")]
Only = Annotated[
    str | None,
    typer.Option(
        metavar="GROUP,…",
        help="Of pushes, slopes, steps, lean, friction, balls, mass, length, torque, timestep, solver.",
    ),
]
Quick = Annotated[bool, typer.Option("--quick", help="Shorter runs, coarser limits.")]
Body = Annotated[str | None, typer.Option(help="A body, or a .toml file; else the skill's own.")]
Preset = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="As in `run`: its values are tried instead of the skill's own."),
]
Phase = Annotated[
    list[float] | None,
    typer.Option(
        metavar="P",
        help="Of the cycle of two steps; 0.1 unless told. May be repeated.",
        rich_help_panel=PUSHES,
    ),
]
Phases = Annotated[
    int | None, typer.Option(metavar="N", help="N phases all over the cycle.", rich_help_panel=PUSHES)
]
Directions = Annotated[
    int, typer.Option(metavar="N", help="All around; a planar body has two.", rich_help_panel=PUSHES)
]
Duration = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        help="Of a push; 0.4 s, and 0.1 s for a planar body, unless told.",
        rich_help_panel=PUSHES,
    ),
]
Part = Annotated[str, typer.Option(help="What is pushed.", rich_help_panel=PUSHES)]
Stance = Annotated[
    str, typer.Option(metavar="left|right|both", help="The leg that carries.", rich_help_panel=PUSHES)
]
Threads = Annotated[int, typer.Option(metavar="N", help="Runs at once.")]
Bodies = Annotated[
    int | None,
    typer.Option(metavar="N", help="How many of N random bodies walk 30 s.", rich_help_panel=MANY),
]
Styles = Annotated[
    int | None,
    typer.Option(metavar="N", help="How many of N random styles of walking hold 30 s.", rich_help_panel=MANY),
]
Reach = Annotated[
    float | None,
    typer.Option(
        "--range", metavar="R", help="Of each proportion's range; 0.5 unless told.", rich_help_panel=MANY
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="S",
        help="Body k is that of `body random --seed 1000 S + k`; 0 unless told.",
        rich_help_panel=MANY,
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(metavar="S", help="That each must walk; 30 unless told.", rich_help_panel=MANY),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on one line.", rich_help_panel=OUTPUT)
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FOLDER",
        help="Write robust.json and pushes.png there.",
        rich_help_panel=OUTPUT,
    ),
]
Baseline = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="A stored table; else the one beside the script.", rich_help_panel=BASELINE
    ),
]
SaveBaseline = Annotated[
    bool,
    typer.Option("--save-baseline", help="Store this table beside the script.", rich_help_panel=BASELINE),
]
Tolerance = Annotated[float, typer.Option(metavar="%", help="What a row may lose.", rich_help_panel=BASELINE)]
