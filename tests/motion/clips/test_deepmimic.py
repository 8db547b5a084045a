from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips.deepmimic import read_deepmimic

STILL = [0.05, 1.0, 0.9, -2.0] + [1.0, 0, 0, 0] + [1.0, 0, 0, 0] * 2
STILL += ([1.0, 0, 0, 0, 0, 1.0, 0, 0, 0] + [1.0, 0, 0, 0, 0]) * 2


def written(folder: Path, frames: Any, loop: str = "wrap") -> Path:
    path = folder / "a.json"
    path.write_text(json.dumps({"Loop": loop, "Frames": frames}))
    return path


def test_a_still_figure(tmp_path: Path) -> None:
    clip = read_deepmimic(written(tmp_path, [STILL, STILL, STILL]))
    assert (clip.frames, clip.loop) == (3, True)
    assert clip.rate == pytest.approx(20.0)
    places = clip.world[1][0]
    assert np.allclose(clip.root[0], [1.0, 2.0, 0.9])  # x forward, y up, z right in the file
    left, right = places[clip.joint("left_hip")], places[clip.joint("right_hip")]
    assert left[1] > right[1]
    assert places[clip.joint("left_ankle")][2] == pytest.approx(0.9 - 0.831416)


def test_knees_and_elbows_bend_the_right_way(tmp_path: Path) -> None:
    bent = list(STILL)
    bent[20], bent[29] = -1.0, 1.0  # right knee, right elbow
    places = (clip := read_deepmimic(written(tmp_path, [bent]))).world[1][0]
    knee, ankle = places[clip.joint("right_knee")], places[clip.joint("right_ankle")]
    elbow, wrist = places[clip.joint("right_elbow")], places[clip.joint("right_wrist.end")]
    assert ankle[0] < knee[0]
    assert wrist[0] > elbow[0]


@pytest.mark.parametrize(
    ("frames", "says"),
    [
        ([], "no frames"),
        ([STILL[:40]], "frame 0 has 40 numbers, not 44"),
        ([STILL, [*STILL[:-1], float("nan")]], "frame 1 has a value that is no finite number"),
        ([[0.0, *STILL[1:]], STILL], "a frame time of 0 s"),
        ("x", "no list 'Frames'"),
    ],
)
def test_bad_files(tmp_path: Path, frames: Any, says: str) -> None:
    with pytest.raises(FootfallError, match=says):
        read_deepmimic(written(tmp_path, frames))


def test_a_file_that_is_cut_short_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"Loop": "wrap",\n"Frames": [[0.1, 2.0')
    with pytest.raises(FootfallError, match="this is not JSON") as problem:
        read_deepmimic(path)
    assert problem.value.where.endswith("a.json:2")


def test_real_ones(mocap: Path) -> None:
    walk = read_deepmimic(mocap / "deepmimic" / "humanoid3d_walk.txt")
    assert walk.loop
    feet = walk.world[1][:, [walk.joint("left_ankle"), walk.joint("right_ankle")], 2]
    assert -0.02 < feet.min() < 0.1
    assert walk.root[-1, 0] - walk.root[0, 0] > 0.8  # it walks forwards
