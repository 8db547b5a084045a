from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.errors import FootfallError
from footfall.world import Balls, Push, parse_balls, parse_push


@pytest.mark.parametrize(
    ("text", "push"),
    [
        ("5:0.4:100", Push(5.0, None, 0.4, (100.0, 0.0, 0.0), "trunk")),
        ("5:0.4:0,260", Push(5.0, None, 0.4, (0.0, 260.0, 0.0), "trunk")),
        ("0:1:-1,-2,-3:lFoot", Push(0.0, None, 1.0, (-1.0, -2.0, -3.0), "lFoot")),
        ("@0.1:0.4:-250:pelvis", Push(None, 0.1, 0.4, (-250.0, 0.0, 0.0), "pelvis")),
    ],
)
def test_pushes(text, push):
    assert parse_push(text) == push


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "three or four"),
        ("5:0.4", "three or four"),
        ("5:0.4:1:2:3", "three or four"),
        ("x:0.4:1", "the time must be a number"),
        ("-1:0.4:1", "the time must be from 0"),
        ("nan:0.4:1", "finite"),
        ("5:0:1", "duration must be more than 0"),
        ("5:-1:1", "duration"),
        ("5:0.4:", "the force must be a number"),
        ("5:0.4:1e400", "finite"),
        ("5:0.4:1,2,3,4", "one to three"),
        ("@1:0.4:1", "below 1"),
        ("@-0.1:0.4:1", "from 0 to 1"),
        ("5:0.4:1:lfoot", "did you mean 'lFoot'"),
        ("5:0.4:1:swFoot", "did you mean"),
    ],
)
def test_bad_pushes_are_refused(text, words):
    with pytest.raises(FootfallError) as caught:
        parse_push(text)
    assert words in str(caught.value)


def test_balls():
    assert parse_balls("2:8:1.5") == Balls(2.0, 8.0, 1.5)


@pytest.mark.parametrize("text", ["", "2:8", "2:8:1:1", "0:8:1", "-1:8:1", "2:nan:1", "2:8:0", "a:b:c"])
def test_bad_balls_are_refused(text):
    with pytest.raises(FootfallError) as caught:
        parse_balls(text)
    assert "KG:SPEED:EVERY" in caught.value.help


@given(st.one_of(st.text(), st.from_regex(r"@?[-0-9.nae]{0,5}:[0-9.]{0,4}:[-0-9.,]{0,9}(:[a-zA-Z]{0,5})?")))
def test_any_text_gives_a_push_or_a_message(text):
    for parse in (parse_push, parse_balls):
        try:
            parse(text)
        except FootfallError as error:
            assert error.help
