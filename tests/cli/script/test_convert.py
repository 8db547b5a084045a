from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CALLED = """\
BEGINSCRIPT bend(angle)
PHASE 0
    ACTIONS
        POSE lKnee(angle);
    ENDACTIONS
    TRANSITION to(-1).after(time .1);
ENDPHASE
ENDSCRIPT
"""
ROOT = """\
SCRIPTS bend.t;
BEGINSCRIPT root(void)
PHASE 0
    > bend.t(.5);
    TRANSITION to(-1).after(time 1);
    TRANSITION to(-1).after(complete);
ENDPHASE
ENDSCRIPT
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "bend.t").write_text(CALLED)
    (folder / "twice.s").write_text(ROOT)
    return folder / "twice.s"


def test_the_script_and_what_it_calls_are_written(
    footfall: Callable[..., Any], old: Path, tmp_path: Path
) -> None:
    new = tmp_path / "once.skill"
    answer = footfall("convert", str(old), "-o", str(new))
    assert answer.code == 0 and answer.err == ""
    assert f"wrote {new}  (was twice.s)" in answer.out and f"wrote {tmp_path / 'bend.skill'}" in answer.out
    assert f"{old}:5: 'time' never fires" in answer.out
    assert "SKILL once()" in new.read_text() and "DO bend(.5);" in new.read_text()
    assert footfall("check", str(new)).out == "1 file: 0 errors, 0 warnings\n"


def test_json(footfall: Callable[..., Any], old: Path, tmp_path: Path) -> None:
    answer = footfall("convert", str(old), "-o", str(tmp_path / "once.skill"), "--json")
    told = json.loads(answer.out)
    assert told["ok"] and [Path(f["file"]).name for f in told["files"]] == ["once.skill", "bend.skill"]
    assert [Path(f["old"]).name for f in told["files"]] == ["twice.s", "bend.t"]
    assert told["notes"][0]["line"] == 5 and "never fires" in told["notes"][0]["message"]


def test_beside_the_old_one_without_a_name(footfall: Callable[..., Any], old: Path) -> None:
    assert footfall("convert", str(old)).code == 0
    assert sorted(p.name for p in old.parent.iterdir()) == ["bend.skill", "bend.t", "twice.s", "twice.skill"]


def test_nothing_is_overwritten_unless_forced(footfall: Callable[..., Any], old: Path) -> None:
    mine = old.with_name("bend.skill")
    mine.write_text("SKILL mine()\nPHASE x\n")
    answer = footfall("convert", str(old))
    assert answer.code == 2 and "would overwrite bend.skill" in answer.err and "--force" in answer.err
    assert "mine" in mine.read_text() and not old.with_suffix(".skill").exists()
    assert footfall("convert", str(old), "--force").code == 0
    assert "mine" not in mine.read_text()
    assert footfall("convert", str(old)).code == 0  # the same again changes nothing


def test_a_script_of_the_library_is_written_here(
    footfall: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert footfall("convert", "classic/walk.s").code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["simbicon.skill", "walk.skill"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("simbicon/walk",), "not a classic script"),
        (("old.s", "-o", "new.txt"), "ends in .skill"),
        (("none.s", "-o", "new.skill"), "there is no such file"),
    ],
)
def test_bad_arguments(footfall: Callable[..., Any], arguments: tuple[str, ...], told: str) -> None:
    answer = footfall("convert", *arguments)
    assert answer.code == 2 and told in answer.err


def test_a_folder_that_is_not_there(footfall: Callable[..., Any], old: Path, tmp_path: Path) -> None:
    answer = footfall("convert", str(old), "-o", str(tmp_path / "none" / "new.skill"))
    assert answer.code == 2 and "cannot be written" in answer.err


def test_a_broken_script(footfall: Callable[..., Any], old: Path) -> None:
    old.write_text(ROOT.replace("complete", "completed"))
    answer = footfall("convert", str(old))
    assert answer.code == 2 and "error[E116]" in answer.err
    assert not old.with_suffix(".skill").exists()
