from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall.body import load_body
from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.bodies import body_clip
from footfall.motion.clips.c3d import Markers, read_c3d, write_c3d
from footfall.motion.clips.edit import cut
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.markers import body_markers, fit_markers
from footfall.motion.clips.retarget import retarget
from footfall.motion.clips.settings import Settings

RATE = 20.0


@pytest.fixture(scope="module")
def figure() -> Figure:
    return Figure(load_body("human"))


@pytest.fixture(scope="module")
def kick(figure: Figure) -> np.ndarray:
    """Rows of positions."""
    return retarget(cut(read_clip("kick"), 0.6, 2.0), figure.body, Settings(rate=RATE)).qpos


def test_round_trip(tmp_path: Path) -> None:
    points = np.random.default_rng(2).normal(size=(7, 3, 3))
    points[2, 1] = np.nan
    write_c3d(Markers("a", ("LASI", "x", "RTOE"), 100.0, points), tmp_path / "a.c3d")
    back = read_c3d(tmp_path / "a.c3d")
    assert (back.labels, back.rate) == (("LASI", "x", "RTOE"), 100.0)
    assert np.allclose(back.points, points, atol=1e-6, equal_nan=True)


def test_whole_numbers_and_a_subject_s_name(tmp_path: Path) -> None:
    """As older systems write them: 16 bits with a scale."""
    write_c3d(Markers("a", ("Ann:LASI",), 50.0, np.ones((2, 1, 3))), tmp_path / "a.c3d")
    data = bytearray((tmp_path / "a.c3d").read_bytes())
    data[12:16] = np.float32(0.5).tobytes()
    data[1024:] = np.array([[2000, 2000, 4000, 0], [2000, 2000, 4000, -1]], dtype="<i2").tobytes()
    (tmp_path / "a.c3d").write_bytes(data)
    back = read_c3d(tmp_path / "a.c3d")
    assert back.labels == ("LASI",)
    assert np.allclose(back.points[0, 0], [1.0, 1.0, 2.0])
    assert np.isnan(back.points[1]).all()


@pytest.mark.parametrize("size", [0, 100, 600, 1030])
def test_files_that_are_cut_short(tmp_path: Path, size: int) -> None:
    write_c3d(Markers("a", ("LASI",), 50.0, np.ones((9, 1, 3))), tmp_path / "a.c3d")
    (tmp_path / "b.c3d").write_bytes((tmp_path / "a.c3d").read_bytes()[:size])
    with pytest.raises(FootfallError):
        read_c3d(tmp_path / "b.c3d")


def test_the_pose_comes_back_from_the_markers(figure: Figure, kick: np.ndarray, tmp_path: Path) -> None:
    write_c3d(body_markers(figure, kick, RATE, "kick"), tmp_path / "kick.c3d")
    clip = read_clip(tmp_path / "kick.c3d")
    wanted = body_clip(figure.body, figure.model, kick, RATE, "kick")
    assert np.abs(clip.world[1] - wanted.world[1])[:, : len(figure.body.links)].max() < 0.01
    turned = rot.to_vector(rot.multiply(rot.inverse(wanted.world[0]), clip.world[0]))
    shanks = [clip.joint("lShin"), clip.joint("rShin"), clip.joint("rForearm")]
    assert np.linalg.norm(turned[:, shanks], axis=2).max() < 0.05


def test_a_larger_person_who_faces_elsewhere(figure: Figure, kick: np.ndarray) -> None:
    markers = body_markers(figure, kick[:4], RATE, "kick")
    turn = rot.about(np.array([0, 0, 1.0]), np.array(2.5))
    points = rot.rotate(turn, markers.points * 1.15) + [3.0, -2.0, 0.0]
    points[2, 5] = np.nan
    clip = fit_markers(replace(markers, points=points))
    plain = fit_markers(markers)
    knees = [c.rotations[:, c.joint("rShin")] for c in (clip, plain)]
    assert np.linalg.norm(rot.to_vector(rot.multiply(rot.inverse(knees[0]), knees[1])), axis=1).max() < 0.05


def test_unknown_labels(figure: Figure, kick: np.ndarray) -> None:
    markers = body_markers(figure, kick[:2], RATE, "kick")
    with pytest.raises(FootfallError, match="0 of 39 markers are known"):
        fit_markers(replace(markers, labels=tuple(f"m{i}" for i in range(39))))
    hidden = np.array(markers.points)
    hidden[0, 5:] = np.nan
    with pytest.raises(FootfallError, match="the first frame shows 5"):
        fit_markers(replace(markers, points=hidden))
