from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips.amc import read_amc
from footfall.motion.clips.bvh import read_bvh

ASF = """:version 1.10
:units
  mass 1.0
  length 0.5
  angle deg
:root
   order TX TY TZ RX RY RZ
   axis XYZ
:bonedata
  begin
     id 1
     name thigh
     direction 0 -1 0
     length 2
     axis 0 0 0 XYZ
    dof rx ry rz
  end
  begin
     id 2
     name shank
     direction 0 0 1
     length 1
     axis 0 0 90 XYZ
    dof rx
  end
:hierarchy
  begin
    root thigh
    thigh shank
  end
"""
FRAME = "root 1 2 3 0 0 0\nthigh %s\nshank %s\n"
AMC = ":FULLY-SPECIFIED\n:DEGREES\n1\n" + FRAME % ("0 0 0", "0") + "2\n" + FRAME
UNIT = 0.0254 / 0.5
PAIRS = {"87_03": "backflip", "93_04": "charleston1", "05_11": "pirouette", "11_01": "11_01"}
BELOW = {
    "Hips": "root",
    "LeftUpLeg": "lfemur",
    "LeftLeg": "ltibia",
    "LeftFoot": "lfoot",
    "LeftToeBase": "ltoes",
    "RightUpLeg": "rfemur",
    "RightLeg": "rtibia",
    "RightFoot": "rfoot",
    "RightToeBase": "rtoes",
    "Spine": "upperback",
    "Spine1": "thorax",
}
ABOVE = {
    "Neck1": "upperneck",
    "Head": "head",
    "LeftArm": "lhumerus",
    "LeftForeArm": "lradius",
    "LeftHand": "lwrist",
    "RightArm": "rhumerus",
    "RightForeArm": "rradius",
    "RightHand": "rwrist",
}


def written(folder: Path, thigh: str = "0 0 0", shank: str = "0", asf: str = ASF, amc: str = AMC) -> Path:
    (folder / "a.asf").write_text(asf)
    path = folder / "a_01.amc"
    path.write_text(amc % (thigh, shank) if "%" in amc else amc)
    return path


def bones(folder: Path, thigh: str, shank: str) -> tuple[np.ndarray, np.ndarray]:
    """Both bones of the second frame, in the file's axes and units."""
    clip = read_amc(written(folder, thigh, shank))
    places = clip.world[1][1][:, [1, 2, 0]] / UNIT
    return places[2] - places[1], places[3] - places[2]


def test_units_rate_and_places(tmp_path: Path) -> None:
    clip = read_amc(written(tmp_path))
    assert (clip.frames, clip.rate) == (2, 120.0)
    assert clip.skeleton.names == ("root", "thigh", "shank", "shank.end")
    assert np.allclose(clip.root[0], np.array([3, 1, 2]) * UNIT)


def test_angles_turn_about_fixed_axes_x_first(tmp_path: Path) -> None:
    thigh, _ = bones(tmp_path, "90 90 0", "0")
    assert np.allclose(thigh, [-2, 0, 0])  # x turns -y into -z, then y turns -z into -x
    thigh, _ = bones(tmp_path, "0 0 90", "0")
    assert np.allclose(thigh, [2, 0, 0])


def test_a_bone_turns_about_its_own_axes(tmp_path: Path) -> None:
    _, shank = bones(tmp_path, "0 0 0", "90")
    assert np.allclose(shank, [1, 0, 0])  # its x is the file's y: it turns z into x


@pytest.mark.parametrize(
    ("amc", "says"),
    [
        (AMC.replace("shank %s\n", "foot 1\n") % "0 0 0", "no bone 'foot'"),
        (AMC.replace("shank %s\n", "") % "0 0 0", "frame 2 lacks the bone 'shank'"),
        (AMC % ("0 0", "0"), "needs 3 numbers, and here are 2"),
        (AMC % ("0 nan 0", "0"), "not a finite number"),
        (":DEGREES\n", "no frames"),
        ("root 1 2 3 0 0 0\n", "before the first frame"),
    ],
)
def test_bad_motions(tmp_path: Path, amc: str, says: str) -> None:
    with pytest.raises(FootfallError, match=says) as problem:
        read_amc(written(tmp_path, amc=amc))
    assert re.search(r"a_01\.amc:\d+$", problem.value.where)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("thigh shank\n", "thigh shin\n", "bone 'shin' that has no data"),
        ("    thigh shank\n", "", "'shank' hangs on nothing"),
        ("axis 0 0 90 XYZ", "axis 0 0 90 XXZ", "order of axes"),
        ("length 0.5", "length 0", "unit of length"),
        ("dof rx\n", "dof rq\n", "'rq' is not known"),
    ],
)
def test_bad_skeletons(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in ASF
    with pytest.raises(FootfallError, match=says):
        read_amc(written(tmp_path, asf=ASF.replace(old, new)))


def test_without_a_skeleton(tmp_path: Path) -> None:
    path = written(tmp_path)
    (tmp_path / "a.asf").unlink()
    with pytest.raises(FootfallError, match="needs the .asf file"):
        read_amc(path)


@pytest.mark.parametrize(("take", "twin"), PAIRS.items())
def test_the_same_take_in_two_files(mocap: Path, take: str, twin: str) -> None:
    bvh, amc = read_bvh(mocap / "cmu_bvh" / f"{take}.bvh"), read_amc(mocap / "cmu_asfamc" / f"{twin}.amc")
    assert bvh.frames == amc.frames
    a, b = bvh.world[1], amc.world[1]
    for one, other in BELOW.items():
        assert np.abs(a[:, bvh.joint(one)] - b[:, amc.joint(other)]).max() < 1e-4
    # The conversion to BVH has lost the length of the thorax: what is above it is compared from there.
    top = b[:, amc.joint("lowerneck")]
    for one, other in ABOVE.items():
        seen = a[:, bvh.joint(one)] - a[:, bvh.joint("Spine1")]
        assert np.abs(seen - (b[:, amc.joint(other)] - top)).max() < 1e-4
