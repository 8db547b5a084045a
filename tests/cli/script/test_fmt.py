from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MESSY = "SKILL a()\nPHASE x\nPOSE lKnee( 1 );"
NEAT = "SKILL a()\n\nPHASE x\n  POSE lKnee(1);\n"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "a.skill"
    path.write_text(MESSY)
    return path


def test_a_file_is_formatted_in_place(footfall: Callable[..., Any], script: Path) -> None:
    script.chmod(0o640)
    answer = footfall("fmt", str(script))
    assert answer.code == 0 and script.read_text() == NEAT
    assert stat.S_IMODE(script.stat().st_mode) == 0o640
    assert [p.name for p in script.parent.iterdir()] == ["a.skill"]
    assert footfall("fmt", str(script)).out == "1 checked, 0 changed\n"


def test_check_writes_nothing_and_exits_with_1(footfall: Callable[..., Any], script: Path) -> None:
    answer = footfall("fmt", "--check", str(script.parent))
    assert answer.code == 1 and script.read_text() == MESSY
    assert "would change" in answer.out
    script.write_text(NEAT)
    assert footfall("fmt", "--check", str(script)).code == 0


def test_diff_shows_the_change(footfall: Callable[..., Any], script: Path) -> None:
    answer = footfall("fmt", "--diff", str(script))
    assert answer.code == 0 and script.read_text() == MESSY
    assert "-POSE lKnee( 1 );" in answer.out and "+  POSE lKnee(1);" in answer.out


def test_a_broken_script_is_left_alone(footfall: Callable[..., Any], script: Path) -> None:
    script.write_text("SKILL a() PHASE x POSE (")
    answer = footfall("fmt", str(script))
    assert answer.code == 2 and "error[E0" in answer.err
    assert script.read_text() == "SKILL a() PHASE x POSE ("


@pytest.mark.parametrize("name", ["old.t", "old.s", "notes.txt"])
def test_other_files_are_refused(footfall: Callable[..., Any], tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("BEGINSCRIPT a(void)")
    answer = footfall("fmt", str(tmp_path / name))
    assert answer.code == 2 and ".skill" in answer.err


def test_a_missing_file_and_an_empty_folder(footfall: Callable[..., Any], tmp_path: Path) -> None:
    assert "there is no such file" in footfall("fmt", str(tmp_path / "none.skill")).err
    assert "no .skill file" in footfall("fmt", str(tmp_path)).err


def test_a_folder_that_a_link_leads_to_is_left_alone(footfall: Callable[..., Any], script: Path) -> None:
    away = script.parent.parent / "way"
    away.symlink_to(script.parent, target_is_directory=True)
    answer = footfall("fmt", str(away))
    assert answer.code == 2 and "link" in answer.err
    assert script.read_text() == MESSY
