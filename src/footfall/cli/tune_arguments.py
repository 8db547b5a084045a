"""The options of ``footfall tune``, as typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

WANTED = "What is wanted"
SCENARIOS = "What each candidate goes through"
SEARCHING = "How it is searched"
OUTPUT = "What is written"

Script = Annotated[
    str | None, typer.Argument(metavar="SCRIPT", help="A skill of the library, or a script file.")
]
Objective = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.toml", help="Terms and scenarios, see docs/search.md.", rich_help_panel=WANTED
    ),
]
Speed = Annotated[
    float | None, typer.Option(metavar="V", help="Move at this speed, m/s.", rich_help_panel=WANTED)
]
SurvivePushes = Annotated[
    float | None,
    typer.Option(
        metavar="N", help="Survive pushes of up to N newtons (0.4 s, both sides).", rich_help_panel=WANTED
    ),
]
Term = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KIND[:OF][=TARGET][@WEIGHT]",
        help="Another term: margin, energy, step=0.6, apex>=1.3, impact<=1, phase:lift=0.3 … Repeatable.",
        rich_help_panel=WANTED,
    ),
]
Free = Annotated[
    str | None,
    typer.Option(metavar="PHASES", help="Free every number of these phases; else those with a mark."),
]
Body = Annotated[str | None, typer.Option(help="A body, or a .toml file; else the script's own.")]
Seconds = Annotated[float, typer.Option(help="Length of each run.", rich_help_panel=SCENARIOS)]
Push = Annotated[
    list[str] | None,
    typer.Option(
        metavar="T:DURATION:FX[,FY[,FZ]][:PART]",
        help="As in `run`. May be repeated.",
        rich_help_panel=SCENARIOS,
    ),
]
Ground = Annotated[str, typer.Option(metavar="GROUND", help="As in `run`.", rich_help_panel=SCENARIOS)]
Seeds = Annotated[
    int,
    typer.Option(metavar="N", help="Run from N drawn starts, not the exact one.", rich_help_panel=SCENARIOS),
]
At = Annotated[
    str,
    typer.Option(
        metavar="PHASE",
        help="Begin each run with this phase; drawn starts are drawn there.",
        rich_help_panel=SCENARIOS,
    ),
]
FromState = Annotated[
    str,
    typer.Option(
        metavar="FILE[@SECONDS]",
        help="Begin each run with the body as a recording has it; at its end, unless told.",
        rich_help_panel=SCENARIOS,
    ),
]
Search = Annotated[str, typer.Option(metavar="cma|one-plus-one|random", rich_help_panel=SEARCHING)]
Evaluations = Annotated[
    int | None, typer.Option(metavar="N", help="Candidates to try.", rich_help_panel=SEARCHING)
]
Minutes = Annotated[
    float | None,
    typer.Option(metavar="M", help="Time to take; 5 unless told.", rich_help_panel=SEARCHING),
]
Workers = Annotated[
    int | None, typer.Option(metavar="N", help="Runs at once; one per core.", rich_help_panel=SEARCHING)
]
Evaluator = Annotated[
    str | None,
    typer.Option(
        metavar="serial|threads|processes|ray", help="Where runs happen.", rich_help_panel=SEARCHING
    ),
]
Cluster = Annotated[
    str | None, typer.Option(metavar="auto|ADDRESS", help="A Ray cluster.", rich_help_panel=SEARCHING)
]
Seed = Annotated[int, typer.Option(help="Of all that is drawn.", rich_help_panel=SEARCHING)]
Sigma = Annotated[float, typer.Option(help="First step, in standard deviations.", rich_help_panel=SEARCHING)]
Population = Annotated[
    int | None, typer.Option(metavar="N", help="Candidates a generation.", rich_help_panel=SEARCHING)
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FOLDER", help="Of the results; tuned/… else.", rich_help_panel=OUTPUT
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Go on with a search that was stopped.", rich_help_panel=OUTPUT),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print events, one JSON object a line.", rich_help_panel=OUTPUT)
]
Pictures = Annotated[bool, typer.Option(help="Draw plots and a film strip.", rich_help_panel=OUTPUT)]
