"""``footfall join``: a transition from one skill to another, found by a search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from footfall.cli import options
from footfall.cli.graph import join_arguments as arguments
from footfall.cli.graph.common import AsJson, BodyName
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.snapshot import Snapshot
    from footfall.learn.join.join import Joined

LEAST = 0.8  # of the proofs: a transition that holds seldomer becomes no edge of a graph


def join(
    first: arguments.First,
    second: arguments.Second,
    output: arguments.Output = None,
    at: arguments.At = "",
    phases: arguments.Phases = None,
    smooth: arguments.Smooth = False,
    minutes: arguments.Minutes = 0.75,
    evaluations: arguments.Evaluations = 100_000,
    strategy: arguments.Strategy = "cma",
    lost: arguments.Lost = None,
    blend: arguments.Blend = None,
    graph: arguments.Graph = None,
    body: BodyName = None,
    seed: arguments.Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Learn a transition: the last phases of A, or the first of B, tuned until B can take over.

    Copies of phases, followed by a call of B, are tuned by CMA-ES from several states in which A really is,
    so that what follows comes near to how B moves by itself. The result is a skill like any other:
    `footfall run A --then A-to-B.skill@4`, and an edge of a graph. It is proved from twenty other states.
    """
    from footfall.cli import show
    from footfall.files import write_text
    from footfall.learn.join.join import Pair
    from footfall.learn.join.join import join as search
    from footfall.learn.search import SEARCHES

    if phases is not None:
        options.count("--phases", phases, least=1, most=24)
    options.count("--evaluations", evaluations, least=1, most=10_000_000)
    options.count("--seed", seed, least=0, most=2**31 - 1)
    if strategy not in SEARCHES:
        raise FootfallError(
            f"there is no search '{strategy}'", where=f"--search {strategy}", help=", ".join(SEARCHES)
        )
    seconds = 60.0 * options.number("--minutes", minutes, above=0.0, most=600.0, unit="minutes")
    if output is not None:
        options.try_writing(output, f"--output {output}")
    states = _lost(lost, first, second)
    other = _read(blend)
    found = show.patiently(
        f"Joining {first} and {second}",
        lambda progress: search(
            Pair(first, second, at, body),
            phases=phases,
            seconds=seconds,
            smooth=smooth,
            seed=seed,
            states=states,
            blend=other,
            strategy=strategy,
            most=evaluations,
            tell=lambda since, tried, cost: progress(min(since, seconds)),
        ),
        total=seconds,
    )
    path = output or Path(f"{found.bridge.name}.skill")
    write_text(path, found.bridge.text)
    edge, problem = _registered(found, graph, first, second, at, path)
    if as_json:
        show.print_json(
            {"seconds": round(found.seconds, 1), "busy": round(found.busy, 1)}
            | {"evaluations": found.evaluations, "plain": found.plain, "learned": found.learned}
            | {"of": found.checked, "file": str(path), "edge": edge, "graph": _graph(graph) if edge else None}
            | ({} if edge else {"why_no_edge": problem})
            | ({"lost": dict(zip(("of", "plain", "learned"), found.lost, strict=True))} if found.lost else {})
        )
        return
    out = show.out()
    out.print(
        f"From {found.checked} states, a plain hand-over holds {found.plain} times, the learned one "
        f"{found.learned} times."
    )
    if found.lost:
        of, plain, learned = found.lost
        out.print(f"From the {of} states in which it was lost: plain {plain} times, learned {learned} times.")
    out.print(f"{found.evaluations} candidates in {found.seconds:.0f} s; wrote {path}")
    out.print(f"It is the edge {edge} of {_graph(graph)}" if edge else f"No graph has it: {problem}")
    out.print(f"See it: footfall run {first} --then {path}@4 --seconds 12 --video joined.mp4", soft_wrap=True)


def _lost(path: Path | None, first: str, second: str) -> list[Snapshot] | None:
    if path is None:
        return None
    from footfall.graph.losses import read_losses

    return [loss.state for loss in read_losses(path, first, second)]


def _read(path: Path | None) -> str:
    if path is None:
        return ""
    from footfall.reading import read_text

    return read_text(path, where=f"--blend {path}")


def _graph(path: Path | None) -> str:
    from footfall.graph.register import LOCAL

    return str(path or LOCAL)


def _registered(
    found: Joined, graph: Path | None, first: str, second: str, at: str, path: Path
) -> tuple[str | None, str]:
    """The edge that a transition has become, or None and why not."""
    from footfall.graph.register import register

    if found.learned < LEAST * found.checked:
        return None, f"it holds {found.learned} times of {found.checked} only"
    if at:
        return None, "an edge leads to the beginning of a node"
    try:
        return register(Path(_graph(graph)), first, second, path).name, ""
    except FootfallError as problem:  # after a minute of search its result counts for more
        return None, f"{problem.message} ({problem.help})" if problem.help else problem.message
