from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.motion.clips.library import read_clip

BVH = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n}\nMOTION\n"
BAD = {
    "truncated": (BVH + "Frames: 3\nFrame Time: .1\n0 0 0\n0 0", "needs 3 numbers"),
    "cut short": (BVH + "Frames: 3\nFrame Time: .1\n0 0 0\n", "the file ends where frame 1 of 3"),
    "unknown joints": (BVH + "Frames: 1\nFrame Time: .1\n0 0 0\n", "no joint of the clip moves the trunk"),
    "zero frames": (BVH + "Frames: 0\nFrame Time: .1\n", "no frames"),
    "not a number": (BVH + "Frames: 1\nFrame Time: .1\n0 nan 0\n", "not a finite number"),
    "a rate of 0": (BVH + "Frames: 1\nFrame Time: 0\n0 0 0\n", "a frame time of 0 s"),
    "another file": ("hello\n", "'HIERARCHY' should stand here"),
}


def test_the_list(footfall: Callable[..., Any]) -> None:
    answer = footfall("clip", "list", "--json")
    rows = json.loads(answer.out)["clips"]
    assert (answer.code, len(rows), rows[0]["name"]) == (0, 10, "stand")
    assert "Waves" in footfall("clip", "list").out


def test_show_writes_a_strip_and_a_table(footfall: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    answer = footfall("clip", "show", "wave", "--strip", str(path), "--frames", "2", "--json")
    facts = json.loads(answer.out)
    assert (answer.code, facts["frames"], facts["parts"]["rForearm"]) == (0, 241, "rForearm")
    assert facts["turns"]["rForearm"] > 60 > 10 > facts["turns"]["lFoot"]
    assert path.stat().st_size > 1000


def test_check_says_whether_it_can_be_tracked(footfall: Callable[..., Any]) -> None:
    answer = footfall("clip", "check", "bow", "--json")
    report = json.loads(answer.out)
    assert (answer.code, report["ok"], report["body"], report["stance"]["both"]) == (0, True, "human", 1.0)
    assert footfall("clip", "check", "kick", "--no-balance").code == 1


def test_cut_mirror_loop_and_blend(footfall: Callable[..., Any], tmp_path: Path) -> None:
    one, two, three, four = (str(tmp_path / f"{i}.bvh") for i in range(4))
    assert footfall("clip", "cut", "wave", "--from", "1", "--to", "2", "-o", one).code == 0
    assert read_clip(one).seconds == pytest.approx(1.0)
    assert footfall("clip", "mirror", one, "-o", two).code == 0
    left, right = (
        read_clip(f).world[1][:, read_clip(f).joint(j)] for f, j in ((one, "rForearm"), (two, "lForearm"))
    )
    assert np.allclose(left, right * [1, -1, 1], atol=1e-6)
    assert footfall("clip", "loop", one, "-o", three).code == 0
    assert read_clip(three).seconds == pytest.approx(2.0, abs=0.05)
    answer = footfall("clip", "blend", one, two, "-o", four, "--fade", "0.2", "--json")
    assert json.loads(answer.out)["seconds"] == pytest.approx(1.8, abs=0.05)


@pytest.mark.parametrize("name", BAD)
def test_bad_files_get_one_clear_message(footfall: Callable[..., Any], tmp_path: Path, name: str) -> None:
    text, says = BAD[name]
    path = tmp_path / "bad.bvh"
    path.write_text(text)
    answer = footfall("clip", "check", str(path), "--json")
    assert (answer.code, answer.out) == (2, "")
    assert says in answer.err
    assert answer.err.count("error:") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("clip", "check", "wave", "--body", "planar7"),
        ("clip", "check", "wave", "--kind", "wav"),
        ("clip", "check", "wave", "--filter", "-1"),
        ("clip", "show", "wavy"),
        ("clip", "show", "wave", "--frames", "0"),
        ("clip", "cut", "wave", "--from", "9", "-o", "x.bvh"),
        ("clip", "cut", "wave", "-o", "x.png"),
        ("clip", "loop", "wave", "--fade", "30", "-o", "x.bvh"),
        ("clip", "from", "nothing.npz", "-o", "x.bvh"),
        ("clip", "show", "wave", "--unit", "yard"),
    ],
)
def test_bad_words(footfall: Callable[..., Any], words: tuple[str, ...]) -> None:
    answer = footfall(*words)
    assert (answer.code, answer.out) == (2, "")
    assert "help:" in answer.err


@pytest.mark.sim
def test_a_recording_becomes_a_clip(footfall: Callable[..., Any], tmp_path: Path) -> None:
    from footfall import Sim

    rec = Sim("simbicon/walk3d").run(1.0)
    rec.save(tmp_path / "walk.npz")
    answer = footfall(
        "clip", "from", str(tmp_path / "walk.npz"), "-o", str(tmp_path / "walk.bvh"), "--rate", "50"
    )
    assert answer.code == 0
    clip = read_clip(tmp_path / "walk.bvh")
    assert clip.rate == pytest.approx(50.0)
    row = int(np.argmin(np.abs(rec.time - rec.time[0] - 0.2)))  # frame 10
    assert np.allclose(clip.root[10], rec.qpos[row, :3], atol=1e-4)
    model = rec.model()
    data = mujoco.MjData(model)
    data.qpos[:] = rec.qpos[row]
    mujoco.mj_kinematics(model, data)
    ankle = data.xpos[model.body("lFoot").id]
    assert np.allclose(clip.world[1][10, clip.joint("lFoot")], ankle, atol=1e-4)
