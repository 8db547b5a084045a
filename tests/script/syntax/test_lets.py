"""LET: a value with a name, worked out where it is used and once in each place."""

from __future__ import annotations

import pytest

from footfall.learn.free import free_numbers
from footfall.script import ScriptError, check, compile_text
from footfall.script.program import Op
from footfall.script.rewrite import rewrite
from footfall.script.stored import program_data, program_from
from footfall.script.syntax.format import format_text

TEXT = """\
SKILL a(speed = .5)
LET fast = abs(speed) / 3~1<1,9>;
LET quick = fast > .1 and speed < 3;
FALL com.height < .1 * fast

PHASE x LASTS fast + .3
  LET bent = fast * curve(0: 0, 1: 20 deg);
  POSE lKnee(bent), rKnee(bent);
  TO y WHEN quick and phi >= 1;

PHASE y
  LET bent = 2 * fast;
  POSE lKnee(bent), rKnee(fast);
  TO end WHEN not quick;
"""


def codes(text: str) -> list[str]:
    return [d.code for d in check(text)]


def test_a_let_is_known_at_the_head_in_phases_in_rules_and_in_conditions() -> None:
    assert codes(TEXT) == []


def test_it_is_worked_out_once_in_each_stretch_of_code() -> None:
    program = compile_text(TEXT)
    first, last = program.phases[0, 2:4]
    assert program.code[first:last, 0].tolist().count(Op.ABS) == 1
    assert [let.name for let in program.lets] == ["fast", "quick", "bent", "bent"]
    assert [let.phase for let in program.lets] == [-1, -1, 0, 1]


def test_what_is_worked_out_twice_in_an_expression_is_worked_out_once() -> None:
    program = compile_text("SKILL a(b = 1) PHASE x POSE lKnee(sin(b) + 2 * sin(b)), rKnee(sin(b));")
    assert program.code[:, 0].tolist().count(Op.SIN) == 1


def test_ramps_and_random_numbers_are_never_shared() -> None:
    text = "SKILL a(b = 1) PHASE x POSE lKnee(ramp(b, b, b) + random), rKnee(ramp(b, b, b) + random);"
    ops = compile_text(text).code[:, 0].tolist()
    assert ops.count(Op.RAMP) == ops.count(Op.BEGIN) == ops.count(Op.RANDOM) == 2


def test_a_random_number_of_a_let_is_drawn_wherever_it_is_first_used() -> None:
    text = "SKILL a() PHASE x LET luck = random; TO end WHEN contact lFoot and luck > .5 or luck > .9;"
    program = compile_text(text)
    drawn = [row for row in program.code.tolist() if row[0] == Op.RANDOM]
    assert len(drawn) == 1 and drawn[0][2] == -1  # whatever the feet do


