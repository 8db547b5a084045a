from __future__ import annotations

import math
import os
from pathlib import Path

import pytest

from footfall.cli import options
from footfall.errors import FootfallError


@pytest.mark.parametrize("value", [-1.0, 0.0, 36001.0, math.nan, math.inf])
def test_a_number_out_of_range_is_refused_with_an_example(value: float) -> None:
    with pytest.raises(FootfallError) as caught:
        options.number("--seconds", value, above=0, most=36000, unit="s")
    assert caught.value.where == "--seconds"
    assert "--seconds 10" in caught.value.help


def test_the_example_is_itself_legal() -> None:
    with pytest.raises(FootfallError) as caught:
        options.number("--dt", 5.0, above=0, most=0.02)
    assert "--dt 0.001" in caught.value.help


@pytest.mark.parametrize("value", [36000.0, 1e-9])
def test_a_number_in_range_comes_back(value: float) -> None:
    assert options.number("--seconds", value, above=0, most=36000) == value


def test_settings_take_degrees() -> None:
    assert options.settings(["a=1", "b=-180 deg", "c=90deg"]) == {
        "a": 1.0,
        "b": pytest.approx(-math.pi),
        "c": pytest.approx(math.pi / 2),
    }


@pytest.mark.parametrize("text", ["a", "a=", "=1", "a=x", "a=nan", "a=1e400", "a=deg", ""])
def test_malformed_settings_are_refused(text: str) -> None:
    with pytest.raises(FootfallError, match="--set"):
        options.settings([text])


def test_a_name_set_twice_is_refused() -> None:
    with pytest.raises(FootfallError, match="twice"):
        options.settings(["a=1", "a=2"])


def test_checking_an_output_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "walk.png"
    assert options.output("--strip", path) == path
    assert not path.exists()


def test_checking_an_output_leaves_an_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "walk.png"
    path.write_bytes(b"old")
    options.output("--strip", path)
    assert path.read_bytes() == b"old"


def test_no_output_is_fine() -> None:
    assert options.output("--strip", None) is None


@pytest.mark.parametrize(
    ("option", "name"),
    [
        ("--strip", "walk.jpg"),
        ("--strip", "walk"),
        ("--video", "walk.avi"),
        ("--save", "walk.png"),
        ("--plot", "no/such/folder/a.png"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused(tmp_path: Path, option: str, name: str) -> None:
    with pytest.raises(FootfallError) as caught:
        options.output(option, tmp_path / name)
    assert option in caught.value.where
    assert caught.value.help


def test_a_folder_is_no_output(tmp_path: Path) -> None:
    folder = tmp_path / "walk.png"
    folder.mkdir()
    with pytest.raises(FootfallError):
        options.output("--strip", folder)


def test_a_refusal_by_the_system_is_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(options, "open_at_once", refuse)
    with pytest.raises(FootfallError, match="read-only"):
        options.output("--strip", tmp_path / "walk.png")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_no_output(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "walk.png")
    with pytest.raises(FootfallError, match="it is a pipe"):
        options.output("--strip", tmp_path / "walk.png")


def test_two_outputs_may_not_share_a_file(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="same file"):
        options.distinct({"--strip": tmp_path / "a.png", "--plot": tmp_path / "." / "a.png"})
    options.distinct({"--strip": tmp_path / "a.png", "--plot": tmp_path / "b.png", "--save": None})
