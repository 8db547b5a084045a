"""Rows of the table of every shape, from text to compiled statement."""

from __future__ import annotations

import pytest

from footfall.script import Program, check, compile_text, parse
from footfall.script.program import Op
from footfall.script.statements import CLASSIC, NAMES, STATEMENTS, VALUES, Statement, opcodes
from footfall.script.syntax.tree import Action

NUMBER_OF = {number: op for op, number in opcodes().items()}


def row_of(opcode: int) -> Statement:
    op = NUMBER_OF[opcode]
    return next(s for s in STATEMENTS + CLASSIC if op in (s.op, *s.variants.values()))


def compiled(statement: str) -> list[tuple[str, dict[str, float | None], dict[str, str | int | None], int]]:
    """(op, values that are written by name, names and flags by name, keep) of each compiled statement."""
    program = compile_text(f"SKILL a(p = 7) PHASE x {statement}")
    return [_unpack(program, i) for i in range(len(program.statements))]


def _unpack(
    program: Program, i: int
) -> tuple[str, dict[str, float | None], dict[str, str | int | None], int]:
    opcode, args, refs, _, keep = (int(x) for x in program.statements[i])
    row = row_of(opcode)
    words = [
        a.kind == "word"
        for c in ((*row.args,), *(c.args for c in row.clauses))
        for a in c
        if a.kind not in VALUES
    ]
    words = [False] * bool(row.subject) + words
    values: dict[str, float | None] = {}
    for k, name in enumerate(row.values):
        register = int(program.args[args + k])
        written = 0 <= register < len(program.params) - program.n_defaults
        values[name] = float(program.params[register]) if written else None
    names: dict[str, str | int | None] = {}
    for k, name in enumerate(row.refs):
        ref = int(program.refs[refs + k])
        names[name] = None if ref < 0 else ref if words[k] else program.names[ref]
    given = {k: v for k, v in values.items() if v is not None}
    return NUMBER_OF[opcode], given, {k: v for k, v in names.items() if v is not None}, keep


@pytest.mark.parametrize(
    ("text", "op", "values", "names"),
    [
        ("HOLD lElbow;", "hold", {}, {"joint": "lElbow"}),
        ("HOLD lElbow.gains(3, 2);", "hold", {"gains_kp": 3, "gains_kd": 2}, {"joint": "lElbow"}),
        ("MATCH lHip.to(rHip);", "match", {}, {"joint": "lHip", "to_joint": "rHip"}),
        (
            "MATCH lHip.time(.5).to(rHip, 3, 2);",
            "match",
            {"to_kp": 3, "to_kd": 2, "time_seconds": 0.5},
            {"joint": "lHip", "to_joint": "rHip"},
        ),
        (
            "VF (1, -2, 3).by(stAnkle).on(com);",
            "vf",
            {"forward": 1, "left": -2, "up": 3},
            {"on_part": "com", "by_joint": "stAnkle"},
        ),
        ("GC lHand.by(lShoulder);", "gc", {}, {"part": "lHand", "by_joint": "lShoulder"}),
        ("EF uTorso(0, 0, 100);", "ef", {"forward": 0, "left": 0, "up": 100}, {"part": "uTorso"}),
        ("SAVE out/my-1.stand.sav;", "save", {}, {"text": "out/my-1.stand.sav"}),
        ("LOAD 1foot.sav;", "load", {}, {"text": "1foot.sav"}),
        (
            "VFFB uTorso(2000, 250).by(lAnkle).over(support);",
            "vffb",
            {"cd": 2000, "cv": 250},
            {"part": "uTorso", "by_joint": "lAnkle", "over_place": "support"},
        ),
        (
            "IK swFoot.local(.1, 0, -.6).base(swHip);",
            "ik",
            {"local_forward": 0.1, "local_left": 0, "local_up": -0.6},
            {"part": "swFoot", "base_joint": "swHip"},
        ),
        (
            "VPD uTorso(0).by(lHip, rHip, .3);",
            "vpd",
            {"angle": 0, "by_share": 0.3},
            {"part": "uTorso", "by_joint": "lHip", "by_joint2": "rHip"},
        ),
        (
            "VPD uTorso(0).by(lHip, rHip).of(com).over(lToe);",
            "vpd",
            {"angle": 0},
            {"part": "uTorso", "by_joint": "lHip", "by_joint2": "rHip", "of_what": 1, "over_place": "lToe"},
        ),
    ],
)
def test_statement_is_compiled(text: str, op: str, values: dict[str, float], names: dict[str, str]) -> None:
    assert compiled(text) == [(op, values, names, 0)]


def test_lipose_is_laid_out_like_pose() -> None:
    lipose, pose = compiled("LIPOSE lHip(1, 2, 3).time(4);"), compiled("POSE lHip(1, 2, 3).time(4);")
    assert lipose == pose
    assert lipose[0][1] == {"angle": 1, "kp": 2, "kd": 3, "time_seconds": 4}


@pytest.mark.parametrize("text", ["POSE lHip(1), rHip(1);", "LIPOSE lHip(1).time(1);", "HOLD lHip;"])
def test_keep_marks_each_compiled_statement(text: str) -> None:
    assert {keep for *_, keep in compiled(text)} == {0}
    assert {keep for *_, keep in compiled("KEEP " + text)} == {1}


