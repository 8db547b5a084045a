from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.errors import FootfallError

pytestmark = pytest.mark.sim


@pytest.mark.parametrize("kind", ["human", "planar17-classic", "crate", "two", "bumps"])
def test_the_scene_reloads_and_its_keyframes_replay(
    kind: str, record: Callable[[str], Any], places: Callable[..., Any], tmp_path: Path
) -> None:
    rec = record(kind)
    rec.export(tmp_path / "a.xml", rate=1.0 / rec.time[2])
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "a.xml"))
    data = mujoco.MjData(model)
    rows = np.arange(0, len(rec.time), 2)
    wanted = places(rec, rows)
    assert model.nkey == len(rows) >= 20
    for key, row in enumerate(rows):
        mujoco.mj_resetDataKeyframe(model, data, key)
        mujoco.mj_kinematics(model, data)
        assert data.time == pytest.approx(rec.time[row], abs=1e-8)
        assert data.qvel == pytest.approx(rec.qvel[row], abs=1e-6)
        for name, at in wanted.items():
            assert np.abs(data.body(name).xpos - at[key]).max() < 1e-3, name


def test_in_place_the_root_has_no_speed_over_ground(record: Callable[[str], Any], tmp_path: Path) -> None:
    for kind, columns in (("human", [0, 1]), ("planar7", [0])):
        record(kind).export(tmp_path / "a.xml", in_place=True)
        model = mujoco.MjModel.from_xml_path(str(tmp_path / "a.xml"))
        assert np.all(model.key_qvel[:, columns] == 0.0) and np.ptp(model.key_qvel[:, 2]) > 0.0
        assert np.ptp(model.key_qpos[:, columns], axis=0).max() == 0.0


def test_a_scene_that_needs_other_files_is_refused(record: Callable[[str], Any], tmp_path: Path) -> None:
    rec = record("human")
    needy = '<asset><mesh name="m" file="no.obj"/></asset><worldbody>'
    with pytest.raises(FootfallError, match="one MJCF file") as caught:
        replace(rec, model_xml=rec.model_xml.replace("<worldbody>", needy, 1)).export(tmp_path / "a.xml")
    assert caught.value.help and list(tmp_path.iterdir()) == []
