"""The generated parts of docs/graph.md: the graph's picture and the table of its edges."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from footfall.graph.draw import draw
from footfall.graph.model import Edge
from footfall.graph.read import read_graph
from footfall.script.help.reference import table

PICTURE = Path(__file__).resolve().parent / "media" / "graph.svg"


def edges() -> str:
    """Every edge with what was measured of it."""
    graph = read_graph()
    rows = [(f"`{e.name}`", e.kind, *_measured(e), f"`{e.when}`" if e.when else "") for e in graph.edges]
    head = f"{len(graph.nodes)} nodes, {len(graph.edges)} edges."
    return f"{head}\n\n{table(('edge', 'kind', 'worked', 'seconds', 'when'), rows)}"


def _measured(edge: Edge) -> tuple[str, str]:
    m = edge.measured
    return (f"{m.ok} of {m.of}", f"{m.seconds:.1f}") if m else ("not tried", "")


def make_picture() -> None:
    """Draw the graph."""
    PICTURE.write_text(draw(read_graph()), encoding="utf-8")


PARTS: dict[str, Callable[[], str]] = {"edges": edges}
