"""Objective files."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.learn.objective.file import read_objective

TEXT = """
combine = "worst"
seconds = 6
[[term]]
kind = "speed"
target = 1.0
weight = 10
[[term]]
kind = "track"
file = "walk.npz"
[[scenario]]
push = "3:0.4:0,150"
[[scenario]]
ground = "slope:3"
seconds = 8
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "aim.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_becomes_an_objective(tmp_path: Path) -> None:
    aim = read_objective(written(tmp_path, TEXT))
    assert aim.combine == "worst"
    assert [t.kind for t in aim.terms] == ["upright", "speed", "track"]
    assert aim.terms[2].file == str(tmp_path / "walk.npz")
    assert [s.seconds for s in aim.scenarios] == [6.0, 8.0]


def test_one_plain_scenario_when_there_is_none(tmp_path: Path) -> None:
    aim = read_objective(written(tmp_path, '[[term]]\nkind = "energy"\n'))
    assert len(aim.scenarios) == 1 and aim.scenarios[0].ground == "flat"


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        ("[[term", "not TOML", ""),
        ("", "there is no term", ""),
        ('combine = "best"\n' + TEXT.replace('combine = "worst"', ""), "combine cannot be 'best'", ""),
        ("second = 3\n" + TEXT, "no 'second' here", ""),
        ("term = 3", "term must be a list", ""),
        (TEXT.replace('"speed"', '"sped"'), "no term 'sped'", "term 1"),
        (TEXT.replace("ground", "grund"), "no 'grund'", "scenario 2"),
        (TEXT.replace("seconds = 6", "seconds = 0"), "seconds cannot be 0", ""),
        (TEXT.replace("seconds = 6", "seconds = nan"), "seconds cannot be nan", ""),
        (TEXT.replace("weight = 10", "weight = 1" + "0" * 400), "weight cannot be", "term 1"),
        (TEXT.replace('"speed"', '["speed"]'), "no term", "term 1"),
        (TEXT.replace('"speed"', "3"), "no term '3'", "term 1"),
        (TEXT.replace("seconds = 8", "balls = 3"), "balls takes text", "scenario 2"),
        (
            TEXT.replace("seconds = 8", "ground = []\nsed = 1").replace('ground = "slope:3"', ""),
            "takes text",
            "scenario 2",
        ),
        (TEXT.replace("seconds = 8", "seed = 1e9"), "seed cannot be", "scenario 2"),
        (TEXT.replace("seconds = 8", "set = {a = inf}"), "table of numbers", "scenario 2"),
        ("x = " + "[" * 20_000, "not TOML", ""),
    ],
)
def test_bad_files(tmp_path: Path, text: str, message: str, where: str) -> None:
    with pytest.raises(FootfallError, match=message) as caught:
        read_objective(written(tmp_path, text))
    assert "aim.toml" in caught.value.where and where in caught.value.where and caught.value.help


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="no such file"):
        read_objective(tmp_path / "none.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "aim.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FootfallError, match="UTF-16"):
        read_objective(path)
