"""Films: frames, sizes, all formats, clear words for what cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from footfall.errors import FootfallError
from footfall.motion import video as films
from footfall.motion.video import video


def test_mp4(pushed: Any, tmp_path: Path, renderer: str) -> None:
    path = video(pushed, tmp_path / "walk.mp4", fps=20, size=(161, 121), start=0.9, seconds=0.5)
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(path))
    assert frames == 10 and seconds == pytest.approx(0.5, abs=0.06)
    reader = imageio_ffmpeg.read_frames(str(path))
    facts = next(reader)
    reader.close()
    assert facts["size"] == (160, 120)
    assert facts["codec"] == "h264" and facts["pix_fmt"].startswith("yuv420p")
    assert [p.name for p in tmp_path.iterdir()] == ["walk.mp4"]


def test_gif(make_walk: Any, tmp_path: Path, renderer: str) -> None:
    path = video(make_walk(planar=True), tmp_path / "walk.gif", size=(160, 120), seconds=0.4)
    with Image.open(path) as film:
        assert film.size == (160, 120)
        assert film.n_frames == 10
        assert film.info["duration"] == 40 and film.info["loop"] == 0


@pytest.mark.parametrize("ending", [".webm", ".mov"])
def test_a_film_without_a_background(make_walk: Any, tmp_path: Path, renderer: str, ending: str) -> None:
    path = video(
        make_walk(), tmp_path / f"walk{ending}", fps=10, size=(64, 96), seconds=0.2, transparent=True
    )
    decoder = ["-c:v", "libvpx-vp9"] if ending == ".webm" else []  # ffmpeg's own drops the alpha channel
    reader = imageio_ffmpeg.read_frames(str(path), pix_fmt="rgba", bits_per_pixel=32, input_params=decoder)
    next(reader)
    alpha = np.frombuffer(next(reader), np.uint8).reshape(96, 64, 4)[:, :, 3]
    reader.close()
    assert (alpha[:, :4] < 10).all() and (alpha[-4:] < 10).all()  # no ground, no sky
    assert 0.03 < (alpha > 245).mean() < 0.5  # and a figure that hides what is behind it


def test_only_some_films_can_be_transparent(make_walk: Any, tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="no transparent background"):
        video(make_walk(), tmp_path / "a.mp4", transparent=True)


def test_defaults_suit_the_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "_slow", lambda: False)
    assert films._settings(".mp4", None, None) == (60, (1280, 720))
    assert films._settings(".gif", None, None) == (25, (640, 360))
    monkeypatch.setattr(films, "_slow", lambda: True)
    assert films._settings(".mp4", None, None) == (30, (1280, 720))


@pytest.mark.parametrize(
    "options",
    [{"fps": 0}, {"fps": 1000}, {"size": (4, 4)}, {"start": 99.0}, {"seconds": -1.0}, {"view": "top"}],
)
def test_senseless_options(make_walk: Any, tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(FootfallError):
        video(make_walk(), tmp_path / "a.mp4", **options)
    assert not list(tmp_path.iterdir())


def test_unknown_ending(make_walk: Any, tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="did you mean '.mp4'"):
        video(make_walk(), tmp_path / "a.mp5")


def test_missing_ffmpeg_is_said(make_walk: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise RuntimeError("No ffmpeg exe could be found.")

    monkeypatch.setattr(imageio_ffmpeg, "get_ffmpeg_exe", missing)
    with pytest.raises(FootfallError, match=r"write a \.gif"):
        video(make_walk(), tmp_path / "a.mp4", size=(64, 64), seconds=0.1)
    assert not list(tmp_path.iterdir())


def test_progress_is_shown_on_stderr_only_when_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    frames = list(range(20))
    assert list(films._with_progress(iter(frames), 20, "a.mp4")) == frames
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(films, "PATIENCE", 0.0)
    assert list(films._with_progress(iter(frames), 20, "a.mp4")) == frames
    assert capsys.readouterr() == ("", "")  # a log file wants no bar
    monkeypatch.setenv("FORCE_COLOR", "1")  # what rich takes for a terminal
    assert list(films._with_progress(iter(frames), 20, "a.mp4")) == frames
    out, err = capsys.readouterr()
    assert out == "" and "a.mp4" in err
