"""Rows of the table of every shape, from text to compiled statement."""

from __future__ import annotations

import pytest

from footfall.script import Program, check, compile_text, parse
from footfall.script.statements import CLASSIC, NAMES, STATEMENTS, VALUES, Statement, opcodes
from footfall.script.tree import Action

NUMBER_OF = {number: op for op, number in opcodes().items()}


def row_of(opcode: int) -> Statement:
    op = NUMBER_OF[opcode]
    return next(s for s in STATEMENTS + CLASSIC if op in (s.op, *s.variants.values()))


def compiled(statement: str) -> list[tuple[str, dict[str, float | None], dict[str, str | int | None], int]]:
    """(op, values by name, names and flags by name, keep) of each compiled statement."""
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
        values[name] = None if register < 0 else float(program.params[register])
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
