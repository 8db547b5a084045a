from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RIGHT = "SKILL a()\n\nPHASE x\n  POSE lKnee(1);\n"
ODD = "SKILL a(b = 1)\n\nPHASE x\n  POSE lKnee(1);\n"
WRONG = "SKILL a()\n\nPHASE x\n  POSE lKne(1);\n  DO helper();\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "right.skill").write_text(RIGHT)
    (tmp_path / "deep" / "odd.skill").write_text(ODD)
    (tmp_path / "notes.txt").write_text("not a script")
    return tmp_path


def test_warnings_alone_exit_with_0(footfall: Callable[..., Any], folder: Path) -> None:
    answer = footfall("check", str(folder))
    assert answer.code == 0
    assert "warning[W007]" in answer.out and "odd.skill:1:9" in answer.out
    assert answer.out.endswith("2 files: 0 errors, 1 warning\n")


def test_errors_exit_with_2(footfall: Callable[..., Any], folder: Path) -> None:
    (folder / "wrong.skill").write_text(WRONG)
    answer = footfall("check", str(folder))
    assert answer.code == 2
    assert "error[E040]" in answer.out and "error[E060]" in answer.out
    assert answer.out.endswith("3 files: 2 errors, 1 warning\n")


def test_json_is_one_object(footfall: Callable[..., Any], folder: Path) -> None:
    (folder / "wrong.skill").write_text(WRONG)
    answer = footfall("check", "--json", str(folder))
    found = json.loads(answer.out)
    assert answer.code == 2
    assert (found["ok"], found["errors"], found["warnings"]) == (False, 2, 1)
    (wrong,) = (f for f in found["files"] if f["file"].endswith("wrong.skill"))
    first = wrong["diagnostics"][0]
    assert (first["code"], first["line"], first["column"]) == ("E040", 4, 8)
    assert first["edit"]["text"] == "lKnee"


def test_a_finding_in_a_called_skill_is_told_once(footfall: Callable[..., Any], folder: Path) -> None:
    (folder / "helper.skill").write_text(ODD)
    (folder / "right.skill").write_text("SKILL a()\n\nPHASE x\n  DO helper();\n")
    assert footfall("check", str(folder)).out.count("helper.skill:1:9") == 1


def test_skills_of_the_library_and_unreadable_files(footfall: Callable[..., Any], tmp_path: Path) -> None:
    assert footfall("check", "simbicon/walk").out == "1 file: 0 errors, 0 warnings\n"
    (tmp_path / "empty.skill").write_text("")
    answer = footfall("check", str(tmp_path / "empty.skill"), str(tmp_path / "none.skill"))
    assert answer.code == 2
    assert "the file is empty" in answer.out and "there is no such file" in answer.out
    found = json.loads(footfall("check", "--json", str(tmp_path / "none.skill")).out)
    assert found["files"][0]["diagnostics"][0]["message"] == "there is no such file"


def test_a_folder_without_scripts_is_an_error(footfall: Callable[..., Any], tmp_path: Path) -> None:
    answer = footfall("check", str(tmp_path))
    assert answer.code == 2 and "no script in this folder" in answer.err
