from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footfall.script import DictLoader, ScriptError, compile_text, find_skill, parse
from footfall.script.syntax.expression_tree import Binary, Literal, Ref, Unary
from footfall.script.syntax.parser import parse_head
from footfall.script.syntax.tree import Action, Do, To

RELAXED = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def condition(text: str):
    script = parse(f"SKILL a() PHASE x TO end WHEN {text};")
    assert not script.diagnostics, script.diagnostics[0].render()
    statement = script.phases[0].statements[0]
    assert isinstance(statement, To)
    return statement.when


def shape(expr) -> str:
    if isinstance(expr, Binary):
        return f"({shape(expr.left)} {expr.op} {shape(expr.right)})"
    if isinstance(expr, Unary):
        return f"({expr.op} {shape(expr.operand)})"
    return f"{expr.value:g}" if isinstance(expr, Literal) else expr.text


def test_example_parses_without_findings(walk: str) -> None:
    script = parse(walk)
    assert script.diagnostics == ()
    assert script.doc == "Walks straight; recovers from pushes."
    assert script.skill and script.skill.name.text == "walk3d"
    assert [p.name.text for p in script.phases] == ["lift", "strike", "down"]
    assert [type(s) for s in script.phases[2].statements] == [Do, To]
    assert script.body and script.body.text == "human"
    assert script.start and script.start.text == "walking"
    assert script.goal is None
    assert [t.target.text for t in script.always] == ["down"]


@pytest.mark.parametrize("change", [lambda t: t, lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t])
def test_text_comes_back_exactly(walk: str, change) -> None:
    text = change(walk)
    script = parse(text)
    assert script.text == text
    assert script.diagnostics == ()


def test_layout_is_free(walk: str) -> None:
    lines = [line.split("#")[0] for line in walk.splitlines()]
    assert parse(" ".join(lines)).diagnostics == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c > d", "((a + (b * c)) > d)"),
        ("a - b - c > 0", "(((a - b) - c) > 0)"),
        ("not a < b and c or d", "(((not (a < b)) and c) or d)"),
        ("a or b and c", "(a or (b and c))"),
        ("(a or b) and c", "((a or b) and c)"),
        ("-a * b > -2", "(((- a) * b) > -2)"),
        ("a - 2 > -  3", "((a - 2) > -3)"),
        ("a--2 > 0", "((a - -2) > 0)"),
        ("a / b / c > 0", "(((a / b) / c) > 0)"),
    ],
)
def test_operators_bind_as_usual(text: str, expected: str) -> None:
    assert shape(condition(text)) == expected


def test_literal_holds_sign_mark_and_unit() -> None:
    text = "SKILL a(x = -20 ~ 5 <-45, 0> deg) PHASE p"
    skill = parse(text).skill
    assert skill is not None
    literal = skill.parameters[0].default
    assert isinstance(literal, Literal) and literal.mark
    assert (literal.value, literal.unit) == (-20, "deg")
    assert (literal.mark.std, literal.mark.lo, literal.mark.hi) == (5, -45, 0)
    assert text[literal.number.start : literal.number.end] == "-20"
    assert text[literal.span.start : literal.span.end] == "-20 ~ 5 <-45, 0> deg"


def test_statements_after_an_error_are_still_read(walk: str) -> None:
    broken = walk.replace("POSE swKnee(1.1)", "POSE swKnee(1.1 2)")
    script = parse(broken)
    assert [d.code for d in script.diagnostics] == ["E005"]
    assert [type(s) for s in script.phases[0].statements] == [Action, Action, To]


def test_each_broken_statement_gives_one_error(walk: str) -> None:
    broken = walk.replace("swKnee(1.1)", "swKnee(1.1 +)").replace("TO strike WHEN", "TO strike IF")
    broken = broken.replace("contact swFoot", "contact")
    script = parse(broken)
    assert [d.code for d in script.diagnostics] == ["E005"] * 3
    assert [d.source.position(d.span.start)[0] for d in script.diagnostics] == [9, 12, 18]


