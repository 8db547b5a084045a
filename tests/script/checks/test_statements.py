from __future__ import annotations

import math

import pytest

from footfall.script import Program, check, compile_text
from footfall.script.program import Op
from footfall.script.props import CLAUSES
from footfall.script.statements import STATEMENTS, VALUES, Arg, Statement

SUBJECTS = {
    "joint": "lKnee",
    "part": "lFoot",
    "servo": "pelvis",
    "text": "a.sav",
    "clip": "tracked/wave",
    "": "",
}
ROWS = [
    (s, clause, arg)
    for s in STATEMENTS
    for clause in ("", *(c.name for c in s.clauses))
    for arg in (s.args if not clause else next(c.args for c in s.clauses if c.name == clause))
    if arg.kind in VALUES
]


def given(arg: Arg, value: float | None = None) -> str:
    names = {"joint": "lHip", "part": "lFoot", "bodypart": "lFoot", "place": "lFoot", "thing": "crate"}
    if arg.kind in VALUES:
        low, high = arg.range
        return f"{min(max(0.5, low), high) if value is None else value:.9g}"
    return arg.words[0] if arg.words else names[arg.kind]


def statement(s: Statement, clause: str, arg: Arg, value: float) -> str:
    """A statement with all it needs, in which one argument has a value."""

    def listed(args: tuple[Arg, ...], own: bool) -> str:
        last = args.index(arg) if own and arg in args else -1
        wanted = [a for k, a in enumerate(args) if not a.optional or k <= last]
        return f"({', '.join(given(a, value if own and a is arg else None) for a in wanted)})" if args else ""

    text = f"{s.word} {SUBJECTS[s.subject]}" + (listed(s.args, not clause) if s.args else "")
    wanted = [c for c in s.clauses if c.name in (*s.must, *s.needs[:1], clause)]
    return text + "".join(f".{c.name}{listed(c.args, c.name == clause)}" for c in wanted) + ";"


def codes(line: str) -> list[str]:
    text = f"SKILL a()\nPROP crate.ball(.1).at(1, 0, 1).mass(1)\nPHASE x\n  {line}\n"
    return [d.code for d in check(text) if d.severity == "error"]


@pytest.mark.parametrize(
    ("s", "clause", "arg"), ROWS, ids=lambda x: getattr(x, "word", getattr(x, "name", x))
)
def test_every_argument_has_a_legal_range_that_is_checked(s: Statement, clause: str, arg: Arg) -> None:
    low, high = arg.range
    assert math.isfinite(low) and math.isfinite(high) and low < high
    for value, legal in ((low, True), (high, True), (low - 1, False), (2 * high + 1, False)):
        line = statement(s, clause, arg, value)
        found = [code for code in codes(line) if code != "E069"]
        assert ("E072" in found) != legal, line
        assert not legal or found == [], line


@pytest.mark.parametrize("line", ["POSE lKnee(1, -300);", "POSE lKnee(1, 300, -1);", "POSE lKnee(1, -1);"])
def test_negative_gains_are_errors(line: str) -> None:
    assert codes(line) == ["E072"]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("POSE lKnee(1, 10 - 20);", True),
        ("POSE lKnee(1, -abs(time));", False),  # 0 at least now and then
        ("POSE lKnee(1, -1 - abs(time));", True),
        ("POSE lKnee(1, 300~50<-100,400>);", True),
        ("POSE lKnee(1, 300~50<100,400>);", False),
        ("POSE lKnee(1, curve(0: -5, 1: -6));", True),
        ("POSE lKnee(1).time(-1);", True),
        ("LEARN pelvis(1.5);", True),
        ("POSE stAnkle(0).lateral(-2, -.6);", False),  # pushes back: see the language reference
    ],
)
def test_what_follows_from_the_text_alone_is_checked(line: str, wrong: bool) -> None:
    text = f"SKILL a()\nPHASE x LASTS 1\n  {line}\n  TO end WHEN phi >= 1;\n"
    assert ("E072" in [d.code for d in check(text)]) == wrong


@pytest.mark.parametrize("clause", [c for c in CLAUSES if c.args], ids=lambda c: c.name)
def test_numbers_of_things_are_checked(clause: object) -> None:
    name, args = clause.name, clause.args  # type: ignore[attr-defined]
    rest = {"ball": ".ball(1)", "at": ".at(1, 0, 1)", "mass": ".mass(1)"}
    rest.pop(name if name != "box" else "ball", None)
    bad = ", ".join(["1e9"] * len(args))
    text = f"SKILL a()\nPROP crate{''.join(rest.values())}.{name}({bad})\nPHASE x\n"
    assert "E072" in [d.code for d in check(text)]


def held(program: Program) -> bool:
    return {int(Op.MAX), int(Op.MIN)} <= set(program.code[:, 0].tolist())


def test_values_that_are_worked_out_are_held_inside_where_it_matters() -> None:
    head = "SKILL a(k = 300, t = 1~.1)\nPHASE x\n  "
    assert held(compile_text(head + "POSE lKnee(t, k);\n"))
    assert held(compile_text(head + "POSE lKnee(t + k, 300~50);\n"))  # a search without bounds
    assert not held(compile_text(head + "POSE lKnee(t + k, 300);\n"))
    assert not held(compile_text(head + "POSE lKnee(t + k, abs(sin(k)));\n"))


def test_limits_are_checked_in_both_dialects() -> None:
    assert "E072" in [d.code for d in check("SKILL a()\nLIMIT 1e9\nPHASE x\n")]
    phase = "PHASE 0\nTRANSITION to(0).after(time 1);\nENDPHASE\n"
    classic = f"SET TORQUELIMIT = -5\nBEGINSCRIPT a(void)\n{phase}ENDSCRIPT\n"
    assert "E072" in [d.code for d in check(classic, name="a.s")]
