from __future__ import annotations

from dataclasses import replace

import pytest

from footfall import __version__
from footfall.errors import FootfallError
from footfall.graph.carry import Programs
from footfall.graph.measure import code_of, measure, measure_all, stale, try_edge
from footfall.graph.model import Graph, Measured
from footfall.graph.read import parse_graph

pytestmark = pytest.mark.sim


@pytest.fixture
def graph(small_text: str) -> Graph:
    return parse_graph(small_text)


def test_an_edge_is_tried_from_drawn_states(graph: Graph) -> None:
    programs = Programs()
    found = measure(graph, graph.edge("stand", "squat"), 2, programs)
    assert (found.ok, found.of, found.version) == (2, 2, __version__)
    assert 1.0 < found.seconds < 6.0
    done = replace(graph.edge("stand", "squat"), measured=found)
    assert not stale(graph, done, 2, programs)
    assert stale(graph, done, 3, programs)


def test_a_changed_row_makes_a_measurement_stale(graph: Graph) -> None:
    programs = Programs()
    edge = graph.edge("stand", "squat")
    changed = replace(graph, nodes={**graph.nodes, "squat": replace(graph.nodes["squat"], most=9.0)})
    assert code_of(graph, edge, programs) != code_of(changed, edge, programs)
    old = replace(edge, measured=Measured(5, 5, 1.0, "0", code_of(graph, edge, programs)))
    assert not stale(graph, old, 5, programs)
    assert stale(changed, old, 5, programs)


def test_an_origin_that_fails_is_no_failure_of_the_edge(graph: Graph) -> None:
    asks = {**graph.nodes, "stand": replace(graph.nodes["stand"], goal="com.height > 9", most=0.1)}
    never = replace(graph, nodes=asks)
    edge = never.edge("stand", "walk")
    assert try_edge(never, edge, 1, Programs()).outcome is None
    with pytest.raises(FootfallError, match="stand fails by itself"):
        measure(never, edge, 1, Programs())
    told: list[str] = []
    assert list(measure_all(never, [edge], 1, Programs(), tell=lambda e, why: told.append(e.name))) == []
    assert told == ["stand -> walk"]
