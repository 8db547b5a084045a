from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.bvh import read_bvh, write_bvh

ZYX = "Zrotation Yrotation Xrotation"


def written(folder: Path, text: str) -> Path:
    path = folder / "a.bvh"
    path.write_text(text)
    return path


def test_axes_and_units(tmp_path: Path, bvh_text: str) -> None:
    clip = read_bvh(written(tmp_path, bvh_text % (ZYX, "0 0 0")), unit=0.01, rest="no")
    assert (clip.frames, clip.rate, clip.seconds) == (2, 2.0, 0.5)
    assert clip.skeleton.names == ("Hips", "Arm", "Arm.end")
    # X left, Y up, Z forward in the file; x forward, y left, z up here.
    assert np.allclose(clip.root[1], [0.03, 0.01, 0.02])
    assert np.allclose(clip.world[1][0, 1], [0, 0, 0.1])
    assert np.allclose(clip.world[1][0, 2], [0.05, 0, 0.1])


@pytest.mark.parametrize(
    ("order", "values", "tip"),
    [
        (ZYX, "90 0 0", (0.0, 0.0, 5.0)),  # about the file's Z, along which the tip lies
        (ZYX, "0 90 0", (5.0, 0.0, 0.0)),  # Y turns Z into X
        (ZYX, "0 0 90", (0.0, -5.0, 0.0)),  # X turns Z into -Y
        (ZYX, "90 90 0", (0.0, 5.0, 0.0)),  # Rz·Ry: Z to X, then X to Y
        ("Yrotation Zrotation Xrotation", "90 90 0", (5.0, 0.0, 0.0)),  # Ry·Rz: Z stays, then Z to X
        ("Xrotation Yrotation Zrotation", "90 90 0", (5.0, 0.0, 0.0)),  # Rx·Ry: Z to X, which X leaves
    ],
)
def test_the_order_of_channels_is_the_order_of_rotations(
    tmp_path: Path, bvh_text: str, order: str, values: str, tip: tuple[float, float, float]
) -> None:
    clip = read_bvh(written(tmp_path, bvh_text % (order, values)), unit=1.0, rest="no")
    found = clip.world[1][1, 2] - clip.world[1][1, 1]
    assert np.allclose(found[[1, 2, 0]], tip, atol=1e-9)


def test_an_added_rest_pose_is_dropped_and_used(tmp_path: Path, bvh_text: str) -> None:
    text = (bvh_text % (ZYX, "10 20 30")).replace("0 0 0 0 0 0 0 0 0\n", "0 0 0 0 0 0 0 0 90\n")
    text = text.replace("1 2 3 0 0 0", "0 0 0 5 6 7")
    clip = read_bvh(written(tmp_path, text), unit=1.0)
    assert clip.frames == 1
    assert np.allclose(clip.skeleton.offsets[2][[1, 2, 0]], [0, -5, 0])  # as it lies in the rest pose
    plain = read_bvh(written(tmp_path, text), unit=1.0, rest="no")
    assert np.allclose(clip.world[1][0], plain.world[1][1])


def test_a_first_frame_that_is_only_still_is_kept(tmp_path: Path, bvh_text: str) -> None:
    text = (bvh_text % (ZYX, "1 2 3")).replace("1 2 3 0 0 0", "0 0 0 .5 .6 .7")
    assert read_bvh(written(tmp_path, text), unit=1.0).frames == 2
    moved = (bvh_text % (ZYX, "10 20 30")).replace("1 2 3 0 0 0", "1 2 3 5 6 7")
    assert read_bvh(written(tmp_path, moved), unit=1.0).frames == 2


def test_round_trip(tmp_path: Path, bvh_text: str) -> None:
    first = read_bvh(written(tmp_path, bvh_text % (ZYX, "10 -20 130")), unit=0.15, rest="no")
    write_bvh(first, tmp_path / "b.bvh")
    second = read_bvh(tmp_path / "b.bvh", rest="no")
    assert second.skeleton.names == first.skeleton.names
    assert np.allclose(second.world[1], first.world[1], atol=1e-7)
    assert np.allclose(rot.to_matrix(second.world[0]), rot.to_matrix(first.world[0]), atol=1e-7)
    assert second.rate == pytest.approx(first.rate)


@pytest.mark.parametrize(
    ("change", "says", "line"),
    [
        (("0 0 0 0 0 0 0 0 0\n1 2 3", "0 0 0 0 0 0 0 0 0\n1 2"), "needs 9 numbers, and here are 8", 20),
        (("\n1 2 3 0 0 0 0 0 0", ""), "ends where frame 1 of 2", 19),
        (("Frames: 2", "Frames: 0"), "no frames", 17),
        (("Frame Time: 0.5", "Frame Time: 0"), "frame time of 0 s", 18),
        (("Frame Time: 0.5", "Frame Time: nan"), "not a finite number", 18),
        (("1 2 3", "1 nan 3"), "not a finite number", 20),
        (("1 2 3", "1 x 3"), "is no number", 20),
        (
            ("Zrotation Yrotation Xrotation\n\t\tEnd", "Zrotation Yrotation Wrotation\n\t\tEnd"),
            "wrotation",
            9,
        ),
        (("HIERARCHY", "HELLO"), "'HIERARCHY' should stand here", 1),
        (("OFFSET 0 10 0", "OFFSET 0 10"), "OFFSET needs 3 numbers", 8),
        (("JOINT Arm", "JOINT Hips"), "two joints 'Hips'", 6),
        (("CHANNELS 3", "CHANNELS 4"), "says 4 and names 3", 9),
    ],
)
def test_bad_files_name_the_line_and_the_reason(
    tmp_path: Path, bvh_text: str, change: tuple[str, str], says: str, line: int
) -> None:
    good = bvh_text % (ZYX, "0 0 0")
    assert change[0] in good
    with pytest.raises(FootfallError, match=re.escape(says)) as problem:
        read_bvh(written(tmp_path, good.replace(*change)))
    assert problem.value.where.endswith(f"a.bvh:{line}")


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.bvh", tmp_path):
        with pytest.raises(FootfallError):
            read_bvh(path)


def test_a_capture_has_a_unit_a_rest_pose_and_a_person_s_height(mocap: Path) -> None:
    clip = read_bvh(mocap / "cmu_bvh" / "143_25.bvh")
    assert (clip.frames, round(clip.rate)) == (165, 30)
    assert 1.2 < np.ptp(clip.world[1][0, :, 2]) < 1.8
    leg = clip.skeleton.offsets[clip.joint("LeftLeg")]
    assert abs(leg[1]) < 0.01 < -leg[2]  # straight down in the rest pose
