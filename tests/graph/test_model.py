from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.graph.model import Edge, Graph, Measured


def test_a_chance_is_never_certain() -> None:
    assert Measured(0, 0, 0.0, "1").chance == 0.5
    assert Measured(10, 10, 0.0, "1").chance == pytest.approx(11 / 12)
    assert Edge("a", "b").chance == 0.5


def test_ways_on_and_mendings(ring: Graph) -> None:
    assert [e.to for e in ring.ways_on("a")] == ["b", "c"]
    assert [e.to for e in ring.mendings("a")] == ["b"]


def test_a_nodes_own_mending_comes_before_that_of_any(ring: Graph) -> None:
    own = Edge("a", "d", "corrective")
    graph = Graph(ring.nodes, (*ring.edges, own), "a")
    assert [e.to for e in graph.mendings("a")] == ["d", "b"]
    assert [e.to for e in graph.mendings("c")] == ["b"]


def test_an_edge_that_is_not_there_says_which_are(ring: Graph) -> None:
    assert ring.edge("*", "b").kind == "corrective"
    with pytest.raises(FootfallError) as problem:
        ring.edge("a", "d", where="--edge a:d")
    assert problem.value.help == "from a one gets to b, c"
    with pytest.raises(FootfallError, match="no node 'e'"):
        ring.edge("e", "d")
