"""What the commands of the graph share: options, a body that carries nodes out, lines of the log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.markup import escape

from footfall.cli import options

if TYPE_CHECKING:
    from footfall.cli.report import Outputs
    from footfall.engine.recording.recording import Recording
    from footfall.graph.carry import Carrier, Programs
    from footfall.graph.model import Graph
    from footfall.graph.walk import Entry

T = TypeVar("T")

GraphFile = Annotated[
    Path | None, typer.Option("--graph", metavar="F.toml", help="Another graph than the library's.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")]
BodyName = Annotated[str | None, typer.Option(help="A body, or a .toml file; else the skills' own.")]
Seed = Annotated[int, typer.Option(help="Of the start and of all that is drawn.")]
Pushes = Annotated[
    list[str] | None,
    typer.Option(
        metavar="T:DURATION:FX[,FY[,FZ]][:PART]",
        help="Newtons forward, left, up, from T (s). May be repeated.",
    ),
]
GroundText = Annotated[str | None, typer.Option(metavar="GROUND", help="As with `footfall run`; else flat.")]
VideoFile = Annotated[Path | None, typer.Option(metavar="F.mp4|F.gif", help="Video.")]
StripFile = Annotated[Path | None, typer.Option(metavar="F.png", help="Film strip.")]
SaveFile = Annotated[Path | None, typer.Option(metavar="F.npz", help="The recording, for `replay`.")]


def load(file: Path | None) -> Graph:
    """The graph that is meant."""
    from footfall.graph.read import read_graph

    return read_graph(file)


def make_carrier(
    graph: Graph, body: str | None, seed: int, push: list[str] | None, ground: str | None
) -> Carrier:
    """A body in the graph's start, with what is done to it."""
    from footfall.cli.run.simulate import surroundings
    from footfall.engine.sim import Sim
    from footfall.engine.spec import ActorSpec, RunSpec
    from footfall.graph.carry import Carrier, Programs

    options.count("--seed", seed, least=0, most=2**31 - 1)
    programs: Programs = Programs()
    node = graph.nodes[graph.start]
    world = surroundings(ground or "flat", push)
    with options.at(f"--body {body}" if body else f"nodes.{node.name}"):
        actor = ActorSpec(programs.get(node.skill, node.set), body)
        return Carrier(graph, Sim.of(RunSpec((actor,), world, seed)), programs)


def carried_out(carrier: Carrier, outputs: Outputs, label: str, work: Callable[[], T]) -> T:
    """Do the work with a spinner, on tape when something is to be written of it."""
    from footfall.cli import show

    wanted = bool(outputs.wanted())
    with carrier.sim.tape() if wanted else nullcontext() as tape:
        made = show.patiently(label, lambda _: work())
    rec: Recording | None = tape.recording if tape is not None else None
    if rec is not None:
        for what, path in outputs.write(rec):
            show.note(f"{what}: {path}")
    return made


def teller(as_json: bool) -> Callable[[Entry], None] | None:
    """What prints the log while it grows; None where only JSON may be printed."""
    if as_json:
        return None
    from footfall.cli import show

    console = show.out()

    def tell(entry: Entry) -> None:
        mark = "[green]✓[/]" if entry.ok else "[red]✗[/]"
        arrow = {"corrective": "⇢", "learned": "⇒"}.get(entry.kind, "→")
        console.print(
            f"[dim]{entry.at:8.2f} s[/] {mark} {arrow} [bold]{escape(entry.node):<26}[/] "
            f"{escape(entry.why):<22} [dim]{escape(entry.chosen)}[/]",
            soft_wrap=True,
        )

    return tell


def entry_data(entry: Entry) -> dict[str, Any]:
    """A line of the log as plain data."""
    return {key: round(v, 3) if isinstance(v, float) else v for key, v in asdict(entry).items()}
