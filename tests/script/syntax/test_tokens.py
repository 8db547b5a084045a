from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.script.syntax.tokens import TRIVIA, Kind, tokenize


def significant(text: str) -> list[str]:
    return [t.text for t in tokenize(text) if t.kind not in TRIVIA and t.kind is not Kind.END]


@pytest.mark.parametrize("number", ["5", "5.", ".5", "1.25", "1e3", "1.e-3", ".5E+2", "007"])
def test_number_is_one_token(number: str) -> None:
    first = tokenize(number)[0]
    assert (first.kind, first.text) == (Kind.NUMBER, number)


def test_clause_after_a_number_with_a_dot_keeps_its_own_dot() -> None:
    assert significant("pelvis(5.).by(x)") == ["pelvis", "(", "5.", ")", ".", "by", "(", "x", ")"]


def test_search_mark_tokens() -> None:
    assert significant("-20~5<-45,0> deg") == ["-", "20", "~", "5", "<", "-", "45", ",", "0", ">", "deg"]


def test_two_character_comparisons_are_one_token() -> None:
    assert significant("a<=b>=c==d!=e<f") == ["a", "<=", "b", ">=", "c", "==", "d", "!=", "e", "<", "f"]


def test_comment_and_doc_line_end_before_the_line_end() -> None:
    kinds = [(t.kind, t.text) for t in tokenize("## doc\r\n# note\nx")]
    assert kinds[0] == (Kind.DOC, "## doc")
    assert (Kind.COMMENT, "# note") in kinds
    assert kinds[1] == (Kind.SPACE, "\r\n")


def test_byte_order_mark_and_no_break_space_are_space() -> None:
    assert significant("\ufeffSKILL\u00a0a") == ["SKILL", "a"]


@given(st.text())
def test_tokens_tile_any_text(text: str) -> None:
    tokens = tokenize(text)
    assert "".join(t.text for t in tokens) == text
    at = 0
    for token in tokens:
        assert token.start == at
        at = token.end