def test_keep_belongs_to_the_statement() -> None:
    text = "SKILL a() PHASE x KEEP POSE lHip(1); POSE rHip(1);"
    kept, other = parse(text).phases[0].statements
    assert isinstance(kept, Action) and isinstance(other, Action)
    assert kept.keep and text[kept.keep.start : kept.keep.end] == "KEEP"
    assert text[kept.span.start : kept.span.end] == "KEEP POSE lHip(1)"
    assert other.keep is None


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("VF 1, 2, 3;", ["E005"]),
        ("VF (1, 2).by(lHip).on(com);", ["E050"]),
        ("VF (1, 2, 3).by(lHip);", ["E053"]),
        ("VFSFB uTorso(1).speed(1);", ["E053"]),
        ("IK lFoot.local(0, 0, 0);", ["E053"]),
        ("IK lFoot.base(lHip);", ["E053"]),
        ("VF lHip(1, 2, 3).by(lHip);", ["E005"]),
        ("HOLD lHip(1);", ["E050"]),
        ("MATCH lHip;", ["E053"]),
        ("LIPOSE lHip(1);", ["E053"]),
        ("MATCH lHip.to(lThigh);", ["E042"]),
        ("VFFB uTorso(1, 1).by(lAnkle).over(lAnkl);", ["E046"]),
        ("VF (1, 2, 3).on(support).by(lAnkle);", ["E041"]),
        ("VF (1, 2, 3).on(lHip).by(lAnkle);", ["E042"]),
        ("POSEFB lAnkle(1, 1).on(3);", ["E054"]),
        ("SAVE;", ["E005"]),
        ("SAVE a b;", ["E005"]),
        ("SAVE /etc/passwd;", ["E067"]),
        ("LOAD a/../../b.sav;", ["E067"]),
        ("KEEP;", ["E005"]),
        ("KEEP TO end WHEN time > 1;", ["E005"]),
        ("KEEP VF (1, 2, 3).on(com).by(lHip);", ["E068"]),
        ("DO a/-b();", ["E060"]),
        ("DO a/();", ["E005"]),
        ("POSE lHip(linterp(1, 2));", ["E050"]),
        ("TO end WHEN near 3 > 1;", ["E005"]),
        ("TO end WHEN near BOX;", ["E055"]),
        ("TO end WHEN key Enter;", ["E047"]),
        ("TO end WHEN returns > 1;", ["E058"]),
    ],
)
def test_what_is_wrong_is_said(statement: str, codes: list[str]) -> None:
    assert [d.code for d in check(f"SKILL a() PHASE x {statement}")] == codes


def test_rows_use_known_kinds() -> None:
    for row in STATEMENTS + CLASSIC:
        kinds = [a.kind for a in row.args] + [a.kind for c in row.clauses for a in c.args]
        assert set(kinds) <= {*VALUES, *NAMES, "word"}
        assert row.subject in ("", *NAMES)
        assert {*row.must, *row.needs} <= {c.name for c in row.clauses}


@pytest.mark.parametrize("row", [s for s in STATEMENTS if s.defaults], ids=lambda s: s.word)
def test_what_is_left_out_is_a_number_of_the_program(row: Statement) -> None:
    """A Recording holds it, and a search finds it by its label."""
    head = "SKILL s()\nPROP crate.ball(.1).at(1, 0, 1).mass(1)\n"
    program = compile_text(f"{head}PHASE p\n  {row.example}\n")
    written = len(program.params) - program.n_defaults
    first = int(program.statements[0, 1])
    products = {int(dst): int(a) for op, dst, a, b in program.code.tolist() if op == Op.MUL}
    left_out = {}
    for k, (name, arg) in enumerate(row.value_args.items()):
        register = int(program.args[first + k])
        if arg.of:  # a share of the body's leg or weight is worked out
            register = products.get(register, register)
        if written <= register < len(program.params):
            left_out[name] = float(program.params[register])
            assert program.slots[register].kind == arg.kind
    assert left_out == {name: row.defaults[name] for name in left_out}
    assert len(left_out) == program.n_defaults > 0
    labels = [slot.label for slot in program.slots]
    begins = f"p/{row.word}{' ' if row.subject else '/'}"
    assert len(set(labels)) == len(labels) and all(x.startswith(begins) for x in labels[written:])


def test_a_clause_for_experts_may_be_written_in_part() -> None:
    ((_, values, _, _),) = compiled("STEP swFoot(.7).trim(.1, .2).carry(.05);")
    assert values == {"speed": 0.7, "trim_gain": 0.1, "trim_most": 0.2, "carry_clear": 0.05}
    assert [d.code for d in check("SKILL a() PHASE x STEP swFoot(.7).trim();")] == ["E050"]
    assert [d.code for d in check("SKILL a() PHASE x STEP swFoot(.7).trim(2);")] == ["E072"]


def test_a_default_may_be_searched_when_it_is_written() -> None:
    program = compile_text("SKILL a() PHASE x STEP swFoot(.7).trim(.07~.02<0,.3>);")
    assert [s.label for s in program.slots if s.mark] == ["x/STEP swFoot/trim gain"]


def test_defaults_are_legal_and_rows_are_whole() -> None:
    for row in STATEMENTS + CLASSIC:
        names = [c.name for c in row.clauses]
        assert len(set(names)) == len(names)
        assert set(row.exclusive) <= set(names) and set(row.variants) <= set(names)
        assert set(row.chain) <= set(row.refs)
        for _, arg in row.all_args:
            low, high = arg.range
            assert arg.default is None or (arg.is_value and low <= arg.default <= high)
            assert not arg.of or arg.default is not None
        for clause in row.clauses:
            given = [a.optional for a in clause.args]
            assert given == sorted(given), f"{row.word}.{clause.name}: what may be left out stands last"
            assert not clause.expert or all(a.default is not None for a in clause.args)