def test_missing_semicolon_does_not_swallow_the_next_statement(walk: str) -> None:
    script = parse(walk.replace("stAnkle(0);", "stAnkle(0)", 1))
    assert [d.code for d in script.diagnostics] == ["E002"]
    assert len(script.phases[0].statements) == 4


def test_contact_has_two_spellings() -> None:
    one, two = condition("contact swFoot"), condition("swFoot touches ground")
    assert one.part.text == two.part.text == "swFoot"


def test_sensed_attribute_is_a_dotted_name() -> None:
    ref = condition("trunk . pitch > 0").left
    assert isinstance(ref, Ref) and ref.text == "trunk.pitch"


def assert_sane(text: str, loader: DictLoader) -> None:
    """Whatever the text, it compiles or fails with findings whose spans lie inside it."""
    script = parse(text)
    assert script.text == text
    findings = script.diagnostics
    try:
        compile_text(text, loader=loader)
    except ScriptError as error:
        findings = error.diagnostics
        assert str(error)
    for d in findings:
        assert 0 <= d.span.start <= d.span.end <= len(d.source.text)
        if d.edit:
            assert 0 <= d.edit.span.start <= d.edit.span.end <= len(d.source.text)


@RELAXED
@given(text=st.text(max_size=200))
def test_any_text_is_survived(text: str, loader: DictLoader) -> None:
    assert_sane(text, loader)


WORDS = re.split(
    " ",
    "SKILL BODY START FALL GOAL PHASE LASTS DO TO SWAP WHEN ALWAYS KEEP POSE VPD a x end none "
    "swKnee stHip trunk com time phi complete contact touches ground and or not deg curve abs clamp "
    ".by .close .yaw .height .pitch ( ) ( ) , ; ; . : ~ < > = + - * / 1 .5 -2 1e400 NaN # \n",
)


@RELAXED
@given(words=st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words_of_the_language_are_survived(words: list[str], loader: DictLoader) -> None:
    assert_sane("SKILL a(x = 1) PHASE p " + " ".join(words), loader)


@RELAXED
@given(data=st.data())
def test_any_change_of_the_example_is_survived(data: st.DataObject, walk: str, loader: DictLoader) -> None:
    text = walk
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 30)))
        text = text[:start] + data.draw(st.sampled_from(["", *WORDS]) | st.text(max_size=5)) + text[end:]
    assert_sane(text, loader)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000,
        "SKILL a() PHASE x TO end WHEN " + "not " * 50_000 + "time;",
        "SKILL a() PHASE x TO end WHEN 1" + "+1" * 50_000 + " > 0;",
        "SKILL a() PHASE x POSE lKnee(" + "abs(" * 20_000,
        "x;" * 100_000,
        "SKILL a() PHASE x " + "POSE kne(1);" * 20_000,
        "SKILL a() PHASE x POSE " + "kne(1)," * 20_000 + "kne(1);",
        "SKILL a() PHASE x DO " + "a" * 5000 + "();",
        "9" * 50_000,
    ],
    ids=["parens", "not", "sum", "calls", "noise", "joints", "subjects", "name", "digits"],
)
def test_hostile_text_is_refused_quickly(
    text: str, loader: DictLoader, counting: Callable[[], AbstractContextManager[SimpleNamespace]]
) -> None:
    with counting() as calls, pytest.raises(ScriptError) as caught:
        compile_text(text, loader=loader)
    assert len(caught.value.diagnostics) <= 100
    assert len(str(caught.value)) < 100_000
    assert calls.n < 10_000 + 20 * len(text)


def test_the_head_of_a_script_is_what_the_whole_has() -> None:
    for name in ("simbicon/walk3d", "moves/stand", "genbicon/styles/happy"):
        whole, head = parse(find_skill(name)), parse_head(find_skill(name))
        assert (head.doc, head.body and head.body.text) == (whole.doc, whole.body and whole.body.text)
        assert [p.name.text for p in head.parameters] == [p.name.text for p in whole.parameters]
        assert whole.phases and not head.phases
