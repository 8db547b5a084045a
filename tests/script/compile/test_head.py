"""The header lines IDLE and LIMIT, and what stands right of an `and`."""

from __future__ import annotations

import pytest

from footfall.script import ScriptError, check, compile_text
from footfall.script.program import Op, Program
from footfall.script.syntax.format import format_text

TEXT = "SKILL a()\nIDLE limp\nLIMIT 250\n\nPHASE x\n  POSE lKnee(1);\n  TO end WHEN {};\n"


def program(condition: str = "time > 1") -> Program:
    return compile_text(TEXT.format(condition))


def test_idle_and_limit() -> None:
    made = program()
    assert made.limp and made.params[made.units[0].torque_limit] == 250
    assert made.slots[made.units[0].torque_limit].label == "LIMIT"
    plain = compile_text(TEXT.format("time > 1").replace("IDLE limp\nLIMIT 250\n", "IDLE rest\n"))
    assert not plain.limp and plain.units[0].torque_limit == -1


def test_they_keep_their_layout() -> None:
    text = TEXT.format("time > 1")
    assert format_text(text) == text


@pytest.mark.parametrize(
    ("line", "told"),
    [("IDLE loose", "expected rest or limp"), ("LIMIT all", "expected a torque"), ("LIMIT", "a torque")],
)
def test_other_words_are_refused(line: str, told: str) -> None:
    with pytest.raises(ScriptError, match=told):
        compile_text(f"SKILL a()\n{line}\nPHASE x\n  TO end WHEN time > 1;\n")


def test_two_limits_are_one_too_many() -> None:
    found = check(TEXT.format("time > 1").replace("LIMIT 250", "LIMIT 250\nLIMIT 300"))
    assert [d.code for d in found] == ["E022"]


def test_kept_feedback() -> None:
    text = "SKILL a()\nPHASE x\n  KEEP POSEFB lAnkle(1, 2).on(lFoot);\n  TO x WHEN time > 1;\n"
    assert compile_text(text).statements[0, 4] == 1


def drawn(condition: str) -> list[int]:
    """The guards of the random numbers of a condition."""
    made = program(condition)
    first, last = made.transitions[0, :2]
    return [a for op, _, a, _ in made.code[first:last].tolist() if op == Op.RANDOM]


def test_random_right_of_an_and_is_guarded_by_its_left() -> None:
    assert drawn("random < .5 and time > 1") == [-1]
    assert drawn("random < .5 or time > 1 or random < .2") == [-1, -1]
    (guard,) = drawn("time > 1 and random < .5")
    assert guard >= 0
    first, second = drawn("time > 1 and random < .5 and random < .2")
    assert 0 <= first != second
