"""Coaching from end to end, on a body that only leans."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.learn.budget import Budget
from footfall.learn.coach.coach import PROOF, coach
from footfall.learn.coach.words import find_word
from footfall.script import compile_text

SCRIPT = """SKILL lean(tuck = .4~.2<0,2>)
BODY planar7
FALL time < 0
GOAL time >= 0

PHASE only
  POSE lKnee(tuck), rKnee(tuck);
"""


@pytest.mark.sim
def test_words_change_numbers_and_are_measured(tmp_path: Path) -> None:
    (tmp_path / "lean.skill").write_text(SCRIPT)
    words = [find_word("tuck more"), find_word("lower")]
    found = coach(str(tmp_path / "lean.skill"), words, budget=Budget(6, None), length=0.2, workers=1)
    ((name, before, after),) = found.numbers
    assert (name, before) == ("tuck", 0.4) and after >= 0.6  # pushed by two stds, half of that is kept
    assert compile_text(found.text).params[0] == pytest.approx(after)
    assert list(found.before) == list(found.after) == ["lower"]
    assert found.goals == (PROOF, PROOF) and found.evaluations >= 6
