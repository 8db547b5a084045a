"""PARAMS: parameters that belong together, declared once, taken and handed on whole."""

from __future__ import annotations

import pytest

from footfall.learn.free import free_numbers
from footfall.script import DictLoader, Program, check, compile_text
from footfall.script.rewrite import rewrite
from footfall.script.stored import program_data, program_from
from footfall.script.syntax.format import format_text

GAIT = """\
SKILL gait(speed = 1, style.*)
PARAMS style(knee = .1~.1<0,1>, bend = 0)

PHASE x
  POSE lKnee(knee), rKnee(bend * speed);
"""
WALK = """\
SKILL walk(style.*, bend = .3, speed = 2)

PHASE go
  DO gait(speed = 2 * speed, style.*);
"""
LOADER = DictLoader({"gait": GAIT, "walk": WALK, "odd": "SKILL odd()\nPARAMS style(knee = 5)\nPHASE x\n"})


def compiled(text: str = WALK) -> Program:
    return compile_text(text, loader=LOADER)


def codes(text: str) -> list[str]:
    return [d.code for d in check(text, loader=LOADER)]


def parameters(program: Program, unit: int = 0) -> dict[str, float]:
    return {p.name: float(program.params[p.slot]) for p in program.units[unit].parameters}


def test_a_skill_takes_the_members_where_the_group_stands_but_for_those_it_names() -> None:
    program = compiled()
    assert parameters(program) == {"knee": 0.1, "bend": 0.3, "speed": 2.0}
    assert list(parameters(program)) == ["knee", "bend", "speed"]
    assert parameters(program, 1) == {"speed": 1.0, "knee": 0.1, "bend": 0.0}


def test_a_call_hands_on_all_members_by_their_names() -> None:
    program = compiled()
    inputs = program.input_offset
    assert program.call_args[1:].tolist() == [inputs, inputs + 1]


def test_a_member_that_a_call_names_is_that_value() -> None:
    text = "SKILL a(style.*)\nPHASE go\n  DO gait(style.*, knee = .5 * knee);\n"
    program = compiled(text)
    assert codes(text) == []
    assert program.call_args[1] == program.code[-1, 1] and program.call_args[2] == program.input_offset + 1


def test_a_let_of_the_name_is_handed_on_too() -> None:
    text = "SKILL a(b = 1)\nLET knee = 2 * b;\nPHASE go\n  LET bend = b - knee;\n  DO gait(style.*);\n"
    program = compiled(text)
    assert codes(text) == []
    assert program.call_args[1:].tolist() == [program.let_offset, program.let_offset + 1]


def test_a_group_is_known_through_several_calls() -> None:
    program = compiled("SKILL stroll(style.*, speed = .5)\nPHASE go\n  DO walk(style.*);\n")
    assert list(parameters(program)) == ["knee", "bend", "speed"]


def test_a_member_has_one_number_wherever_it_is_taken() -> None:
    program = compiled()
    (free,) = free_numbers(program)
    assert free.name == "knee" and program.slots[free.slot].span.unit == 1
    params = program.params.copy()
    params[free.slot] = 0.25
    assert "knee = 0.25~.1<0,1>" in rewrite(GAIT, 1, program, params)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SKILL a(stile.*)\nPHASE x\n  DO gait();\n", "E076"),
        (
            "SKILL a(style.*)\nPHASE x\n  DO gait(style.*);\n  TO y WHEN time > 1;\nPHASE y\n  DO odd();\n",
            "E076",
        ),
        ("SKILL a()\nPARAMS b(c = 1)\nPARAMS b(d = 1)\nPHASE x\n", "E076"),
        ("SKILL a()\nPARAMS b(c = 1)\nPARAMS d(b.*)\nPHASE x\n", "E076"),
        ("SKILL a()\nPHASE x\n  DO gait(style.*);\n", "E077"),
        ("SKILL a(b.*)\nPARAMS b(c = 1)\nPHASE x\n  DO gait(b.*);\n", "E077"),
        ("SKILL a(style.*)\nPHASE x\n  DO gait();\n", "W007"),
        ("SKILL a()\nPARAMS b(c = lKnee)\nPHASE x\n", "E029"),
        ("SKILL a()\nPARAMS b(c = 1, c = 2)\nPHASE x\n", "E028"),
        ("SKILL a(b.*)\nPARAMS b(" + ", ".join(f"c{i} = 1" for i in range(200)) + ")\nPHASE x\n", ""),
        (
            "SKILL a(d = 1, b.*)\nPARAMS b(" + ", ".join(f"c{i} = 1" for i in range(200)) + ")\nPHASE x\n",
            "E071",
        ),
    ],
)
def test_what_a_group_cannot_be(text: str, code: str) -> None:
    found = codes(text)
    assert code in found if code else "E071" not in found


def test_a_skill_that_cannot_be_found_is_the_only_mistake() -> None:
    assert codes("SKILL a(style.*)\nPHASE x\n  DO nothing(style.*);\n  POSE lKnee(knee);\n") == ["E060"]


def test_calls_that_hand_on_too_much_are_refused() -> None:
    members = ", ".join(f"c{i} = 1" for i in range(190))
    phases = "".join(f"PHASE x{i}\n  DO big(b.*);\n  TO end WHEN complete;\n" for i in range(120))
    big = DictLoader({"big": f"SKILL big(b.*)\nPARAMS b({members})\nPHASE x\n  POSE lKnee(c1);\n"})
    found = check(f"SKILL a(b.*)\n{phases}", loader=big)
    assert "E071" in [d.code for d in found]


def test_its_layout_is_canonical() -> None:
    assert format_text(WALK) == WALK and format_text(GAIT) == GAIT
    assert format_text(WALK.replace("style.*", "style . *")) == WALK


def test_a_stored_program_is_the_same() -> None:
    program = compiled()
    again = program_from(program_data(program))
    assert again.units == program.units and (again.call_args == program.call_args).all()
