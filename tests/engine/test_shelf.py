"""SAVE and LOAD: only .sav files of the script's own folder, never through links, and only on a real run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from footfall.engine.shelf import Shelf
from footfall.errors import FootfallError
from footfall.script import compile_skill, compile_text
from footfall.script.program import Unit

TEXT = "SKILL a()\nPHASE x\n  POSE lKnee(.1);\n"


def unit(folder: Path) -> Unit:
    return compile_text(TEXT, name=str(folder / "a.skill"), path=str(folder / "a.skill")).units[0]


def test_what_is_saved_is_found_again_and_in_a_file(tmp_path: Path) -> None:
    shelf = Shelf("files", None)
    shelf.save(unit(tmp_path), "x.sav", "one")
    assert (tmp_path / "x.sav").read_text() == "one"
    (tmp_path / "x.sav").write_text("two")
    assert shelf.load(unit(tmp_path), "x.sav") == "one"  # a run goes by what it knows
    assert Shelf("files", None).load(unit(tmp_path), "x.sav") == "two"


def test_memory_writes_nothing(tmp_path: Path) -> None:
    shelf = Shelf("memory", None)
    shelf.save(unit(tmp_path), "x.sav", "one")
    assert shelf.load(unit(tmp_path), "x.sav") == "one" and os.listdir(tmp_path) == []


def test_a_file_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "x.sav").write_text("one")
    shelf = Shelf("memory", None)
    assert shelf.load(unit(tmp_path), "x.sav") == "one"
    (tmp_path / "x.sav").write_text("two")
    assert shelf.load(unit(tmp_path), "x.sav") == "one" and list(shelf.read.values()) == ["one"]


def test_given_states_stand_instead_of_files(tmp_path: Path) -> None:
    (tmp_path / "x.sav").write_text("mine")
    first = Shelf("memory", None)
    first.load(unit(tmp_path), "x.sav")
    assert Shelf("memory", first.read).load(unit(tmp_path), "x.sav") == "mine"
    with pytest.raises(FootfallError, match="no such saved state"):
        Shelf("memory", {}).load(unit(tmp_path), "x.sav")


@pytest.mark.parametrize("name", ["a.skill", "a", ".bashrc", "a.sav.txt", "a.SAV"])
def test_only_saved_states_are_written(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("old")
    for mode in ("files", "memory"):
        with pytest.raises(FootfallError, match="no name for a saved state"):
            Shelf(mode, None).save(unit(tmp_path), name, "new")
    assert (tmp_path / name).read_text() == "old"


@pytest.mark.parametrize("name", ["/tmp/x.sav", "../x.sav", "a/../../x.sav", "", "a\nb.sav", "a\0.sav"])
def test_nothing_outside_the_folder(name: str, tmp_path: Path) -> None:
    for act in (
        lambda: Shelf("files", None).save(unit(tmp_path), name, "new"),
        lambda: Shelf("files", None).load(unit(tmp_path), name),
    ):
        with pytest.raises(FootfallError):
            act()


def test_nothing_through_links(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (outside / "x.sav").write_text("theirs")
    (project / "x.sav").symlink_to(outside / "x.sav")
    (project / "new.sav").symlink_to(outside / "new.sav")
    (project / "folder").symlink_to(outside)
    for name in ("x.sav", "new.sav", "folder/x.sav", "folder/y.sav"):
        with pytest.raises(FootfallError, match="link"):
            Shelf("files", None).save(unit(project), name, "mine")
        with pytest.raises(FootfallError, match="link"):
            Shelf("files", None).load(unit(project), name)
    assert (outside / "x.sav").read_text() == "theirs" and os.listdir(outside) == ["x.sav"]


def test_a_project_that_is_reached_by_a_link_is_a_project(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    Shelf("files", None).save(unit(tmp_path / "link"), "x.sav", "mine")
    assert (tmp_path / "real" / "x.sav").read_text() == "mine"


def test_a_pipe_is_no_saved_state(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.sav")
    with pytest.raises(FootfallError, match="a pipe"):
        Shelf("files", None).load(unit(tmp_path), "x.sav")


def test_a_script_of_the_library_saves_into_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Shelf("files", None).save(compile_skill("simbicon/walk").units[0], "x.sav", "mine")
    assert os.listdir(tmp_path) == ["x.sav"]
