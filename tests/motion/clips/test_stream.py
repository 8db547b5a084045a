"""Poses as lines, and their times."""

from __future__ import annotations

import json

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips.bvh import BvhHead
from footfall.motion.clips.clip import Clip
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.stream import Pace, arrivals, read_head, read_pose, stream_lines

RATE = 60.0


@pytest.fixture(scope="module")
def sent() -> tuple[Clip, BvhHead, list[str]]:
    clip = read_clip("wave")
    head, frames = stream_lines(clip, RATE)
    return clip, read_head(iter(head), "test"), frames


def test_a_line_is_the_pose_of_its_frame(sent: tuple[Clip, BvhHead, list[str]]) -> None:
    clip, head, frames = sent
    pose = read_pose(frames[60], head, 60)
    wanted = clip.world[1][round(clip.rate)]
    assert pose.time is None
    for name in ("rForearm", "head", "lFoot"):
        there = pose.clip.world[1][0, pose.clip.joint(name)]
        assert there == pytest.approx(wanted[clip.joint(name)], abs=1e-4)


def test_json_says_when(sent: tuple[Clip, BvhHead, list[str]]) -> None:
    _, head, frames = sent
    line = json.dumps({"time": 0.25, "frame": [float(x) for x in frames[3].split()]})
    pose = read_pose(line, head, 3)
    assert pose.time == 0.25
    assert pose.clip.rotations == pytest.approx(read_pose(frames[3], head, 3).clip.rotations)


@pytest.mark.parametrize("line", ["1 2 3", "{", '{"time": 1}', "a b c", '{"frame": ["x"]}'])
def test_what_is_no_pose(sent: tuple[Clip, BvhHead, list[str]], line: str) -> None:
    with pytest.raises(FootfallError, match="frame 7"):
        read_pose(line, sent[1], 7)


def test_a_head_that_ends_too_soon() -> None:
    with pytest.raises(FootfallError, match="ends before"):
        read_head(iter(["HIERARCHY", "ROOT Hips"]), "test")
    with pytest.raises(FootfallError, match="nothing"):
        read_head(iter([]), "test")


def test_pace_evens_out_late_lines_and_sees_lost_ones() -> None:
    pace, found, wanted = Pace(1.0 / RATE), [], []
    for i, when in arrivals(300, RATE, jitter=0.01, lost=0.1, seed=3):
        found.append(pace.time(when))
        wanted.append(i / RATE)
    off = np.array(found) - np.array(wanted)
    assert np.ptp(off[20:]) < 0.01  # s: less than the jitter itself
    assert np.all(np.diff(found) > 0.0)


def test_the_first_line_is_never_lost() -> None:
    come = arrivals(100, RATE, jitter=0.0, lost=1.0, seed=0)
    assert come == [(0, 0.0)]
