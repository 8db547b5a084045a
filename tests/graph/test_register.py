"""A learned transition as an edge of a graph's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.graph.read import read_graph
from footfall.graph.register import register, with_row

TEXT = "SKILL a()\nBODY planar17\nPHASE x\n  POSE lKnee(1);\n"


def test_a_graph_that_is_not_there_begins_as_the_librarys(tmp_path: Path) -> None:
    (tmp_path / "a.skill").write_text(TEXT)
    file = tmp_path / "graph.toml"
    edge = register(file, "moves/walk", "moves/run", tmp_path / "a.skill")
    assert (edge.name, edge.kind, Path(edge.skill).name) == ("walk -> run", "learned", "a.skill")
    assert len(read_graph(file).nodes) == len(read_graph(None).nodes)
    register(file, "moves/walk", "moves/run", tmp_path / "a.skill")
    assert file.read_text().count('"walk -> run" = { kind') == 1  # in place of the old row


def test_a_skill_without_a_node_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.skill").write_text(TEXT)
    with pytest.raises(FootfallError, match="no node of moves/nothing"):
        register(tmp_path / "graph.toml", "moves/walk", "moves/nothing", tmp_path / "a.skill")
    assert not (tmp_path / "graph.toml").exists()


def test_a_file_without_edges_gets_some() -> None:
    text = "[nodes]\na = { }\n\n# written\n[measured]\n"
    assert with_row(text, '"a -> b" = { }\n') == (
        '[nodes]\na = { }\n\n[edges]\n"a -> b" = { }\n\n# written\n[measured]\n'
    )
