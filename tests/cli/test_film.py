"""`footfall film`: parts of a recording as film and as strip, from every camera."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from footfall import Sim
from footfall.cli.main import main

pytestmark = pytest.mark.sim


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as leaving:
        main(["film", *words])
    return int(leaving.value.code or 0)


def test_films_and_strips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    rec = tmp_path / "walk.npz"
    Sim("simbicon/walk").run(2).save(rec)
    short = ("--from", "0.5", "--to", "0.9", "--rate", "5", "--size", "160x90")
    for camera in ("follow", "fixed", "turntable"):
        gif = tmp_path / f"{camera}.gif"
        assert run(str(rec), str(gif), "--camera", camera, *short) == 0
        with Image.open(gif) as film:
            assert film.size == (160, 90)
    phase = Sim("simbicon/walk").programs[0].phase_names[0]
    for words in (("--from", "0.5", "--to", "1", "--every", "0.25"), ("--phase", phase, "--every", "0.2")):
        assert run(str(rec), str(tmp_path / "s.png"), *words) == 0
    assert run(str(rec), str(tmp_path / "s.png"), "--phase", "nowhere") == 2
    assert run(str(rec), str(tmp_path / "s.gif"), "--camera", "drone") == 2
    assert run(str(rec), str(tmp_path / "s.gif"), "--size", "big") == 2
