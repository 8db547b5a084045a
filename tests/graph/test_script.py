"""A way as a script: its phases, hand-overs and ways of mending."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footfall.errors import FootfallError
from footfall.graph.read import read_graph
from footfall.graph.script import LOST, route
from footfall.script import compile_text

GRAPH = read_graph()


def test_a_way_is_one_phase_after_another() -> None:
    edges = tuple(e for e in GRAPH.edges if e.to != "walk-in-place")  # which is about as quick
    found = route(replace(GRAPH, edges=edges), "walk", "squat")
    assert found.way == ("stop", "stand", "squat")
    program = compile_text(found.text)
    assert [found.nodes[name] for name in program.phase_names[:3]] == ["stop", "stand", "squat"]
    assert "DO moves/stop(walk = 0);" in found.text  # the node's own numbers
    assert f"TO {LOST} WHEN com.height < 0.6 or uTorso touches ground;" in found.text  # the skill's own FALL
    assert found.nodes[LOST] == "" and "get-up" in found.nodes.values()


def test_a_gait_hands_over_at_a_step_and_goes_on_at_the_end() -> None:
    found = route(GRAPH, "stand", "fast-walk")
    assert "TO fast_walk_2 AT STEP WHEN time > 3;" in found.text
    assert found.text.split("PHASE")[2].count("TO ") == 1  # the last one goes on until it falls


def test_a_learned_edge_brings_its_own_skill() -> None:
    edges = tuple(e for e in GRAPH.edges if e.kind != "plain" or e.to != "fast-walk")
    found = route(replace(GRAPH, edges=edges), "walk", "run")
    assert "DO learned/walk-to-run(stay = 0);" in found.text and found.way == ("run",)


def test_who_lies_gets_up_first() -> None:
    assert compile_text(route(GRAPH, None, "squat", lies=True).text).phase_names[0] == LOST
    assert route(GRAPH, None, "squat").way == ("stand", "squat")


@pytest.mark.parametrize("to", ["squat", "run", "backflip", "stand", "walk-on-hands", "kip"])
def test_every_kind_of_way_compiles(to: str) -> None:
    compile_text(route(GRAPH, "walk", to).text)


def test_there_must_be_such_a_node() -> None:
    with pytest.raises(FootfallError, match="squat"):
        route(GRAPH, "stand", "sqat")
