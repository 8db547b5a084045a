"""The generated parts of docs/graph.md: the graph's picture, the table of its edges, learned transitions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from footfall.graph.draw import draw
from footfall.graph.model import Edge
from footfall.graph.read import read_graph
from footfall.script.help.reference import table

MEDIA = Path(__file__).resolve().parent / "media"
PICTURE = MEDIA / "graph.svg"
JOINED = MEDIA / "transitions.json"


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


def transitions() -> str:
    """Every pair that was joined, with what was measured of the plain way and of the learned one."""
    if not JOINED.is_file():
        return "Not measured yet: `python benchmarks/transitions.py --store`."
    rows = [_transition(row) for row in json.loads(JOINED.read_text(encoding="utf-8")).values()]
    head = ("from", "to", "plain", "learned", "search s", "slowest m/s", "back m", "way m", "sway rad/s",
            "effort N m")  # fmt: skip
    rows.sort(key=lambda row: (not row[0].endswith("*"), row[0], row[1]))
    return table(head, rows)


def _transition(row: dict[str, Any]) -> tuple[str, ...]:
    pair, before, after = row["pair"], row["before"], row["after"]
    both = [
        f"{before[key]:.{places}f} → {after[key]:.{places}f}"
        for key, places in (("slowest", 2), ("back", 2), ("way", 2), ("sway", 2), ("effort", 0))
    ]
    lost = row.get("lost")
    held = f"{row['learned']} of {row['of']}" + (f"; lost states {lost[2]} of {lost[0]}" if lost else "")
    to = pair["second"] + (f" at {pair['at']}" if pair["at"] else "")
    plain = f"{row['plain']} of {row['of']}"
    return (pair["first"] + "*" * pair["paper"], to, plain, held, f"{row['busy']:.0f}", *both)


PARTS: dict[str, Callable[[], str]] = {"edges": edges, "transitions": transitions}
