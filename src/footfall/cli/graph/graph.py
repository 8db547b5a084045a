"""``footfall graph``: the graph as a table and a picture; its edges measured; walks through it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.cli.graph.common import (
    AsJson,
    BodyName,
    GraphFile,
    GroundText,
    Pushes,
    SaveFile,
    Seed,
    StripFile,
    VideoFile,
    carried_out,
    entry_data,
    load,
    make_carrier,
    teller,
)
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.graph.losses import Loss
    from footfall.graph.model import Edge, Graph, Measured


class ShowByDefault(typer.core.TyperGroup):
    """`footfall graph` shows the graph; `measure` and `walk` do something with it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command first where none is named."""
        if not args or args[0] not in (*self.commands, "-h", "--help"):
            args = ["show", *args]
        return super().parse_args(ctx, args)


def show_graph(
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="F.svg", help="Draw it.")] = None,
    file: GraphFile = None,
    as_json: AsJson = False,
) -> None:
    """Print the graph: nodes, edges, and how often each edge worked. Draw it with --out graph.svg."""
    from footfall.cli import show

    graph = load(file)
    if out is not None:
        _draw(graph, out)
    if as_json:
        show.print_json(graph_data(graph))
        return
    _print_nodes(graph)
    _print_edges(graph)
    if out is not None:
        show.note(f"picture: {out}")


def measure(
    edge: Annotated[
        list[str] | None, typer.Option(metavar="A:B", help="Only this edge. May be repeated.")
    ] = None,
    n: Annotated[int, typer.Option(metavar="N", help="Drawn states for each edge.")] = 10,
    again: Annotated[
        bool, typer.Option("--again", help="Also edges that are measured, and unchanged since.")
    ] = False,
    body: BodyName = None,
    file: GraphFile = None,
    as_json: AsJson = False,
) -> None:
    """Measure how often each edge works, from drawn states, and write that into the graph's file.

    The file is written after every edge: stop with Ctrl-C, and the same command goes on where it was.
    """
    from footfall.cli import show
    from footfall.graph.carry import Programs
    from footfall.graph.measure import measure_all, stale
    from footfall.graph.read import write_measured

    options.count("--n", n, least=1, most=10000)
    graph, programs = load(file), Programs()
    wanted = [_edge(graph, text) for text in edge or ()] or list(graph.edges)
    todo = [one for one in wanted if again or stale(graph, one, n, programs)]
    found: dict[str, Measured] = {}
    problems: dict[str, str] = {}

    def tell(one: Edge, problem: str) -> None:
        problems[one.name] = problem
        show.note(problem)

    rows = measure_all(graph, todo, n, programs, body=body, tell=tell)
    while pair := show.patiently(f"Measuring {len(todo)} edges", lambda _: next(rows, None)):
        found[pair[0].name] = pair[1]
        write_measured(graph, found)
        if not as_json:
            show.out().print(f"{pair[0].name:<40} {pair[1].ok} of {pair[1].of}, {pair[1].seconds:.2f} s")
    if as_json:
        edges = {name: {"ok": m.ok, "of": m.of, "seconds": m.seconds} for name, m in found.items()}
        show.print_json({"edges": edges, "kept": len(wanted) - len(todo), "not_tried": problems})
    elif not todo:
        show.out().print("all of them are measured and unchanged since; --again measures them anew")


def add(
    skill: Annotated[str, typer.Argument(metavar="SKILL", help="A skill of the library, or a .skill file.")],
    n: Annotated[int, typer.Option(metavar="N", help="Drawn states for each edge.")] = 5,
    file: GraphFile = None,
    as_json: AsJson = False,
) -> None:
    """Try a new skill against every pose of the graph, and join it where it works: a new row in the file."""
    from footfall.cli import show
    from footfall.graph.carry import Programs
    from footfall.graph.grow import guess_node, try_joins, write_node

    options.count("--n", n, least=1, most=10000)
    graph, node = load(file), guess_node(skill)

    def tell(edge: Edge, m: Measured | None) -> None:
        if not as_json:
            show.out().print(f"{edge.name:<40} " + (f"{m.ok} of {m.of}" if m else "not tried"))

    joined = show.patiently(f"Trying {node.name}", lambda _: try_joins(graph, node, n, Programs(), tell))
    write_node(graph, joined)
    if as_json:
        edges = {e.name: None if m is None else {"ok": m.ok, "of": m.of} for e, m in joined.edges}
        show.print_json({"node": node.name, "tried": edges, "joined": [e.name for e, _ in joined.works()]})


def walk(
    moves: Annotated[int, typer.Option(metavar="N", help="How many.")] = 30,
    seed: Seed = 1,
    body: BodyName = None,
    push: Pushes = None,
    ground: GroundText = None,
    video: VideoFile = None,
    strip: StripFile = None,
    save: SaveFile = None,
    losses: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep the states in which an edge failed, for `join --from`."),
    ] = None,
    file: GraphFile = None,
    as_json: AsJson = False,
) -> None:
    """Go at random through the graph; after every failure a corrective edge is taken.

    The log says what was done and why. The body is lost when no corrective edge can take it up.
    """
    from footfall.cli import show
    from footfall.cli.report import Outputs
    from footfall.graph.losses import make_folder, write_loss
    from footfall.graph.walk import walk as go_through

    options.count("--moves", moves, least=1, most=100_000)
    outputs = Outputs(strip, video, None, save)
    if outputs.wanted():
        outputs.check()
    kept: list[Path] = []
    if losses is not None:
        with options.at(f"--losses {losses}"):
            make_folder(losses)
    carrier = make_carrier(load(file), body, seed, push, ground)

    def lose(loss: Loss) -> None:
        assert losses is not None
        kept.append(write_loss(losses, loss))

    made = carried_out(
        carrier,
        outputs,
        f"Walking {moves} moves",
        lambda: go_through(carrier, moves, seed, teller(as_json), lose if losses is not None else None),
    )
    if as_json:
        head = {
            "moves": made.moves,
            "mended": made.mended,
            "lost": made.lost,
            "seconds": round(made.seconds, 3),
        }
        log = {"path": made.path, "log": [entry_data(e) for e in made.log]}
        states = {"losses": [str(path) for path in kept]} if losses is not None else {}
        show.print_json({**head, "seed": seed, **log, **states})
        return
    for path in kept:
        show.note(f"lost: {path}")
    end = "[red]lost[/]" if made.lost else "[green]not lost[/]"
    show.out().print(f"{made.moves} moves in {made.seconds:.1f} s, {made.mended} failures mended, {end}")


def _edge(graph: Graph, text: str) -> Edge:
    origin, colon, to = (part.strip() for part in text.partition(":"))
    if not colon:
        raise FootfallError(
            f"'{text}' is no edge", where="--edge", help="write A:B, like `--edge stand:walk`"
        )
    return graph.edge(origin, to, where=f"--edge {text}")


def _draw(graph: Graph, out: Path) -> None:
    from footfall.files import write_text
    from footfall.graph.draw import draw

    if out.suffix != ".svg":
        raise FootfallError(
            f"'{out.suffix}' is no kind of file that a graph is drawn in",
            where=f"--out {out}",
            help="end it in .svg",
        )
    options.try_writing(out, f"--out {out}")
    write_text(out, draw(graph))


def graph_data(graph: Graph) -> dict[str, Any]:
    """The graph as plain data."""
    nodes = [
        {"name": n.name, "kind": n.kind, "skill": n.skill, "ends": n.ends, "seconds": list(n.seconds)}
        | {"goal": n.goal, "set": dict(n.set), "vary": {k: list(v) for k, v in n.vary.items()}}
        for n in graph.nodes.values()
    ]
    edges = [
        {"from": e.origin, "to": e.to, "kind": e.kind, "when": e.when, "skill": e.skill}
        | (
            {"ok": e.measured.ok, "of": e.measured.of, "seconds": e.measured.seconds}
            if e.measured
            else {"ok": None, "of": None, "seconds": None}
        )
        for e in graph.edges
    ]
    return {"start": graph.start, "body": graph.body, "nodes": nodes, "edges": edges}


def _print_nodes(graph: Graph) -> None:
    from rich.table import Table

    from footfall.cli import show

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("node", "kind", "skill", "is over", "leads to"):
        table.add_column(name)
    for node in graph.nodes.values():
        low, high = node.seconds
        over = {
            "end": "when it ends",
            "still": f"when still, {low:g} s at least",
            "time": f"after {low:g} to {high:g} s",
        }[node.ends]
        on = ", ".join(edge.to for edge in graph.ways_on(node.name))
        mark = " ◁" if node.vary else ""
        table.add_row(f"[bold]{node.name}[/]{mark}", node.kind, node.skill, over, on)
    show.out().print(table)


def _print_edges(graph: Graph) -> None:
    from rich.table import Table

    from footfall.cli import show

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("edge", "kind", "worked", "seconds", "when"):
        table.add_column(name, justify="right" if name in ("worked", "seconds") else "left")
    for edge in graph.edges:
        m = edge.measured
        colour = (
            "dim" if m is None else "green" if m.ok == m.of else "yellow" if m.ok >= 0.8 * m.of else "red"
        )
        worked, seconds = (f"{m.ok} of {m.of}", f"{m.seconds:.2f}") if m else ("?", "")
        arrow = {"corrective": "⇢", "learned": "⇒"}.get(edge.kind, "→")
        table.add_row(
            f"{edge.origin} {arrow} {edge.to}", edge.kind, f"[{colour}]{worked}[/]", seconds, edge.when
        )
    show.out().print()
    show.out().print(table)
