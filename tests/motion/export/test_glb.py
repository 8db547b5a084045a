"""The GLB's own rules; that joints are in their places is in test_positions.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.motion.export.gltf import Document
from tests.motion.export.readers import Glb

pytestmark = pytest.mark.sim


@pytest.fixture(scope="module", params=["human", "crate", "two", "bumps"])
def glb(request: pytest.FixtureRequest, record: Callable[[str], Any], tmp_path_factory: Any) -> Glb:
    path: Path = tmp_path_factory.mktemp("glb") / "a.glb"
    record(request.param).export(path)
    return Glb(path.read_bytes())


def test_every_mesh_is_closed_upon_itself_and_shows_its_outside(glb: Glb) -> None:
    for mesh in glb.json["meshes"]:
        for primitive in mesh["primitives"]:
            points = glb.accessor(primitive["attributes"]["POSITION"]).astype(float)
            normals = glb.accessor(primitive["attributes"]["NORMAL"]).astype(float)
            corners = glb.accessor(primitive["indices"]).reshape(-1, 3)
            assert len(points) == len(normals) and corners.max() < len(points)
            assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-5)
            a, b, c = (points[corners[:, k]] for k in range(3))
            faces = np.cross(b - a, c - a)
            assert np.linalg.norm(faces, axis=1).min() > 0.0  # no triangle without an area
            assert np.all(np.sum(faces * normals[corners].mean(axis=1), axis=1) > 0.0)
            assert 0 <= primitive["material"] < len(glb.json["materials"])


def test_nodes_are_a_forest_and_channels_are_unique(glb: Glb) -> None:
    nodes = glb.json["nodes"]
    roots = glb.json["scenes"][0]["nodes"]
    children = [c for node in nodes for c in node.get("children", [])]
    assert sorted(children + roots) == list(range(len(nodes)))
    targets = [(c["target"]["node"], c["target"]["path"]) for c in glb.json["animations"][0]["channels"]]
    assert len(set(targets)) == len(targets)
    assert len({node["name"] for node in nodes}) == len(nodes)
    used = {p["material"] for mesh in glb.json["meshes"] for p in mesh["primitives"]}
    assert used == set(range(len(glb.json["materials"])))


def test_turns_do_not_flip_from_frame_to_frame(glb: Glb) -> None:
    animation = glb.json["animations"][0]
    for channel in animation["channels"]:
        values = glb.accessor(animation["samplers"][channel["sampler"]]["output"])
        if channel["target"]["path"] == "rotation":
            assert np.sum(values[1:] * values[:-1], axis=1).min() > 0.0


def test_at_rest_a_figure_stands_with_the_arms_of_its_rig(
    record: Callable[[str], Any], tmp_path: Path
) -> None:
    def hands(rig: str) -> tuple[np.ndarray, np.ndarray]:
        record("human").export(tmp_path / "a.glb", rig=rig)
        glb = Glb((tmp_path / "a.glb").read_bytes())
        nodes = {node["name"]: np.array(node.get("translation", [0, 0, 0])) for node in glb.json["nodes"]}
        left = next(v for k, v in nodes.items() if k in ("lForearm", "LeftLowerArm", "lowerarm_l"))
        right = next(v for k, v in nodes.items() if k in ("rForearm", "RightLowerArm", "lowerarm_r"))
        return left / np.linalg.norm(left), right / np.linalg.norm(right)

    for rig, left in (("plain", [0, -1, 0]), ("unity", [1, 0, 0]), ("unreal", [0.5**0.5, -(0.5**0.5), 0])):
        found = hands(rig)
        assert np.allclose(found[0], left, atol=0.03)
        assert np.allclose(found[1], np.multiply(left, [-1, 1, 1]), atol=0.03)


def test_a_ball_does_not_fly_to_where_it_is_thrown(record: Callable[[str], Any], tmp_path: Path) -> None:
    record("balls").export(tmp_path / "a.glb")
    glb = Glb((tmp_path / "a.glb").read_bytes())
    nodes = [node["name"] for node in glb.json["nodes"]]
    thrown = [k for k, name in enumerate(nodes) if name.startswith("ball")]
    assert 1 <= len(thrown) < 8  # those that still wait are left out
    animation = glb.json["animations"][0]
    samplers = [
        animation["samplers"][c["sampler"]]
        for c in animation["channels"]
        if c["target"] == {"node": thrown[0], "path": "translation"}
    ]
    time = glb.accessor(samplers[0]["input"])[:, 0]
    speed = np.linalg.norm(np.diff(glb.accessor(samplers[0]["output"]), axis=0), axis=1)
    (jump,) = np.flatnonzero(speed > 1.0)
    assert np.all(np.diff(time) > 0.0) and np.diff(time)[jump] < 0.001 and speed[jump - 1] == 0.0
    ground = next(mesh for mesh in glb.json["meshes"] if mesh["name"] == "ground")
    floor = glb.accessor(ground["primitives"][0]["attributes"]["POSITION"])
    assert np.ptp(floor, axis=0).max() < 6.0


def test_many_vertices_take_wide_indices() -> None:
    doc = Document("test", {})
    small, large = doc.indices([0, 1, 65534]), doc.indices([0, 1, 65535])
    kinds = [doc.json["accessors"][k]["componentType"] for k in (small, large)]
    assert kinds == [5123, 5125]
    assert doc.json["bufferViews"][large]["byteOffset"] % 4 == 0


def test_colours_are_amounts_of_light() -> None:
    doc = Document("test", {})
    assert doc.material([0.5, 0.0, 1.0, 1.0]) == doc.material([0.5, 0.0, 1.0, 1.0]) == 0
    assert doc.material([0.5, 0.0, 1.0, 0.5]) == 1
    paint = doc.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"]
    assert paint == pytest.approx([0.2140, 0.0, 1.0, 1.0], abs=1e-4)  # IEC 61966-2-1
    assert doc.json["materials"][1]["alphaMode"] == "BLEND"
