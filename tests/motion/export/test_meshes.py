from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.motion import shapes
from footfall.motion.export.meshes import Mesh, joined, shape_mesh

REACH = (np.array([-1.0, -2.0]), np.array([3.0, 4.0]))
SHAPES = {
    "sphere": ('size=".3"', 4 / 3 * np.pi * 0.3**3),
    "ellipsoid": ('size=".1 .2 .3"', 4 / 3 * np.pi * 0.006),
    "capsule": ('size=".1 .3"', np.pi * 0.01 * 0.6 + 4 / 3 * np.pi * 0.001),
    "cylinder": ('size=".1 .3"', np.pi * 0.01 * 0.6),
    "box": ('size=".1 .2 .3"', 8 * 0.006),
}
TETRAHEDRON = '<asset><mesh name="m" vertex="0 0 0  .3 0 0  0 .3 0  0 0 .3"/></asset>'


def model_of(geom: str, asset: str = "") -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(f"<mujoco>{asset}<worldbody><geom {geom}/></worldbody></mujoco>")


def volume(mesh: Mesh) -> float:
    """What closed triangles hold, by the divergence theorem: the sum of a·(b × c) / 6."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float(np.sum(a * np.cross(b, c)) / 6.0)


@pytest.mark.parametrize("kind", sorted(SHAPES))
def test_a_shape_has_its_extent_and_its_volume(kind: str) -> None:
    size, wanted = SHAPES[kind]
    model = model_of(f'type="{kind}" {size}')
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mesh = shape_mesh(model, 0, REACH)
    assert mesh is not None
    low, high = shapes.extent(model, data, [0])
    assert mesh.points.max(axis=0) == pytest.approx(high, rel=0.05)
    assert mesh.points.min(axis=0) == pytest.approx(low, rel=0.05)
    assert volume(mesh) == pytest.approx(wanted, rel=0.07)  # flat faces lie inside what is round


def test_a_mesh_of_the_model() -> None:
    mesh = shape_mesh(model_of('type="mesh" mesh="m"', TETRAHEDRON), 0, REACH)
    assert mesh is not None and len(mesh.triangles) == 4
    assert volume(mesh) == pytest.approx(0.3**3 / 6, rel=1e-4)


def test_a_floor_is_as_wide_as_it_is_asked_to_be() -> None:
    mesh = shape_mesh(model_of('type="plane" size="0 0 .1"'), 0, REACH)
    assert mesh is not None
    assert mesh.points[:, :2].min(axis=0).tolist() == [-1.0, -2.0] and mesh.points[:, :2].max() == 4.0
    assert mesh.normals.tolist() == [[0.0, 0.0, 1.0]] * 4


def test_joining_keeps_triangles_apart() -> None:
    box = shape_mesh(model_of('type="box" size=".1 .1 .1"'), 0, REACH)
    assert box is not None
    both = joined([box, box.placed(np.array([1.0, 0.0, 0.0]), np.array([1.0, 0.0, 0.0, 0.0]))])
    assert volume(both) == pytest.approx(2 * volume(box))
    assert both.points[both.triangles[:12]].max() == pytest.approx(0.1)
