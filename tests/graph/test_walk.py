"""A body that carries nodes out: a few simulated seconds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from footfall.errors import FootfallError
from footfall.graph.carry import Carrier, Programs, Target
from footfall.graph.model import Graph, Node
from footfall.graph.read import parse_graph, read_graph
from footfall.graph.walk import Walker, Wanderer, draw_values, walk

pytestmark = pytest.mark.sim


@pytest.fixture
def graph(small_text: str) -> Graph:
    return parse_graph(small_text)


def carrier(graph: Graph, seed: int = 1) -> Carrier:
    from footfall.engine.sim import Sim

    programs = Programs()
    return Carrier(graph, Sim(programs.get("moves/stand", {}), seed=seed), programs)


def test_a_walk_of_four_moves_and_again_the_same(graph: Graph) -> None:
    plain = replace(graph, edges=tuple(e for e in graph.edges if e.to != "walk"))
    walks = [walk(carrier(plain), 4, seed=3) for _ in range(2)]
    assert walks[0] == walks[1]
    assert walks[0].path == ["stand", "squat", "rise", "stand"]
    assert (walks[0].moves, walks[0].mended, walks[0].lost) == (4, 0, False)
    assert [entry.edge for entry in walks[0].log][1:] == ["stand -> squat", "squat -> rise", "rise -> stand"]


def test_a_failure_is_mended_by_a_corrective_edge(graph: Graph) -> None:
    asks = {**graph.nodes, "walk": replace(graph.nodes["walk"], goal="com.speed > 9")}
    walker = Walker(carrier(replace(graph, nodes=asks)))
    assert walker.begin()
    assert not walker.take(graph.edge("stand", "walk"), "a test", target=Target(seconds=0.3))
    assert walker.log[-1].why == "goal not reached"
    assert walker.mend()
    assert (walker.here, walker.mended, walker.log[-1].kind) == ("stand", 1, "corrective")
    assert walker.log[-1].chosen == "walk failed, and com.height > .7"


def test_who_cannot_be_mended_is_lost(graph: Graph) -> None:
    asks = {**graph.nodes, "stand": replace(graph.nodes["stand"], goal="com.height > 9", most=0.2)}
    alone = replace(graph, nodes=asks, edges=tuple(e for e in graph.edges if e.kind != "corrective"))
    made = walk(carrier(alone), 3, seed=1)
    assert (made.lost, made.moves, made.log[0].ok) == (True, 1, False)
    assert made.log[0].why.startswith("not over after")


def test_numbers_of_one_node_do_not_go_on_into_the_next() -> None:
    programs = Programs()
    bent = programs.get("moves/squat", {"seconds": 0.7})
    slots = {p.name: p.slot for p in bent.units[0].parameters}
    assert bent.params[slots["seconds"]] == 0.7
    assert programs.get("moves/squat", {}).params[slots["seconds"]] == 1.0
    assert programs.get("moves/squat", {"seconds": 0.7}) is bent
    with pytest.raises(FootfallError) as problem:
        programs.get("moves/squat", {"knee": 1.0}, where="nodes.squat.set")
    assert problem.value.help == "did you mean 'knees'?"


def test_what_may_vary_is_drawn_within_its_range() -> None:
    node = Node("walk", "action", "moves/walk", "time", (2.0, 4.0), vary={"lean": (0.1, 0.2)})
    values, target = draw_values(node, random.Random(1))
    assert 0.1 <= values["lean"] <= 0.2
    assert target.seconds is not None
    assert 2.0 <= target.seconds <= 4.0
    assert draw_values(replace(node, ends="end"), random.Random(1))[1].seconds is None


@pytest.mark.parametrize("seed", range(5))
def test_a_walk_through_the_librarys_graph_comes_everywhere(seed: int) -> None:
    graph = read_graph(None)
    wanderer, here = Wanderer(graph, random.Random(seed)), graph.start
    for _ in range(299):
        ways = graph.ways_on(here)
        edge = wanderer.choose(here, ways)
        assert edge in ways
        here = edge.to
    assert min(wanderer.entered[name] for name in graph.nodes) >= 3


def test_where_only_one_way_is_left_it_is_taken() -> None:
    graph = read_graph(None)
    wanderer = Wanderer(graph, random.Random(1))
    only = graph.edge("stand", "walk")
    assert wanderer.choose("stand", [only]) == only
