from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.graph.model import Measured
from footfall.graph.read import parse_graph, read_graph, write_measured


def test_rows_become_nodes_and_edges(small_text: str) -> None:
    graph = parse_graph(small_text)
    assert list(graph.nodes) == ["stand", "squat", "rise", "walk"]
    assert {e.name: e.kind for e in graph.edges} == {
        "stand -> squat": "plain",
        "squat -> rise": "plain",
        "rise -> stand": "plain",
        "stand -> walk": "plain",
        "walk -> squat": "learned",
        "* -> stand": "corrective",
    }
    walk = graph.nodes["walk"]
    assert (walk.kind, walk.seconds, walk.vary) == ("action", (1.0, 1.5), {"dt": (0.3, 0.31)})
    assert graph.nodes["rise"].set == {"seconds": 0.8}


WRONG = [
    ("moves/squat", "moves/sqat", "'moves/sqat' is no skill of the library", "did you mean 'moves/squat'?"),
    ('from = ["squat"]', 'from = ["sqat"]', "'sqat' is no node", "did you mean 'squat'?"),
    ('start = "stand"', 'start = "stnd"', "'stnd' is no node to start in", "did you mean 'stand'?"),
    ("schema = 1", "schema = 2", "this graph has schema 2", "write schema = 1"),
    ('ends = "time"', 'ends = "tim"', "'tim' is no way to end", "did you mean 'time'?"),
    ('kind = "learned"', 'kind = "leaned"', "'leaned' is no kind of edge", "did you mean 'learned'?"),
    ("[1, 1.5]", "[2, 1.5]", "2 is more than 1.5", "write [least, most]"),
    ("[1, 1.5]", '"long"', "'long' is no number", "write a number, like 3"),
    ("seconds = 0.8", "seconds = true", "True is no number", "write a number, like 3"),
    ("walk -> squat", "walk to squat", "'walk to squat' is no edge", 'write "stand -> walk"'),
    ('kind = "learned", ', "", "a learned edge has a skill, and no other has", 'or kind = "learned"'),
    ("vary =", "varies =", "the key 'varies' is unknown", "did you mean 'vary'?"),
    ('"* -> stand"', '"* -> stnd"', "'stnd' is no node", "did you mean 'stand'?"),
    (
        "set = { seconds",
        "set = { second",
        "'second' is no parameter of moves/rise",
        "did you mean 'seconds'?",
    ),
    ("com.height > .7", "com.heigt > .7", "", "height"),
    ("moves/stop", "none.skill", "there is no file 'none.skill'", "its path begins at the graph's"),
]


@pytest.mark.parametrize(("old", "new", "message", "help"), WRONG)
def test_what_is_wrong_is_named(small_text: str, old: str, new: str, message: str, help: str) -> None:
    text = small_text.replace(old, new)
    assert text != small_text
    with pytest.raises(FootfallError) as problem:
        parse_graph(text)
    assert problem.value.message == message or (not message and "is no condition" in problem.value.message)
    assert help in problem.value.help
    assert problem.value.where.startswith("graph.toml")


def test_a_node_that_nothing_leads_to(small_text: str) -> None:
    text = small_text.replace('"stand -> walk" = {}\n', "")
    with pytest.raises(FootfallError, match="no way leads to walk") as problem:
        parse_graph(text)
    assert problem.value.where == "graph.toml: nodes.walk"


def test_measured_numbers_are_written_and_nothing_else_changes(small_text: str, tmp_path: Path) -> None:
    file = tmp_path / "graph.toml"
    file.write_text(small_text, encoding="utf-8")
    write_measured(read_graph(file), {"* -> stand": Measured(9, 10, 2.5, "0.1.0", "abcd")})
    write_measured(read_graph(file), {"stand -> walk": Measured(10, 10, 4.0, "0.1.0", "ef")})
    text = file.read_text(encoding="utf-8")
    assert text.startswith(small_text.rstrip())
    assert text.count("[measured]") == 1
    found = {e.name: e.measured for e in read_graph(file).edges if e.measured}
    assert found == {
        "stand -> walk": Measured(10, 10, 4.0, "0.1.0", "ef"),
        "* -> stand": Measured(9, 10, 2.5, "0.1.0", "abcd"),
    }


def test_more_successes_than_tries_cannot_be(small_text: str) -> None:
    with pytest.raises(FootfallError, match="11 of 10 cannot be"):
        parse_graph(small_text + '\n[measured]\n"stand -> walk" = { ok = 11, of = 10 }\n')


def test_the_librarys_graph_is_sound() -> None:
    graph = read_graph()
    assert graph.start == "stand"
    assert graph.reachable() == set(graph.nodes)
    # whoever succeeds can go on
    assert all(graph.ways_on(name) for name in graph.nodes)
