"""``footfall join``: a transition from one skill to another, found by a search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from footfall.cli import options
from footfall.cli.graph.common import AsJson, BodyName


def join(
    first: Annotated[str, typer.Argument(metavar="A", help="The skill that runs: moves/walk, or a file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The skill that shall follow.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="F.skill", help="Else A-to-B.skill, here.")
    ] = None,
    phases: Annotated[int, typer.Option(help="How many phases of A are copied and tuned.")] = 4,
    smooth: Annotated[bool, typer.Option("--smooth", help="Sway and effort count, too.")] = False,
    minutes: Annotated[
        float, typer.Option(help="Of search; it stops earlier when nothing gets better.")
    ] = 0.75,
    evaluations: Annotated[int, typer.Option(help="At most so many candidates.")] = 100_000,
    body: BodyName = None,
    seed: Annotated[int, typer.Option(help="Of the states it begins in, and of the search.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Learn a transition: the last phases of A, tuned until B can take over.

    Copies of A's phases, followed by a call of B, are tuned by CMA-ES from several states in which A really
    is, so that what follows comes near to how B moves by itself. The result is a skill like any other:
    `footfall run A --then A-to-B.skill@4`. It is proved from twenty other states.
    """
    from footfall.cli import show
    from footfall.files import write_text
    from footfall.learn.join.search import join as search

    options.count("--phases", phases, least=1, most=24)
    options.count("--evaluations", evaluations, least=1, most=10_000_000)
    options.count("--seed", seed, least=0, most=2**31 - 1)
    seconds = 60.0 * options.number("--minutes", minutes, above=0.0, most=600.0, unit="minutes")
    if output is not None:
        options.try_writing(output, f"--output {output}")
    found = show.patiently(
        f"Joining {first} and {second}",
        lambda progress: search(
            first,
            second,
            phases=phases,
            seconds=seconds,
            smooth=smooth,
            seed=seed,
            body=body,
            most=evaluations,
            tell=lambda since, tried, cost: progress(since),
        ),
        total=seconds,
    )
    path = output or Path(f"{found.bridge.name}.skill")
    write_text(path, found.bridge.text)
    if as_json:
        show.print_json(
            {"seconds": round(found.seconds, 1), "evaluations": found.evaluations}
            | {"plain": found.plain, "learned": found.learned, "of": found.checked, "file": str(path)}
        )
        return
    out = show.out()
    out.print(
        f"From {found.checked} states, a plain hand-over holds {found.plain} times, the learned one "
        f"{found.learned} times."
    )
    out.print(f"{found.evaluations} candidates in {found.seconds:.0f} s; wrote {path}")
    out.print(f"See it: footfall run {first} --then {path}@4 --seconds 12 --video joined.mp4", soft_wrap=True)
