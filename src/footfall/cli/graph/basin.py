"""``footfall basin``: from which states a skill succeeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from footfall.cli import options
from footfall.cli.graph.common import AsJson, BodyName, GraphFile, load


def basin(
    skill: Annotated[str, typer.Argument(metavar="SKILL", help="A skill of the library, or a .skill file.")],
    n: Annotated[int, typer.Option(metavar="N", help="Drawn starts.")] = 100,
    plot: Annotated[
        Path | None, typer.Option(metavar="F.png|F.svg", help="Draw the starts and their outcomes.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="F.json", help="Else beside the skill.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of all that is drawn.")] = 1,
    body: BodyName = None,
    file: GraphFile = None,
    as_json: AsJson = False,
) -> None:
    """Learn from which states a skill succeeds: nearest neighbours among drawn starts.

    The starts are states of the nodes that lead to the skill, pushed harder and harder. `footfall go` and
    `footfall graph walk` ask the model whether an edge will work from where the body is.
    """
    from footfall.cli import show
    from footfall.graph.basin.draw import draw_starts
    from footfall.graph.basin.file import path_of, write_basin
    from footfall.graph.basin.model import fit, held_out
    from footfall.graph.basin.picture import draw
    from footfall.script import compile_skill

    options.count("--n", n, least=10, most=100_000)
    options.count("--seed", seed, least=0, most=2**31 - 1)
    program, graph = compile_skill(skill), load(file)
    path = output or path_of(skill)
    for option, one in (("--output", output), ("--plot", plot)):
        if one is not None:
            options.try_writing(one, f"{option} {one}")
    starts = show.patiently(
        f"Trying {skill} from {n} starts",
        lambda progress: draw_starts(graph, skill, n, seed=seed, body=body, tell=progress),
        total=float(n),
    )
    model = fit(starts.names, starts.points, starts.worked)
    right = held_out(starts.names, starts.points, starts.worked)
    write_basin(path, skill, program, model, right)
    share = float(starts.worked.mean())
    usual = max(share, 1.0 - share)
    if plot is not None:
        draw(model, f"{skill}: {int(starts.worked.sum())} of {n} starts", plot)
    told = [model.names[k] for k in model.telling]
    if as_json:
        show.print_json(
            {"n": n, "worked": int(starts.worked.sum()), "accuracy": round(right, 3)}
            | {"usual": round(usual, 3), "telling": told, "file": str(path)}
        )
        return
    out = show.out()
    out.print(
        f"It succeeds from {int(starts.worked.sum())} of {n} starts; {told[0]} and {told[1]} tell most."
    )
    out.print(f"Held out, the model is right {right:.0%} of the time (the commoner outcome: {usual:.0%}).")
    out.print(f"wrote {path}")
