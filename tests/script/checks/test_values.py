from __future__ import annotations

import pytest

from footfall.script import check
from footfall.script.compile.lowering import FUNCTIONS
from footfall.script.statements import BY_WORD, STATEMENTS


def codes(text: str) -> list[str]:
    return [d.code for d in check(text) if d.severity == "error"]


@pytest.mark.parametrize("count", range(7))
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("where", ["argument", "condition", "default", "curve", "nested"])
def test_every_number_of_arguments_of_every_function_is_judged(name: str, count: int, where: str) -> None:
    call = f"{name}({', '.join(['1'] * count)})"
    shapes = {
        "argument": f"SKILL a()\nPHASE x\n  POSE lKnee({call});\n",
        "condition": f"SKILL a()\nPHASE x\n  TO end WHEN {call} > time;\n",
        "default": f"SKILL a(b = {call})\nPHASE x\n  POSE lKnee(b);\n",
        "curve": f"SKILL a()\nPHASE x LASTS 1\n  POSE lKnee(curve(0: {call}, 1: 1));\n",
        "nested": f"SKILL a(b = 1)\nPHASE x\n  POSE lKnee(max({call}, b));\n",
    }
    fewest, most = FUNCTIONS[name]
    legal = fewest <= count and (most is None or count <= most)
    found = codes(shapes[where])
    assert ("E050" in found) != legal
    if where != "default":  # a default must be a constant besides, and passed and ramp are none
        assert not legal or found == []


@pytest.mark.parametrize("count", range(8))
@pytest.mark.parametrize("word", BY_WORD)
def test_every_number_of_arguments_of_every_statement_and_clause_is_judged(word: str, count: int) -> None:
    row = BY_WORD[word]
    subject = {"joint": "lKnee", "part": "lFoot", "servo": "lKnee", "text": "a.sav"}.get(row.subject, "")
    many = f"({', '.join(['1'] * count)})"
    for clause in ("", *(f".{c.name}{many}" for c in row.clauses)):
        check(f"SKILL a()\nPHASE x\n  {word} {subject}{many}{clause};\n")  # no exception


def test_the_statements_are_all_tried() -> None:
    assert {s.word for s in STATEMENTS} == set(BY_WORD)
