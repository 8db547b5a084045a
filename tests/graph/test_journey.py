from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.graph.carry import Carrier, Programs
from footfall.graph.journey import Errand, Guide, parse_sentence
from footfall.graph.model import Graph
from footfall.graph.read import parse_graph


@pytest.fixture
def graph(small_text: str) -> Graph:
    return parse_graph(small_text)


def test_a_sentence_is_read(graph: Graph) -> None:
    text = "walk to x = 8; squat 2 times, walk for 5 s then walk to x=-1.5 with lean = .1; rise twice"
    assert parse_sentence(text, graph) == (
        Errand("walk", x=8.0, text="walk to x = 8"),
        Errand("squat", times=2, text="squat 2 times"),
        Errand("walk", seconds=5.0, text="walk for 5 s"),
        Errand("walk", x=-1.5, set={"lean": 0.1}, text="walk to x=-1.5 with lean = .1"),
        Errand("rise", times=2, text="rise twice"),
    )


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("  ; ", "there is nothing to do", "write nodes with ;"),
        ("walk; stnd", "the graph has no node 'stnd'", "did you mean 'stand'?"),
        ("walk until tired", "'until tired' cannot be read", "to x = 8, for 5 s"),
        ("squat to x = 3", "squat is a pose, and goes nowhere", "these go: walk"),
        ("rise for 3 s", "rise ends by itself", "these do: walk"),
        ("to x = 3", "'to x = 3' names no node", "write nodes with ;"),
        ("walk to y = 3", "'to y = 3' cannot be read", "to x = 8"),
        ("squat 0 times", "0 times cannot be done", "write 1 to 1000"),
    ],
)
def test_what_cannot_be_read_is_named(graph: Graph, text: str, message: str, help: str) -> None:
    with pytest.raises(FootfallError) as problem:
        parse_sentence(text, graph)
    assert message in problem.value.message
    assert help in problem.value.help


@pytest.mark.sim
def test_it_goes_there_and_goes_on(graph: Graph) -> None:
    from footfall.engine.sim import Sim

    programs = Programs()
    carrier = Carrier(graph, Sim(programs.get("moves/stand", {})), programs)
    made = Guide(carrier).run(parse_sentence("walk to x = 1; walk to x = 2", graph))
    assert made.reached
    assert made.falls == 0
    assert [entry.node for entry in made.log] == ["stand", "walk", "walk"]
    assert made.because == ""
    assert [x for _, _, x in made.errands] == pytest.approx([1.0, 2.0], abs=0.06)


@pytest.mark.sim
def test_what_ends_by_itself_is_done_again_until_it_is_there(graph: Graph) -> None:
    from footfall.engine.sim import Sim

    programs = Programs()
    carrier = Carrier(graph, Sim(programs.get("moves/stand", {})), programs)
    made = Guide(carrier).run(parse_sentence("rise to x = 2", graph))
    assert not made.reached
    assert made.because == "rise does not come nearer to x = 2"
    assert [entry.node for entry in made.log].count("rise") == 2
