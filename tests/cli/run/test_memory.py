"""`run --learn`: the table is written, found again, and refused when the script has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.script import find_skill

pytestmark = pytest.mark.sim

SKILL = "simbicon/walk-learning"


def test_a_table_is_saved_beside_the_script_and_found_again(
    footfall: Callable[..., Any], tmp_path: Path
) -> None:
    script = tmp_path / "mine.skill"
    script.write_text(find_skill(SKILL).text)
    answer = footfall("run", str(script), "--seconds", "2", "--learn")
    assert answer.code == 0 and (tmp_path / "mine.ff.npz").is_file(), answer.err
    assert "mine.ff.npz" in answer.out.replace("\n", "")
    again = footfall("run", str(script), "--seconds", "1", "--set", "rate=0", "--set", "kp=200")
    assert "begins with the torque learned" in again.err
    script.write_text(script.read_text().replace("swKnee(1.1)", "swKnee(1.15)"))
    changed = footfall("run", str(script), "--seconds", "1")
    assert changed.code == 0 and "not used" in changed.err


def test_a_file_of_ones_own_choice_and_its_replay(footfall: Callable[..., Any], tmp_path: Path) -> None:
    table, saved = str(tmp_path / "t.ff.npz"), str(tmp_path / "r.npz")
    assert footfall("run", SKILL, "--seconds", "2", "--learn", "--learned", table).code == 0
    answer = footfall("run", SKILL, "--seconds", "1", "--learned", table, "--save", saved)
    assert answer.code == 0 and "begins with" in answer.err
    assert footfall("replay", saved).code == 0


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["simbicon/walk", "--learn"], "learns nothing"),
        ([SKILL, "--learned", "nowhere.ff.npz"], "no such file"),
        ([SKILL, "--learn", "--seeds", "2"], "one run"),
        ([SKILL, "--learn", "--learned", "table.txt"], ".npz"),
    ],
)
def test_bad_input(
    footfall: Callable[..., Any],
    arguments: list[str],
    word: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = footfall("run", *arguments, "--seconds", "1")
    assert answer.code == 2 and word in answer.err and not list(tmp_path.iterdir())
