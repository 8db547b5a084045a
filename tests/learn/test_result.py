"""The folder of a search."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.learn import result
from footfall.learn.job import Bundle
from footfall.learn.settings import Settings

pytestmark = pytest.mark.sim
SETTINGS = Settings("cma", "serial", 3, 0.5, None, 20, None, None, None)


def test_the_hash_sees_every_bit() -> None:
    assert result.vector_hash((1.0, 2.0)) == result.vector_hash((1.0, 2.0))
    assert result.vector_hash((1.0, 2.0)) != result.vector_hash((1.0, float(np.nextafter(2.0, 3.0))))


def test_inputs_come_back(bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    made = bundle()
    result.write_inputs(tmp_path, made, SETTINGS, "walk", "text")
    rescored, settings = result.read_inputs(tmp_path)
    assert rescored == made and settings == SETTINGS


def test_called_scripts_that_changed_are_written_beside(
    bundle: Callable[..., Bundle], tmp_path: Path
) -> None:
    (tmp_path / "bend.skill").write_text(
        "SKILL bend(knee = 0.2)\nPHASE low\n POSE lKnee(knee), rKnee(.1~.1<0,1>);\n"
    )
    root = tmp_path / "root.skill"
    root.write_text("SKILL root()\nBODY planar7\nPHASE only\n DO bend(0.3~0.1<0,1>);\n")
    made = bundle(str(root), scenarios=[{"seconds": 0.2}])
    out = tmp_path / "out"
    best = result.write_best(result.new_folder(out), made, (1.0, 2.0))
    assert "bend(0.4~0.1<0,1>)" in best.read_text()
    assert "rKnee(0.3~.1<0,1>)" in (out / "bend.skill").read_text()
    rows = list(csv.DictReader((out / "numbers.csv").open()))
    assert [row["after"] for row in rows] == ["0.4", "0.3"]


def test_unchanged_callees_are_not_written(bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    assert list(result.best_texts(bundle(), (0.0, 1.0))) == ["simbicon/walk"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("simbicon/walk", "simbicon/walk.skill"),
        ("/home/me/gait.skill", "gait.skill"),
        ("../gait.skill", "gait.skill"),
        ("run.s", "run.s"),
    ],
)
def test_names_of_copies_stay_in_the_folder(name: str, file: str) -> None:
    assert result._file_name(name) == file


def test_a_file_in_the_way(bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    (tmp_path / "search.json").mkdir()
    with pytest.raises(FootfallError, match="cannot write"):
        result.write_inputs(tmp_path, bundle(), SETTINGS, "walk", "")


def test_a_bundle_that_is_a_pipe_is_not_waited_for(bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    result.write_inputs(tmp_path, bundle(), SETTINGS, "walk", "text")
    (tmp_path / result.BUNDLE).unlink()
    os.mkfifo(tmp_path / result.BUNDLE)
    with pytest.raises(FootfallError, match="a pipe, not a file"):
        result.read_inputs(tmp_path)
