"""Basins: the model, its file, and who asks it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.graph.basin import draw, outlook
from footfall.graph.basin.features import feature_names, features
from footfall.graph.basin.file import code_of, path_of, read_basin, write_basin
from footfall.graph.basin.model import fit, held_out
from footfall.graph.basin.picture import draw as draw_picture
from footfall.graph.model import Edge
from footfall.graph.read import read_graph
from footfall.script import compile_skill

NAMES = ("a", "b", "c")
RNG = np.random.default_rng(3)
POINTS = RNG.normal(size=(60, 3))
WORKED = POINTS[:, 0] > 0.2


def test_neighbours_tell_what_the_telling_feature_says() -> None:
    model = fit(NAMES, POINTS, WORKED)
    assert model.telling[0] == 0
    assert (model.chance(np.array([1.0, 0.0, 0.0])) or 0.0) > 0.8
    assert (model.chance(np.array([-1.0, 0.0, 0.0])) or 0.0) < 0.2
    assert held_out(NAMES, POINTS, WORKED) > 0.8
    assert held_out(NAMES, POINTS, RNG.random(60) > 0.5) < 0.75  # what cannot be known is not known


def test_nothing_is_said_of_a_state_far_from_all_starts() -> None:
    model = fit(NAMES, POINTS, WORKED)
    assert model.chance(np.array([100.0, 0.0, 0.0])) is None


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    model, program = fit(NAMES, POINTS, WORKED), compile_skill("moves/rise")
    write_basin(tmp_path / "a.json", "moves/rise", program, model, 0.9)
    back, code, accuracy = read_basin(tmp_path / "a.json")
    assert (code, accuracy, back.names) == (code_of(program), 0.9, NAMES)
    at = np.array([0.4, 0.1, -0.2])
    assert back.chance(at) == pytest.approx(model.chance(at), abs=0.02)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"schema": 1}'])
def test_what_is_no_basin_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text)
    with pytest.raises(FootfallError, match="no basin"):
        read_basin(file)


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    draw_picture(fit(NAMES, POINTS, WORKED), "rise", tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 2000


def test_it_is_kept_beside_the_skill() -> None:
    assert path_of("moves/rise").name == "rise.basin.json"


@pytest.mark.sim
def test_features_of_a_body() -> None:
    sim = Sim("moves/stand")
    sim.step(40)
    found = dict(zip(feature_names(sim), features(sim), strict=True))
    assert found["height"] == pytest.approx(1.0, abs=0.05) and abs(found["forward"]) < 0.2
    assert found["left load"] + found["right load"] == pytest.approx(1.0, abs=0.5)
    assert "lKnee.pitch" in found and "lKnee.pitch rate" in found


@pytest.mark.sim
def test_starts_are_pushed_harder_and_harder_and_the_graph_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "EACH", 1)
    monkeypatch.setattr(draw, "HARDEST", 600.0)
    graph = read_graph(None)
    starts = draw.draw_starts(graph, "moves/stand-at-once", 4)
    assert starts.worked[0] and not starts.worked[-1]
    model = fit(starts.names, starts.points, starts.worked)
    asked = outlook.Outlook(graph)
    asked._known = {graph.nodes["stand"].skill: model}
    sim = Sim("moves/stand")
    sim.step(400)
    edges = [Edge("rise", "stand"), Edge("stand", "hop")]
    found = asked.chances(sim, edges)
    assert "stand -> hop" not in found  # it has no basin
