"""SET: a value that is kept from the tick on at which a condition first holds."""

from __future__ import annotations

from footfall.script import check, compile_text
from footfall.script.program import Op
from footfall.script.syntax.format import format_text

TEXT = """\
SKILL a(far = 30 deg)
LET air = not contact lFoot and not contact rFoot;
SET off = trunk.turned WHEN air;
SET flipped = 1 WHEN lasting(air) > .2 and trunk.turned - off > far;
FALL flipped and com.height < .3
GOAL flipped

PHASE x
  POSE lHip(off);
  TO end WHEN flipped and time > 1;
"""


def codes(text: str) -> list[str]:
    return [d.code for d in check(text)]


def test_a_set_is_known_in_rules_phases_conditions_and_in_sets_below() -> None:
    assert codes(TEXT) == []
    assert format_text(TEXT) == TEXT


def test_its_condition_is_worked_out_in_one_place_and_read_in_the_others() -> None:
    program = compile_text(TEXT)
    first, last = program.units[0].sets
    watched = program.code[first:last, 0].tolist()
    assert watched.count(Op.LASTED) == 1
    keeps = program.code[first:last][program.code[first:last, 0] == Op.LATCH]
    assert (keeps[:, 3] >= 0).all() and len(set(keeps[:, 2].tolist())) == 2  # two counters each of their own
    outside = program.code[:first]
    assert Op.LASTED not in outside[:, 0]
    assert (outside[outside[:, 0] == Op.LATCH, 3] == -1).all()
    assert program.n_counters == 5


def test_it_is_a_condition_when_it_is_set_to_one() -> None:
    assert codes("SKILL a()\nSET n = 2 WHEN com.x > 1;\nGOAL n\nPHASE x\n TO end WHEN time > 1;") == ["E055"]
    assert codes("SKILL a()\nSET n = 1 WHEN com.x > 1;\nGOAL n\nPHASE x\n TO end WHEN time > 1;") == []
    assert codes("SKILL a()\nSET n = 1 WHEN com.x;\nGOAL n\nPHASE x\n TO end WHEN time > 1;") == ["E055"]


def test_it_stands_at_the_head_and_is_known_from_its_line_on() -> None:
    inside = "SKILL a()\nPHASE x\n SET n = 1 WHEN com.x > 1;\n TO end WHEN n;"
    assert "E023" in codes(inside)
    assert codes("SKILL a()\nSET n = 1 WHEN n > 1;\nPHASE x\n TO end WHEN n;") == ["E074"]
    assert codes("SKILL a()\nSET n = 1;\nPHASE x\n TO end WHEN time > 1;")[0] == "E005"


def test_its_range_holds_what_it_is_before() -> None:
    """A GOAL that could only be false before the condition held is not called impossible."""
    text = "SKILL a()\nSET n = 3 WHEN com.x > 1;\nGOAL n < 1\nPHASE x\n TO end WHEN time > 1;"
    assert codes(text) == []


def test_only_the_trunk_tells_how_far_it_has_turned() -> None:
    head = "SKILL a()\nPHASE x\n"
    assert codes(head + " TO end WHEN abs(trunk.turned) > 700 deg;") == []
    assert codes(head + " TO end WHEN head.turned > 2;") == ["E044"]
