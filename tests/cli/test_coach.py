"""`footfall coach` by its words: what is listed, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from footfall.learn.coach.words import WORDS


def test_the_words_are_listed(footfall: Callable[..., Any]) -> None:
    told = footfall("coach", "--words")
    assert told.code == 0 and all(word in told.out for word in WORDS) and len(WORDS) >= 30


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["moves/stand", "highr"], "did you mean 'higher'"),
        (["moves/stand"], "coach what, and how?"),
        ([], "--words"),
        (["moves/stand", "higher", "--minutes", "0"], "--minutes"),
        (["moves/stnd", "higher"], "stand"),
    ],
)
def test_what_is_refused(arguments: list[str], said: str, footfall: Callable[..., Any]) -> None:
    answer = footfall("coach", *arguments)
    assert answer.code == 2 and said in answer.err
