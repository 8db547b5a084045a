"""The graph as a picture, after figure 5 of Firmin and van de Panne (2015), as plain SVG.

Rectangles are poses, diamonds are actions, ◁ marks a node whose numbers may be chosen. Solid arrows are
plain, white ones learned, dashed ones corrective. The number beside an arrow is its measured success in
percent, where that is not 100; the pointer over an arrow tells k of n.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

import numpy as np

from footfall.graph.layout import distances, places, without_overlap
from footfall.graph.model import ANY, CORRECTIVE, LEARNED, POSE, Edge, Graph

STEP_X, STEP_Y = 215.0, 150.0  # of an edge
ROOM = 16.0  # between two nodes
HIGH = 40.0  # of a node
BEND = 14.0  # of arrows there and back, to either side
LETTER = 7.6  # width of a letter
EDGE_OF_PAGE = 30.0
_INK, _RED = "#222", "#b00020"
_STYLE = """text{font:13px sans-serif;fill:#222}
.small{font-size:10px;fill:#555;paint-order:stroke;stroke:#fff;stroke-width:3px}
.node{stroke:#222;stroke-width:1.4}.pose{fill:#dce9f7}.action{fill:#fff4d6}
.any{fill:#eee;stroke-dasharray:3 3}
path{fill:none}"""


@dataclass(frozen=True)
class Box:
    """Where a node is drawn: its middle and half its size."""

    x: float
    y: float
    w: float
    h: float


def draw(graph: Graph) -> str:
    """The graph as the text of an SVG file."""
    boxes = _boxes(graph)
    wide = max(b.x + b.w for b in boxes.values()) + EDGE_OF_PAGE
    high = max(b.y + b.h for b in boxes.values()) + 2 * EDGE_OF_PAGE
    pairs = {(e.origin, e.to) for e in graph.edges}
    arrows = [_arrow(e, boxes, bend=BEND if (e.to, e.origin) in pairs else 0.0) for e in graph.edges]
    shapes = [_shape(graph, name, box) for name, box in boxes.items()]
    marks = "".join(
        f'<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="{size}" '
        f'markerHeight="{size}" orient="auto" markerUnits="userSpaceOnUse">'
        f'<path d="M0 0L10 5L0 10z" style="fill:{fill};stroke:{_INK}"/></marker>'
        for name, fill, size in (("tip", _INK, 10), ("red", _RED, 10), ("white", "#fff", 15))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        f'width="{wide:.0f}" height="{high:.0f}">\n<style>{_STYLE}</style>\n<defs>{marks}</defs>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n'
        + "\n".join([*arrows, *shapes, _legend(high)])
        + "\n</svg>\n"
    )


def _boxes(graph: Graph) -> dict[str, Box]:
    """Places of the nodes, the start's first; see graph/layout.py."""
    names = [graph.start, *(name for name in graph.nodes if name != graph.start)]
    if any(edge.origin == ANY for edge in graph.edges):
        names.append(ANY)
    number = {name: k for k, name in enumerate(names)}
    far = distances(len(names), [(number[e.origin], number[e.to]) for e in graph.edges if e.origin != e.to])
    size = np.array([_half(graph, name) for name in names])
    at = without_overlap(places(far) * (STEP_X, STEP_Y), size, ROOM)
    at += EDGE_OF_PAGE - (at - size).min(axis=0)
    return {name: Box(*at[k].tolist(), *size[k].tolist()) for name, k in number.items()}


def _half(graph: Graph, name: str) -> tuple[float, float]:
    """Half the width and the height of a node."""
    wide = LETTER * (len(_label(graph, name)) + 1) / 2 + 8
    if name == ANY or graph.nodes[name].kind == POSE:
        return wide, HIGH / 2
    return wide * 1.35, HIGH * 0.72


def _label(graph: Graph, name: str) -> str:
    if name == ANY:
        return "any failure"
    return name.replace("-", " ") + (" ◁" if graph.nodes[name].vary else "")


def _shape(graph: Graph, name: str, box: Box) -> str:
    """A node: rectangle or diamond, and its name."""
    x, y, w, h = box.x, box.y, box.w, box.h
    text = f'<text x="{x:.1f}" y="{y + 4.5:.1f}" text-anchor="middle">{escape(_label(graph, name))}</text>'
    if name == ANY:
        return _rectangle(box, "any") + text
    node = graph.nodes[name]
    about = f"<title>{escape(node.skill)}, ends: {node.ends}</title>"
    group = f'<g data-node="{escape(name)}">'
    if node.kind == POSE:
        return f"{group}{about}{_rectangle(box, 'pose')}{text}</g>"
    points = f"{x - w:.1f},{y:.1f} {x:.1f},{y - h:.1f} {x + w:.1f},{y:.1f} {x:.1f},{y + h:.1f}"
    return f'{group}{about}<polygon class="node action" points="{points}"/>{text}</g>'


def _rectangle(box: Box, kind: str) -> str:
    return (
        f'<rect class="node {kind}" x="{box.x - box.w:.1f}" y="{box.y - box.h:.1f}" '
        f'width="{2 * box.w:.1f}" height="{2 * box.h:.1f}" rx="4"/>'
    )


def _arrow(edge: Edge, boxes: dict[str, Box], bend: float) -> str:
    """An edge: a bent arrow, so that there and back lie side by side."""
    a, b = boxes[edge.origin], boxes[edge.to]
    if edge.origin == edge.to:
        path = f"M{a.x - 8:.1f} {a.y - a.h:.1f}c-12 -34 28 -34 16 0"
        middle = (a.x, a.y - a.h - 28)
    else:
        dx, dy = b.x - a.x, b.y - a.y
        far = math.hypot(dx, dy)
        cx, cy = (a.x + b.x) / 2 - dy / far * bend, (a.y + b.y) / 2 + dx / far * bend
        (x0, y0), (x1, y1) = _rim(a, cx, cy), _rim(b, cx, cy)
        path = f"M{x0:.1f} {y0:.1f}Q{cx:.1f} {cy:.1f} {x1:.1f} {y1:.1f}"
        middle = (cx, cy)
    m = edge.measured
    told = f"{m.ok} of {m.of}, {m.seconds:.1f} s" if m else "not measured"
    title = f"<title>{escape(edge.name)} ({edge.kind}): {told}</title>"
    poor = m is not None and m.of > 0 and m.ok < 0.8 * m.of
    ink = _RED if poor else _INK
    if edge.kind == LEARNED:
        lines = (
            f'<path d="{path}" style="stroke:{ink};stroke-width:5"/>'
            f'<path d="{path}" style="stroke:#fff;stroke-width:2.4" marker-end="url(#white)"/>'
        )
    else:
        dashed = ";stroke-dasharray:6 4" if edge.kind == CORRECTIVE else ""
        tip = "red" if poor else "tip"
        lines = f'<path d="{path}" style="stroke:{ink};stroke-width:1.5{dashed}" marker-end="url(#{tip})"/>'
    if m is not None and m.of > 0 and m.ok < m.of:
        lines += f'<text class="small" x="{middle[0]:.1f}" y="{middle[1]:.1f}">{100 * m.ok / m.of:.0f}</text>'
    return f"<g>{title}{lines}</g>"


def _rim(box: Box, x: float, y: float) -> tuple[float, float]:
    """Where the line from a node's middle to a point leaves it; diamonds are the higher ones."""
    dx, dy = x - box.x, y - box.y
    if box.h > HIGH / 2:
        share = 1.0 / max(1e-9, abs(dx) / box.w + abs(dy) / box.h)
    else:
        share = 1.0 / max(1e-9, abs(dx) / box.w, abs(dy) / box.h)
    return box.x + dx * share, box.y + dy * share


def _legend(high: float) -> str:
    y = high - 14
    at = EDGE_OF_PAGE
    rows = []
    for name, style in (
        ("plain", f"stroke:{_INK};stroke-width:1.5"),
        ("learned", f"stroke:{_INK};stroke-width:5"),
        ("corrective", f"stroke:{_INK};stroke-width:1.5;stroke-dasharray:6 4"),
    ):
        line = f"M{at:.0f} {y - 4:.0f}h36"
        rows.append(f'<path d="{line}" style="{style}"/>')
        if name == "learned":
            rows.append(f'<path d="{line}" style="stroke:#fff;stroke-width:2.4"/>')
        rows.append(f'<text class="small" x="{at + 42:.0f}" y="{y:.0f}">{name}</text>')
        at += 110
    told = "rectangle: pose · diamond: action · ◁ chosen numbers · number: success in %, where not 100"
    return "".join(rows) + f'<text class="small" x="{at:.0f}" y="{y:.0f}">{told}</text>'
