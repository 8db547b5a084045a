"""Names of bones; bodies whose joints are not at their frames' origins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.errors import FootfallError
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.parts import find_parts
from footfall.motion.export import export
from footfall.motion.export.bvh import bvh_text
from footfall.motion.export.rig import RIGS, Skeleton, find_rig, skeleton
from footfall.motion.export.take import Cut
from tests.motion.export.readers import read_bvh

OFF_CENTRE = """<mujoco><worldbody><body name="torso"><freejoint/><geom size=".1"/>
<body name="lThigh" pos="0 .1 0"><joint name="hip" pos="0 0 .2" axis="0 1 0"/><geom size=".1" pos="0 0 -.2"/>
<body name="lShank" pos="0 0 -.4"><joint name="knee" type="{kind}" axis="1 0 .2" pos="0 0 .1"/>
<geom size=".1"/></body></body></body></worldbody></mujoco>"""


def bones_of(record: Callable[[str], Any], kind: str, rig: str) -> Skeleton:
    return skeleton(record(kind).model(), load_body(kind), "", RIGS[rig])


@pytest.mark.sim
@pytest.mark.parametrize(
    ("rig", "some"),
    [
        ("plain", {"pelvis", "lowerBack", "torso", "lThigh", "rToes"}),
        ("mixamo", {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:RightToeBase"}),
        ("unity", {"Hips", "Spine", "Chest", "Head", "LeftUpperLeg", "RightLowerArm", "LeftToes"}),
        ("unreal", {"pelvis", "spine_01", "spine_02", "thigh_l", "calf_r", "ball_l", "lowerarm_r"}),
    ],
)
def test_names(record: Callable[[str], Any], rig: str, some: set[str]) -> None:
    bones = bones_of(record, "human-spine", rig)
    assert some <= set(bones.names) and len(set(bones.names)) == len(bones.names) == 16


@pytest.mark.sim
@pytest.mark.parametrize("rig", RIGS)
def test_what_is_written_can_be_read_back(record: Callable[[str], Any], rig: str, tmp_path: Path) -> None:
    """Every rig's names are known to the reader of clips, and mean the same bones."""
    path = tmp_path / "there.bvh"
    export(record("human"), [path], Cut(rig=rig))
    clip = read_clip(str(path))
    joints = find_parts(clip).joints
    plain = dict(
        zip(bones_of(record, "human", rig).names, bones_of(record, "human", "plain").names, strict=True)
    )
    links = {"pelvis": "pelvis", "trunk": "torso", "head": "head"}
    for part, link in (("Thigh", "Thigh"), ("Shin", "Shank"), ("Foot", "Foot"), ("Toes", "Toes")):
        links |= {side + part: side + link for side in "lr"}
    for part, link in (("Arm", "UpperArm"), ("Forearm", "Forearm")):
        links |= {side + part: side + link for side in "lr"}
    assert {part: plain[clip.skeleton.names[joints[part]]] for part in links} == links


@pytest.mark.sim
def test_a_body_without_a_pelvis_of_its_own_keeps_one_name_for_its_trunk(
    record: Callable[[str], Any],
) -> None:
    names = bones_of(record, "planar7", "unity").names
    assert names[0] == "Hips" and "LeftLowerLeg" in names and "Spine" not in names


def test_an_unknown_rig_offers_the_nearest() -> None:
    with pytest.raises(FootfallError) as caught:
        find_rig("unitee")
    assert "unity" in caught.value.help


@pytest.mark.parametrize("kind", ["hinge", "slide"])
def test_joints_off_their_frames_and_joints_that_slide(kind: str, tmp_path: Any) -> None:
    model = mujoco.MjModel.from_xml_string(OFF_CENTRE.format(kind=kind))
    data = mujoco.MjData(model)
    bones = skeleton(model, load_body("planar7"), "", RIGS["plain"])  # its root is called torso too
    at, turns, wanted = [], [], []
    for k in range(20):
        data.qpos[:3], data.qpos[7:] = [0.1 * k, 0.0, 1.0], [0.1 * k, -0.05 * k]
        mujoco.mj_kinematics(model, data)
        at.append(np.array(data.xpos))
        turns.append(np.array(data.xquat))
        wanted.append([data.xpos[1], data.xanchor[1], data.xanchor[2] if kind == "hinge" else data.xpos[3]])
        wanted[-1] = np.array(wanted[-1])
    (tmp_path / "a.bvh").write_text(bvh_text(bones, np.array(at), np.array(turns), 0.01, 1.0))
    joints, _ = read_bvh(tmp_path / "a.bvh")
    found = np.stack([joints[name] for name in ("torso", "lThigh", "lShank")], axis=1)
    assert np.abs(found - np.array(wanted)).max() < 1e-3
    assert bones.sliding(bones.local(np.array(at), np.array(turns))[0]) == [False, False, kind == "slide"]
