from __future__ import annotations

import math
from dataclasses import replace

import pytest

from footfall.errors import FootfallError
from footfall.graph.model import Edge, Graph, Measured, Node
from footfall.graph.plan import SECOND, length, plan


def names(graph: Graph, origin: str, to: str, again: bool = False) -> list[str]:
    return [edge.name for edge in plan(graph, origin, to, again=again).edges]


def test_the_surer_way_is_taken_though_it_is_slower(ring: Graph) -> None:
    way = plan(ring, "a", "d")
    assert [edge.to for edge in way.edges] == ["b", "d"]
    assert way.chance == pytest.approx((21 / 22) ** 2)
    assert way.seconds == 18.0


def test_of_two_ways_equally_sure_the_quicker_one(ring: Graph) -> None:
    sure = tuple(replace(e, measured=Measured(20, 20, e.seconds, "1")) for e in ring.edges)
    assert [e.to for e in plan(replace(ring, edges=sure), "a", "d").edges] == ["c", "d"]


def test_length_is_the_logarithm_of_the_chance_and_a_little_time() -> None:
    edge = Edge("a", "b", measured=Measured(8, 8, 3.0, "1"))
    assert length(edge) == pytest.approx(-math.log(9 / 10) + 3.0 * SECOND)


def test_who_is_there_stays_or_comes_back(ring: Graph) -> None:
    assert names(ring, "a", "a") == []
    assert names(ring, "a", "a", again=True) == ["a -> b", "b -> d", "d -> a"]


def test_corrective_edges_are_for_failures_only(ring: Graph) -> None:
    alone = replace(ring, edges=tuple(e for e in ring.edges if e.kind == "corrective"))
    with pytest.raises(FootfallError, match="no way leads from a to b"):
        plan(alone, "a", "b")


def test_an_unknown_node_has_a_nearest_one() -> None:
    graph = Graph({"stand": Node("stand", "pose", "moves/stand")}, (), "stand")
    with pytest.raises(FootfallError) as problem:
        plan(graph, "stand", "stnd")
    assert "did you mean 'stand'?" in problem.value.help


def test_no_way_says_where_one_gets_to(ring: Graph) -> None:
    cut = replace(ring, edges=tuple(e for e in ring.edges if e.to != "d"))
    with pytest.raises(FootfallError) as problem:
        plan(cut, "a", "d")
    assert problem.value.help == "from a one gets to b, c"
