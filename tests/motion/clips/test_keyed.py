from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips.clip import KINDS
from footfall.motion.clips.keyed import eased, keyed_clip, read_keys
from footfall.motion.clips.library import clip_doc, clip_names, read_clip

BOW = """## Bows.
kind bow
at 0
at 1     # a remark
  pelvis back .1 lean 20
  shoulders pitch -30 roll 10
at 1.5
at 2 rest
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.clip"
    path.write_text(text)
    return path


def test_what_a_text_says(tmp_path: Path) -> None:
    keys = read_keys(written(tmp_path, BOW))
    assert (keys.doc, keys.kind, keys.loop) == ("Bows.", "bow", False)
    assert np.allclose(keys.times, [0, 1, 1.5, 2])
    assert np.allclose(keys.values["pelvis.0"], [0, -0.1, -0.1, 0])
    assert np.allclose(np.degrees(keys.values["pelvis.3"]), [0, 20, 20, 0])
    assert np.allclose(keys.values["rShoulder.roll"], keys.values["lShoulder.roll"])


def test_feet_stay_on_the_ground_while_the_pelvis_moves(tmp_path: Path) -> None:
    clip = keyed_clip(written(tmp_path, BOW))
    assert (clip.name, clip.kind, clip.seconds) == ("mine", "bow", 2.0)
    ankles = clip.world[1][:, [clip.joint("lFoot"), clip.joint("rFoot")]]
    assert np.abs(ankles - ankles[0]).max() < 1e-6
    assert np.allclose(ankles[..., 2], 0.053)
    assert clip.root[60, 0] == pytest.approx(clip.root[0, 0] - 0.1)


def test_curves_go_through_their_keys_and_not_beyond() -> None:
    times, values = np.array([0.0, 1.0, 2.0, 4.0, 5.0]), np.array([0.0, 1.0, 3.0, 3.0, 0.0])
    fine = eased(times, values, np.linspace(0, 5, 501))
    assert np.allclose(fine[[0, 100, 200, 400, 500]], values)
    assert fine.min() >= 0.0 and fine.max() <= 3.0 + 1e-9
    assert np.allclose(fine[200:401], 3.0)


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("pelvis back", "pelvs back", "'pelvs' is not known", 5),
        ("back .1", "back x", "'x' is no number", 5),
        ("back .1", "beck .1", "'beck' is not known of 'pelvis'", 5),
        ("pitch -30 roll", "pitch -30 tilt", "'tilt' is not known of 'lShoulder'", 6),
        ("lean 20", "lean", "needs words with numbers", 5),
        ("at 1.5", "at .5", "a key at 0.5 s", 7),
        ("at 0\n", "at 1\n", "a key at 1 s", 3),
        ("at 2 rest", "at 2 west", "'west' is not known", 8),
        ("kind bow", "kind beau", "the kind 'beau'", 2),
        ("at 0\n", "", "a key at 1 s", 3),
        (BOW[BOW.index("at 1 ") :], "", "at least two keys", 3),
        ("at 2 rest", "at 1e9", "a key at 1e+09 s", 8),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path: Path, old: str, new: str, says: str, line: int) -> None:
    assert old in BOW
    with pytest.raises(FootfallError, match=re.escape(says)) as problem:
        keyed_clip(written(tmp_path, BOW.replace(old, new, 1)))
    assert problem.value.where.endswith(f"mine.clip:{line}")


def test_there_is_a_clip_of_every_kind() -> None:
    assert clip_names() == list(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_the_clips_that_come_along(name: str) -> None:
    clip = read_clip(name)
    assert (clip.name, clip.kind, clip.loop) == (name, name, True)
    assert 2.0 < clip.seconds < 10.0
    assert np.allclose(clip.rotations[0], clip.rotations[-1])  # the end is the beginning
    assert clip_doc(name).endswith(".")
    heights = clip.world[1][:, [clip.joint("lFoot"), clip.joint("rFoot")], 2]
    assert heights.min() == pytest.approx(0.053, abs=2e-3)


@pytest.mark.parametrize("name", ["dancing", "a.fbx", "nowhere.bvh"])
def test_clips_that_are_not_there(name: str) -> None:
    with pytest.raises(FootfallError):
        read_clip(name)
