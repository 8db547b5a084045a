"""The picture of a body."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from PIL import Image

from footfall.motion import picture


@pytest.mark.parametrize("world", [True, False])
def test_three_views_that_differ(make_walk: Any, tmp_path: Path, renderer: str, world: bool) -> None:
    rec = make_walk(world=world)
    path = picture.body_picture(rec.model(), rec.qpos[30], tmp_path / "body.png", "a body")
    width, height = picture.PANEL
    with Image.open(path) as sheet:
        assert sheet.size == (3 * width, height + picture.HEAD)
        pixels = np.asarray(sheet)[picture.HEAD :].astype(int)
    front, quarter, side = (pixels[:, i * width : (i + 1) * width] for i in range(3))
    assert np.abs(front - side).mean() > 1 and np.abs(quarter - side).mean() > 1


def test_the_body_is_framed_and_not_a_ball_beside_it() -> None:
    model = mujoco.MjModel.from_xml_string(
        """<mujoco><worldbody>
        <body name="ball" pos="100 0 0"><freejoint/><geom size=".1" mass="1"/></body>
        <body name="man" pos="0 0 1"><freejoint/><geom type="capsule" size=".1 .9" mass="70"/></body>
        </worldbody></mujoco>"""
    )
    middle, height = picture._frame(model, model.qpos0)
    assert middle == pytest.approx((0, 0, 1), abs=1e-6)
    assert height == pytest.approx(2.0)
