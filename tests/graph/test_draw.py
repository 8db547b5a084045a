from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from footfall.graph.draw import draw
from footfall.graph.layout import distances, places, stress, without_overlap
from footfall.graph.read import parse_graph

NS = "{http://www.w3.org/2000/svg}"


def test_the_picture_has_every_node_and_edge_in_its_own_shape(small_text: str) -> None:
    graph = parse_graph(small_text + '\n[measured]\n"stand -> walk" = { ok = 3, of = 10 }\n')
    root = ET.fromstring(draw(graph))
    texts = [t.text for t in root.iter(f"{NS}text")]
    assert {"stand", "squat", "rise", "walk ◁", "any failure"} <= set(texts)
    assert "30" in texts  # of 100 tries
    assert len(list(root.iter(f"{NS}polygon"))) == 2  # actions
    assert len([r for r in root.iter(f"{NS}rect") if r.get("class") == "node pose"]) == 2
    titles = [t.text or "" for t in root.iter(f"{NS}title")]
    assert "stand -> walk (plain): 3 of 10, 0.0 s" in titles
    styles = [p.get("style", "") for p in root.iter(f"{NS}path")]
    assert any("dasharray" in style for style in styles)
    assert any("stroke:#fff" in style for style in styles)  # a white arrow
    assert draw(graph) == draw(graph)


def test_distances_are_counted_in_edges() -> None:
    far = distances(4, [(0, 1), (1, 2)])
    assert far[0].tolist() == [0.0, 1.0, 2.0, 3.0]  # the last hangs nowhere


def test_a_chain_is_laid_out_straight() -> None:
    far = distances(3, [(0, 1), (1, 2)])
    at = places(far)
    assert stress(at, far) == pytest.approx(0.0, abs=1e-4)
    assert np.linalg.norm(at[2] - at[0]) == pytest.approx(2.0, abs=1e-2)


def test_boxes_do_not_overlap() -> None:
    size = np.full((5, 2), 10.0)
    at = without_overlap(np.arange(10.0).reshape(5, 2), size, 4.0)
    for i in range(5):
        for j in range(i):
            assert np.any(np.abs(at[i] - at[j]) >= 24.0 - 1e-6)
