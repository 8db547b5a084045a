"""What is written is where the recording has it, within a millimetre."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.body import body_names
from footfall.motion.clips.bvh import read_bvh as read_clip
from footfall.motion.export.rig import RIGS
from footfall.motion.export.take import UNITS
from tests.motion.export.readers import Glb, read_bvh

pytestmark = pytest.mark.sim

ROWS = np.arange(0, 75, 2)  # frames fall on every other row of the log: nothing is interpolated
RATE = 125.0  # of those, frames a second
MOST = 1e-3  # m


@pytest.mark.parametrize("kind", [*body_names(), "crate"])
def test_joints_are_where_the_recording_has_them(
    kind: str, record: Callable[[str], Any], places: Callable[..., Any], tmp_path: Path
) -> None:
    rec = record(kind)
    bvh, glb = tmp_path / "a.bvh", tmp_path / "a.glb"
    rec.export(bvh, glb, rate=1.0 / rec.time[2], unit="m")
    rows = np.arange(0, len(rec.time), 2)
    wanted = places(rec, rows)
    assert len(rows) >= 20
    joints, step = read_bvh(bvh)
    assert step == pytest.approx(rec.time[2], abs=1e-8)
    time, nodes = Glb(glb.read_bytes()).positions()
    assert time == pytest.approx(rec.time[rows], abs=1e-6)
    things = {"crate"} if kind == "crate" else set()
    wanted = {"crate" if "crate" in name else name: at for name, at in wanted.items()}
    assert set(joints) | things == set(nodes) == set(wanted)
    for name, at in wanted.items():
        assert np.abs(nodes[name] - at).max() < MOST, name
        assert name in things or np.abs(joints[name] - at).max() < MOST, name


@pytest.mark.parametrize("unit", sorted(UNITS))
def test_our_own_reader_of_clips_has_them_there_too(
    unit: str, record: Callable[[str], Any], places: Callable[..., Any], tmp_path: Path
) -> None:
    rec = record("human")
    rec.export(tmp_path / "a.bvh", rate=RATE, unit=unit)
    clip = read_clip(tmp_path / "a.bvh", unit=1.0 / UNITS[unit], rest="no")
    assert (clip.frames, clip.rate) == (len(ROWS), pytest.approx(RATE))
    for name, at in places(rec, ROWS).items():
        assert np.abs(clip.world[1][:, clip.skeleton.names.index(name)] - at).max() < MOST, name


@pytest.mark.parametrize("rig", sorted(RIGS))
def test_a_rig_changes_names_and_rest_but_no_place(
    rig: str, record: Callable[[str], Any], places: Callable[..., Any], tmp_path: Path
) -> None:
    rec = record("human-spine")
    bvh, glb = tmp_path / "a.bvh", tmp_path / "a.glb"
    rec.export(bvh, glb, rate=RATE, rig=rig)
    wanted = np.array(list(places(rec, ROWS).values()))
    joints, _ = read_bvh(bvh)
    _, nodes = Glb(glb.read_bytes()).positions()
    assert np.abs(np.array(list(nodes.values())) - wanted).max() < MOST
    in_order = np.array([joints[name] for name in nodes])  # both name them alike
    assert np.abs(in_order / 100.0 - wanted).max() < MOST


def test_two_characters_share_a_glb_and_have_a_bvh_each(
    record: Callable[[str], Any], places: Callable[..., Any], tmp_path: Path
) -> None:
    rec = record("two")
    written = rec.export(tmp_path / "a.bvh", tmp_path / "a.glb", rate=RATE, unit="m")
    assert [one.path.name for one in written] == ["a-actor0.bvh", "a-actor1.bvh", "a.glb"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a-actor0.bvh", "a-actor1.bvh", "a.glb"]
    wanted = places(rec, ROWS)
    _, nodes = Glb((tmp_path / "a.glb").read_bytes()).positions()
    assert set(nodes) == set(wanted)
    for k in (0, 1):
        joints, _ = read_bvh(tmp_path / f"a-actor{k}.bvh")
        for name, at in joints.items():
            assert np.abs(at - wanted[f"actor{k}/{name}"]).max() < MOST
            assert np.abs(nodes[f"actor{k}/{name}"] - wanted[f"actor{k}/{name}"]).max() < MOST
