"""Small graphs, made by hand."""

from __future__ import annotations

import pytest

from footfall.graph.model import Edge, Graph, Measured, Node

SMALL = """schema = 1
body = "planar17"
start = "stand"

[nodes]
stand = { kind = "pose", skill = "moves/stand", ends = "still", seconds = 0.2 }
squat = { kind = "pose", skill = "moves/squat", ends = "still", from = ["stand"] }  # down
rise = { skill = "moves/rise", set = { seconds = 0.8 }, from = ["squat"], to = ["stand"] }
walk = { skill = "moves/walk", ends = "time", seconds = [1, 1.5], vary = { dt = [0.3, 0.31] } }

[edges]
"stand -> walk" = {}
"walk -> squat" = { kind = "learned", skill = "moves/stop" }
"* -> stand" = { kind = "corrective", when = "com.height > .7" }
"""


@pytest.fixture
def small_text() -> str:
    return SMALL


@pytest.fixture
def ring() -> Graph:
    """a to d over b (sure, slow) or c (unsure, quick); d back to a."""
    names = ("a", "b", "c", "d")
    nodes = {name: Node(name, "action", "moves/stand") for name in names}
    edges = (
        Edge("a", "b", measured=Measured(20, 20, 9.0, "1")),
        Edge("b", "d", measured=Measured(20, 20, 9.0, "1")),
        Edge("a", "c", measured=Measured(10, 20, 1.0, "1")),
        Edge("c", "d", measured=Measured(20, 20, 1.0, "1")),
        Edge("d", "a"),
        Edge("*", "b", "corrective"),
    )
    return Graph(nodes, edges, "a")
