from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.graph.carry import Programs
from footfall.graph.grow import Joined, guess_node, row_of, try_joins, write_node
from footfall.graph.model import Edge, Measured
from footfall.graph.read import read_graph

ALONE = """schema = 1
start = "stand"

[nodes]
stand = { kind = "pose", skill = "moves/stand", ends = "still", seconds = 0.2 }

[edges]
"* -> stand" = { kind = "corrective" }
"""


@pytest.mark.parametrize(
    ("skill", "kind", "ends"),
    [
        ("moves/hop", "action", "end"),
        ("moves/run", "action", "time"),
        ("moves/stand", "pose", "still"),
        ("moves/squat", "pose", "still"),
        ("moves/stop", "action", "end"),
    ],
)
def test_kind_and_end_are_guessed_from_the_script(skill: str, kind: str, ends: str) -> None:
    node = guess_node(skill)
    assert (node.name, node.kind, node.ends) == (skill.split("/")[1], kind, ends)


def joined(ok: int) -> Joined:
    tried = Measured(ok, 5, 3.0, "1")
    return Joined(guess_node("moves/run"), ((Edge("stand", "run"), tried), (Edge("run", "stand"), None)))


def test_a_row_is_added_and_the_rest_stays(tmp_path: Path) -> None:
    file = tmp_path / "graph.toml"
    file.write_text(ALONE, encoding="utf-8")
    write_node(read_graph(file), joined(5))
    text = file.read_text(encoding="utf-8")
    assert row_of(joined(5)) in text
    assert text.index("run =") < text.index("[edges]")
    graph = read_graph(file)
    assert graph.nodes["run"].seconds == (3.0, 5.0)
    assert graph.edge("stand", "run").measured == Measured(5, 5, 3.0, "1")


def test_what_works_from_nowhere_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    file = tmp_path / "graph.toml"
    file.write_text(ALONE, encoding="utf-8")
    with pytest.raises(FootfallError, match="run works from no pose"):
        write_node(read_graph(file), joined(3))
    assert file.read_text(encoding="utf-8") == ALONE


@pytest.mark.sim
def test_a_new_skill_is_tried_both_ways(tmp_path: Path) -> None:
    file = tmp_path / "graph.toml"
    file.write_text(ALONE, encoding="utf-8")
    graph = read_graph(file)
    found = try_joins(graph, guess_node("moves/squat"), 1, Programs())
    assert [edge.name for edge, _ in found.edges] == ["stand -> squat", "squat -> stand"]
    assert found.works()[0][0].name == "stand -> squat"
    with pytest.raises(FootfallError, match="has a node 'stand'"):
        try_joins(graph, guess_node("moves/stand"), 1, Programs())
