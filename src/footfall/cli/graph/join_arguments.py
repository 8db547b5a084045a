"""The options of ``footfall join``, as typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

First = Annotated[str, typer.Argument(metavar="A", help="The skill that runs: moves/walk, or a file.")]
Second = Annotated[str, typer.Argument(metavar="B", help="The skill that shall follow.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="F.skill", help="Else A-to-B.skill, here.")
]
At = Annotated[str, typer.Option(metavar="PHASE", help="Arrive partway through B, in this phase.")]
Phases = Annotated[
    int | None, typer.Option(help="How many phases are copied and tuned; else what promises most.")
]
Smooth = Annotated[bool, typer.Option("--smooth", help="Sway and effort count, too.")]
Minutes = Annotated[float, typer.Option(help="Of search; it stops earlier when nothing gets better.")]
Evaluations = Annotated[int, typer.Option(help="At most so many candidates.")]
Strategy = Annotated[
    str, typer.Option("--search", metavar="NAME", help="cma, or one-plus-one as in the paper.")
]
Lost = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="LOG",
        help="Repair from states in which walks lost the edge (`graph walk --losses FOLDER`).",
    ),
]
Blend = Annotated[
    Path | None,
    typer.Option(metavar="F.skill", help="Blend with this one, learned before, by where the body is."),
]
Graph = Annotated[
    Path | None,
    typer.Option(metavar="F.toml", help="The graph that gets the edge; else graph.toml, here."),
]
Seed = Annotated[int, typer.Option(help="Of the states it begins in, and of the search.")]
