"""Expressions mean what they say: compiled code against a tiny interpreter and plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from footfall.script import DictLoader, Program, compile_text, parse
from footfall.script.compile.bounds import fold
from footfall.script.program import Op, Sense

OPS = {
    Op.MOV: lambda a, b: a,
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.DIV: lambda a, b: a / b if b else 0.0,
    Op.NEG: lambda a, b: -a,
    Op.ABS: lambda a, b: abs(a),
    Op.MIN: lambda a, b: min(a, b),
    Op.MAX: lambda a, b: max(a, b),
    Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b,
    Op.GT: lambda a, b: a > b,
    Op.GE: lambda a, b: a >= b,
    Op.EQ: lambda a, b: a == b,
    Op.NE: lambda a, b: a != b,
    Op.AND: lambda a, b: bool(a) and bool(b),
    Op.OR: lambda a, b: bool(a) or bool(b),
    Op.NOT: lambda a, b: not a,
    Op.SIN: lambda a, b: math.sin(a),
    Op.COS: lambda a, b: math.cos(a),
    Op.SQRT: lambda a, b: math.sqrt(a) if a > 0 else 0.0,
    Op.SIGN: lambda a, b: np.sign(a),
}


def run(program: Program, first: int, last: int, sensed: dict[Sense, float] | None = None) -> np.ndarray:
    """The register file after code[first:last]; inputs hold the defaults of the root."""
    reg = np.full(program.n_registers, np.nan)
    reg[: len(program.params)] = program.params
    for i, parameter in enumerate(program.units[0].parameters):
        reg[program.input_offset + i] = program.params[parameter.slot]
    share = 0.0
    for op, dst, a, b in program.code[first:last]:
        if op == Op.SHARE:
            share = reg[a]
        elif op == Op.BLEND:
            reg[dst] = reg[a] + share * (reg[b] - reg[a])
        elif op == Op.SENSE:
            reg[dst] = (sensed or {})[program.senses[a]]
        elif op == Op.CURVE:
            reg[dst] = np.interp(reg[b], *program.curves[a].T)
        else:
            reg[dst] = OPS[Op(op)](reg[a], reg[b] if b >= 0 else 0.0)
    return reg


def value(expression: str, parameters: str = "", sensed: dict[Sense, float] | None = None) -> float:
    """An expression, evaluated as the angle of a joint in a phase that lasts 2 s."""
    program = compile_text(f"SKILL a({parameters}) PHASE x LASTS 2 POSE lKnee({expression});")
    return float(run(program, *program.phases[0, 2:4], sensed)[program.args[0]])


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3 - 4 / 8", 8.5),
        ("7 - 2 - 1", 4),
        ("-(2 - 5)", 3),
        ("90 deg", math.pi / 2),
        ("-90 deg", -math.pi / 2),
        ("60~5<30,90> deg", math.pi / 3),
        ("3 / (2 - 2)", 0),
        ("abs(-2) + sqrt(9) + sqrt(0 - 4) + sign(-3)", 4),
        ("min(3, 1, 2) + max(3, 1, 2)", 4),
        ("sin(30 deg) + cos(60 deg)", 1),
        ("clamp(5, 0, 2) + clamp(-5, -1, 2)", 1),
        ("(1 < 2) + (2 <= 2) + (1 > 2) + (2 >= 3) + (1 == 1) + (1 != 1)", 3),
        ("(1 < 2 and 2 < 3) + (1 > 2 or 2 > 3) + (not 1 > 2)", 2),
        ("gain * 2 + offset", 7),
    ],
)
def test_expression_has_its_value(expression: str, expected: float) -> None:
    assert value(expression, "gain = 3, offset = 2 - 1") == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("time", Sense("time")),
        ("phi", Sense("phi")),
        ("com.height", Sense("com", "", "height")),
        ("com.side", Sense("com", "", "side")),
        ("trunk.pitchrate", Sense("part", "trunk", "pitchrate")),
        ("swKnee", Sense("joint", "swKnee", "pitch")),
        ("stHip.roll", Sense("joint", "stHip", "roll")),
        ("lAnkle.rate", Sense("joint", "lAnkle", "rate")),
        ("swFoot.force", Sense("force", "swFoot", "")),
        ("contact lHand", Sense("contact", "lHand", "")),
        ("head touches ground", Sense("contact", "head", "")),
    ],
)
def test_sensed_thing_has_its_row(text: str, sense: Sense) -> None:
    assert value(f"({text}) * 2", sensed={sense: 1.5}) == 3


def test_complete_is_sensed_where_a_skill_is_called(loader: DictLoader) -> None:
    program = compile_text("SKILL a() PHASE x DO moves/curl(); TO end WHEN complete;", loader=loader)
    first, last, condition = program.transitions[0, :3]
    assert run(program, first, last, {Sense("complete"): 1})[condition] == 1


def test_literals_and_parameters_need_no_code() -> None:
    program = compile_text("SKILL a(k = 2) PHASE x POSE lKnee(k, 300, 30), rKnee(.5);")
    assert len(program.code) == 0
    assert program.n_temps == program.n_sensed == 0
    assert program.args[0] == program.input_offset


def test_a_range_senses_a_thing_once() -> None:
    text = "SKILL a() PHASE x POSE lKnee(trunk.pitch), rKnee(trunk.pitch * 2); TO end WHEN trunk.pitch > 1;"
    program = compile_text(text)
    first, last = program.phases[0, 2:4]
    assert list(program.code[first:last, 0]).count(Op.SENSE) == 1
    assert program.n_sensed == 1
    t_first, t_last = program.transitions[0, :2]
    assert list(program.code[t_first:t_last, 0]).count(Op.SENSE) == 1


def test_values_of_one_phase_do_not_share_a_temp() -> None:
    program = compile_text(
        "SKILL a() PHASE x POSE lKnee(time + 1), rKnee(time + 2), lHip(time * (time + 3));"
    )
    reg = run(program, *program.phases[0, 2:4], {Sense("time"): 10})
    assert [reg[program.args[i]] for i in program.statements[:, 1]] == [11, 12, 130]


@pytest.mark.parametrize("phi", [0, 0.2, 0.5, 0.8, 1])
def test_curve_is_piecewise_linear_with_or_without_a_table(phi: float) -> None:
    expected = np.interp(phi, [0, 0.5, 1], [1, 3, -1])
    at = {Sense("phi"): phi}
    assert value("curve(0: 1, .5: 3, 1: -1)", sensed=at) == pytest.approx(expected)
    assert value("curve(0: k, .5: 3, 1: -1)", "k = 1", at) == pytest.approx(expected)
    assert value("curve(0: 1~1<0,2>, .5: 3, 1: -1)", sensed=at) == pytest.approx(expected)


def test_only_a_curve_of_plain_numbers_is_a_table() -> None:
    head = "SKILL a(k = 1) PHASE x LASTS 1 POSE lKnee"
    plain = compile_text(f"{head}(curve(0: 1, 1: 90 deg), k);")
    assert np.allclose(plain.curves[0], [[0, 1], [1, math.pi / 2]])
    marked = compile_text(f"{head}(curve(0: 1~1<0,2>, 1: k));")
    assert marked.curves == ()
    assert [s.mark is not None for s in marked.slots].count(True) == 1


def test_duration_that_is_an_expression_is_known_before_the_condition() -> None:
    text = "SKILL a(k = 2) PHASE x LASTS k / 4 POSE lKnee(1 + time); TO end WHEN phi >= 1;"
    program = compile_text(text)
    lasts = program.phases[0, 1]
    sensed = {Sense("phi"): 1, Sense("time"): 5}
    assert run(program, *program.transitions[0, :2], sensed)[lasts] == 0.5
    after = run(program, *program.phases[0, 2:4], sensed)
    assert after[lasts] == 0.5 and after[program.args[0]] == 6
    assert [s.label for s in program.slots].count("x/LASTS") == 1


def test_constant_duration_needs_no_code() -> None:
    program = compile_text("SKILL a() PHASE x LASTS 1 / 4 TO end WHEN phi >= 1;")
    assert program.params[program.phases[0, 1]] == 0.25


NUMBERS = st.integers(0, 9).map(str)


def combine(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    ops = st.sampled_from(["+", "-", "*", "<", "<=", ">", ">=", "==", "!="])
    two = st.tuples(inner, ops, inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
    one = inner.map(lambda t: f"(-{t})")
    call = st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})")
    return two | one | call | inner.map(lambda t: f"abs({t})")


@settings(max_examples=60, deadline=None)
@given(st.recursive(NUMBERS, combine, max_leaves=12))
def test_arithmetic_agrees_with_python(expression: str) -> None:
    expected = float(eval(expression, {"min": min, "max": max, "abs": abs}))  # noqa: S307
    assume(abs(expected) <= 100)  # more is no angle
    assert value(expression) == pytest.approx(expected)
    assert value("k", f"k = {expression}") == pytest.approx(expected)


@pytest.mark.parametrize(("x", "expected"), [(-1, 10), (0, 10), (0.5, 15), (2, 20), (3, 20)])
@pytest.mark.parametrize("form", ["linterp({}, 0, 1, 10, 20)", "linterp({}, 1, 0, 20, 10)"])
def test_linterp_is_level_outside(form: str, x: float, expected: float) -> None:
    assert value(form.format("com.speed"), sensed={Sense("com", "", "speed"): x}) == expected
    assert value(form.format(f"({x})")) == expected
    assert fold(parse(f"SKILL a(b = {form.format(f'({x})')})").parameters[0].default) == expected


def test_linterp_over_nothing_is_its_first_value() -> None:
    assert value("linterp(1, 2, 2, 10, 20)") == 10
    assert fold(parse("SKILL a(b = linterp(1, 2, 2, 10, 20))").parameters[0].default) == 10


def test_each_use_of_random_draws_anew() -> None:
    program = compile_text("SKILL a() PHASE x TO end WHEN random + random < 1;")
    first, last = program.transitions[0, :2]
    rows = program.code[first:last]
    draws = rows[rows[:, 0] == Op.RANDOM]
    assert len(draws) == 2 and draws[0, 1] != draws[1, 1]
    assert (draws[:, 2:] == -1).all()


def test_passed_has_a_counter_of_its_own() -> None:
    program = compile_text("SKILL a() PHASE x TO end WHEN passed(near BOX - 1) or passed(com.x);")
    rows = program.code[program.code[:, 0] == Op.PASSED]
    assert rows[:, 2].tolist() == [0, 1] and program.n_counters == 2
    assert Sense("near", "BOX") in program.senses


def test_what_is_outside_the_body_is_sensed_by_name() -> None:
    text = "SKILL a() PHASE x DO b(); TO end WHEN key A or key 1 or motion < .01 or returns > 2;"
    program = compile_text(text, loader=DictLoader({"b": "SKILL b() PHASE x TO end WHEN time > 1;"}))
    wanted = {Sense("key", "A"), Sense("key", "1"), Sense("motion"), Sense("returns"), Sense("time")}
    assert set(program.senses) == wanted


def test_blend_feet_and_froude() -> None:
    feet, speed = Sense("body", "", "feet"), Sense("body", "", "speed")
    assert value("blend(.25, 2, 4)") == 2.5
    assert [value("feet(2, 4)", sensed={feet: x}) for x in (0.5, 0.7, 0.85, 1.0)] == pytest.approx(
        [2, 2, 3, 4]
    )
    assert [value(f"share({x}, 1, 3)") for x in (0, 1, 2, 3, 4)] == [0, 0, 0.5, 1, 1]
    assert [value(f"share({x}, 3, 1)") for x in (0, 2, 4)] == [1, 0.5, 0]
    assert value("froude(-1.5)", sensed={speed: 3.0}) == 0.5
