"""Outlines enclose what MuJoCo has, and the figure is told from the ground."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.motion import shapes

KINDS = {
    "sphere": ('type="sphere" size=".2"', (0.2, 0.2, 0.2)),
    "capsule": ('type="capsule" size=".1 .3"', (0.1, 0.1, 0.4)),
    "cylinder": ('type="cylinder" size=".1 .3"', (0.1, 0.1, 0.3)),
    "box": ('type="box" size=".1 .2 .3"', (0.1, 0.2, 0.3)),
    "ellipsoid": ('type="ellipsoid" size=".1 .2 .3"', (0.1, 0.2, 0.3)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_extent(kind: str) -> None:
    text, half = KINDS[kind]
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><worldbody><body pos="1 2 3"><freejoint/><geom {text}/></body></worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    low, high = shapes.extent(model, data, [0])
    np.testing.assert_allclose((high - low) / 2, half, rtol=0.04)
    np.testing.assert_allclose((high + low) / 2, [1, 2, 3], atol=1e-9)


def test_figure_and_ground_are_told_apart(make_walk: Any) -> None:
    model = make_walk().model()
    figure, ground = shapes.figure_geoms(model, "pelvis"), shapes.ground_geoms(model)
    assert len(ground) == 1 and shapes.is_plane(model, ground[0])
    assert sorted(figure + ground) == list(range(model.ngeom))
    assert len(shapes.figure_geoms(model, "lThigh")) == 3


def test_colour_is_the_materials_unless_the_geom_has_its_own() -> None:
    model = mujoco.MjModel.from_xml_string(
        """<mujoco><asset><material name="m" rgba="1 0 0 1"/></asset><worldbody>
        <geom size="1" material="m"/><geom size="1" material="m" rgba="0 1 0 1"/></worldbody></mujoco>"""
    )
    assert shapes.colour(model, 0).tolist() == [1, 0, 0, 1]
    assert shapes.colour(model, 1).tolist() == [0, 1, 0, 1]