def test_its_kind_is_that_of_its_uses() -> None:
    program = compile_text(TEXT)
    assert program.lets[2].kind == "angle"
    assert codes("SKILL a() LET long = 30 deg; PHASE x TO end WHEN time > long;") == ["W003"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SKILL a() LET b = c; LET c = 1; PHASE x POSE lKnee(b + c);", "E074"),
        ("SKILL a() LET b = 1 + b; PHASE x POSE lKnee(b);", "E074"),
        ("SKILL a() PHASE x LET b = 1; POSE lKnee(b); TO y WHEN time > 1; PHASE y POSE lKnee(b);", "E074"),
        ("SKILL a() LET b = c; PHASE x POSE lKnee(b);", "E043"),
        ("SKILL a(b = 1) LET b = 2; PHASE x POSE lKnee(b);", "E075"),
        ("SKILL a() LET b = 1; LET b = 2; PHASE x POSE lKnee(b);", "E075"),
        ("SKILL a() LET b = 1; PHASE x LET b = 2; POSE lKnee(b);", "E075"),
        ("SKILL a() LET time = 1; PHASE x POSE lKnee(0);", "E027"),
        ("SKILL a() LET b = 1; PHASE x POSE lKnee(0);", "W014"),
        ("SKILL a() LET b = 1; PHASE x TO end WHEN b;", "E055"),
        ("SKILL a() LET b = phi; PHASE x POSE lKnee(b);", "E057"),
        ("SKILL a() LET b = curve(0: 1, 1: 2); PHASE x LASTS b TO end WHEN phi >= 1;", "E057"),
        ("SKILL a() LET b = returns; LET c = b > 1; PHASE x TO end WHEN c;", "E058"),
        ("SKILL a() LET b = 1; PROP c.ball(b).at(1, 1, 1).fixed() PHASE x POSE lKnee(b);", "E029"),
        ("SKILL a() LET b(x) = x; PROP c.ball(b(1)).at(1, 1, 1).fixed() PHASE x POSE lKnee(b(1));", "E029"),
        ("SKILL a() LET b = 1 PHASE x POSE lKnee(b);", "E002"),
        ("SKILL a() " + "".join(f"LET b{i} = 1; " for i in range(201)) + "PHASE x", "E071"),
        ("SKILL a() LET b(x) = x; PHASE x POSE lKnee(b);", "E043"),
        ("SKILL a() LET b(x) = x; PHASE x POSE lKnee(b(1, 2));", "E050"),
        ("SKILL a() LET b = 1; PHASE x POSE lKnee(b(1));", "E045"),
        ("SKILL a() LET b(x) = x; PHASE x POSE lKnee(x);", "E043"),
        ("SKILL a() LET b(x) = c(x); LET c(x) = x; PHASE x POSE lKnee(b(1) + c(1));", "E074"),
        ("SKILL a() LET b(x) = b(x - 1); PHASE x POSE lKnee(b(1));", "E074"),
        ("SKILL a(x = 1) LET b(x) = x; PHASE x POSE lKnee(b(1));", "E075"),
        ("SKILL a() LET b(x, x) = x; PHASE x POSE lKnee(b(1, 2));", "E075"),
        ("SKILL a() LET b(time) = 1; PHASE x POSE lKnee(b(1));", "E027"),
        ("SKILL a() LET b(x) = phi * x; PHASE x POSE lKnee(b(1));", "E057"),
        ("SKILL a() LET b(x) = " + "x + " * 30 + "x; PHASE x POSE lKnee(b(1));", "E008"),
        (
            "SKILL a() LET b0(x) = x; "
            + "".join(f"LET b{i}(x) = b{i - 1}(x); " for i in range(1, 6))
            + "PHASE x POSE lKnee(b5(1));",
            "E008",
        ),
    ],
)
def test_what_a_let_cannot_be(text: str, code: str) -> None:
    assert code in codes(text)


def test_two_hundred_lets_that_rest_on_each_other_compile() -> None:
    lets = "".join(f"LET b{i} = b{i - 1} + b{i - 1}; " for i in range(1, 200))
    program = compile_text(f"SKILL a(b = 1) LET b0 = b; {lets} PHASE x POSE lKnee(b199);")
    assert len(program.code) == 200


def test_a_let_with_arguments_is_written_out_at_each_use() -> None:
    text = "SKILL a(b = 1) LET to(x, rate) = b * ramp(x, rate, 0); LET soft(x) = to(x, .5); PHASE x POSE {};"
    program = compile_text(text.format("lKnee(soft(2 * b)), rKnee(soft(3)), lHip(to(1, 2))"))
    ops = program.code[:, 0].tolist()
    assert ops.count(Op.RAMP) == 3 and program.lets == ()
    assert [s.label for s in program.slots].count("LET soft") == 1  # one number, wherever it is used


def test_a_condition_may_have_arguments() -> None:
    assert (
        codes("SKILL a() LET over(x) = com.height > x; PHASE x TO end WHEN over(.2) and not over(.9);") == []
    )


def test_lets_that_come_to_far_too_much_are_refused() -> None:
    long = " + ".join(f"sin({i} * time)" for i in range(24))
    lets = "".join(f"LET b{i} = {'b' + str(i - 1) + ' + ' if i else ''}{long}; " for i in range(60))
    text = f"SKILL a() {lets} PHASE x " + "".join("TO end WHEN b59 > 0; " for _ in range(100))
    assert "E070" in codes(text)
    with pytest.raises(ScriptError, match="E070"):
        compile_text(text)


def test_a_phase_that_waits_through_a_let_is_no_circle() -> None:
    assert codes("SKILL a() PHASE x LET late = time > 1; TO x WHEN late;") == []


def test_its_layout_is_canonical() -> None:
    assert format_text(TEXT) == TEXT
    untidy = TEXT.replace("LET bent = fast", "LET   bent=fast").replace(";\nLET", "; LET")
    assert format_text(untidy) == TEXT


def test_its_numbers_can_be_searched_and_written_back() -> None:
    program = compile_text(TEXT)
    (free,) = free_numbers(program)
    assert (free.name, free.base) == ("LET fast", 3.0)
    params = program.params.copy()
    params[free.slot] = 4.0
    assert "abs(speed) / 4~1<1,9>;" in rewrite(TEXT, 0, program, params)


def test_a_stored_program_is_the_same() -> None:
    program = compile_text(TEXT)
    again = program_from(program_data(program))
    assert again.lets == program.lets and (again.code == program.code).all()
