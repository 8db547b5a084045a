from __future__ import annotations

import pytest

from footfall.script import check
from footfall.script.compile.lowering import FUNCTIONS
from footfall.script.help import reference as ref
from footfall.script.statements import BY_WORD, STATEMENTS
from footfall.script.syntax.tokens import FLOW_WORDS, HEADER_WORDS, INNER_WORDS, OPERATOR_WORDS


@pytest.mark.parametrize("word", BY_WORD)
def test_the_example_of_each_statement_checks_without_a_word(word: str) -> None:
    row = BY_WORD[word]
    head = "SKILL s()\nPROP crate.ball(.1).at(1, 0, 1).mass(1)\n"
    found = check(f"{head}PHASE p\n  {row.example}\n  TO end WHEN time > 1;\n")
    assert [d.render() for d in found] == []
    assert row.example.startswith(word)


@pytest.mark.parametrize("word", BY_WORD)
def test_each_statement_is_documented(word: str) -> None:
    row = BY_WORD[word]
    assert row.doc.endswith(".") and all(c.doc for c in row.clauses)
    assert f"### {word}\n" in ref.statements()


def test_usage_shows_arguments_and_what_is_needed() -> None:
    assert ref.usage(BY_WORD["VF"]) == "VF (forward, left, up).on(part).by(joint);"
    assert ref.usage(BY_WORD["HOLD"]) == "HOLD JOINT;"
    assert ref.usage(BY_WORD["SAVE"]) == "SAVE FILE;"
    assert ref.usage(BY_WORD["POSE"]) == "POSE JOINT(angle, [kp], [kd]), …;"


def test_functions_are_those_of_the_compiler() -> None:
    assert set(ref.FUNCTIONS) == {*FUNCTIONS, "curve"}
    assert all(form.startswith(name + "(") for name, (form, _) in ref.FUNCTIONS.items())


def test_the_grammar_has_every_word() -> None:
    for word in (*HEADER_WORDS, *FLOW_WORDS, *INNER_WORDS, *OPERATOR_WORDS):
        assert f'"{word}"' in ref.GRAMMAR
    assert all(s.word in ref.grammar() for s in STATEMENTS)


def test_a_table_escapes_bars() -> None:
    assert ref.table(("a", "b"), [("x|y", "z")]) == "| a | b |\n| --- | --- |\n| x\\|y | z |"
