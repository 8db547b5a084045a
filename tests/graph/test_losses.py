"""States in which a walk lost an edge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.graph.carry import Carrier, Programs, Target
from footfall.graph.losses import Loss, loss_of, read_loss, read_losses, write_loss
from footfall.graph.read import parse_graph
from footfall.graph.walk import Walker

pytestmark = pytest.mark.sim


def test_a_state_travels(small_text: str, tmp_path: Path) -> None:
    graph = parse_graph(small_text)
    sim = Sim("moves/walk", seed=2)
    sim.push(forward=50, seconds=0.5, part="trunk")
    sim.step(200)
    edge = graph.edge("stand", "walk")
    file = write_loss(tmp_path, loss_of(graph, edge, "it fell", sim.state()))
    sim.step(2000)
    found = read_loss(file)
    other = Sim("moves/stand")
    other.restore(found.state)
    assert (found.why, other.programs[0].name, other.tick) == ("it fell", "moves/walk", 200)
    other.step(10)
    assert np.isfinite(other.data.qpos).all()
    (same,) = read_losses(tmp_path, "moves/stand", "moves/walk")
    assert same.edge == "stand -> walk"
    with pytest.raises(FootfallError, match="no walk has lost") as refused:
        read_losses(tmp_path, "moves/walk", "moves/stand")
    assert "moves/stand -> moves/walk" in str(refused.value.help)


def test_what_is_no_state_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.state.npz"
    for data in (b"", b"PK\x03\x04nothing"):
        file.write_bytes(data)
        with pytest.raises(FootfallError, match="no state"):
            read_loss(file)


def test_a_walker_tells_of_each_edge_that_failed(small_text: str) -> None:
    graph = parse_graph(small_text)
    asks = {**graph.nodes, "walk": replace(graph.nodes["walk"], goal="com.speed > 9")}
    programs, lost = Programs(), list[Loss]()
    sim = Sim(programs.get("moves/stand", {}), seed=1)
    walker = Walker(Carrier(replace(graph, nodes=asks), sim, programs), lose=lost.append)
    assert walker.begin() and not lost
    assert not walker.take(graph.edge("stand", "walk"), "a test", target=Target(seconds=0.3))
    assert [(loss.edge, loss.why) for loss in lost] == [("stand -> walk", "goal not reached")]
    assert lost[0].state.programs[0].name == "moves/stand"
