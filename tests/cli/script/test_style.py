"""``footfall style``: what it writes is a skill, and bad input is told apart from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


def test_a_blend_is_a_style_that_can_be_blended_again(footfall: Callable, tmp_path: Path) -> None:
    path = tmp_path / "mine.skill"
    assert footfall("style", "blend", "happy", "sad", "--share", "0.3", "-o", str(path)).code == 0
    assert footfall("check", str(path)).code == 0
    again = footfall("style", "blend", str(path), "zero")
    assert again.code == 0
    assert "DO genbicon/walk(" in again.out


def test_a_random_style_is_the_same_for_the_same_seed(footfall: Callable) -> None:
    first, second, other = (footfall("style", "random", "--seed", seed).out for seed in ("4", "4", "5"))
    assert first == second != other


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("blend", "hapy", "sad"), "happy"),
        (("blend", "happy", "genbicon/walk"), "not a style"),
        (("blend", "happy", "sad", "--share", "nan"), "--share"),
        (("blend", "happy", "sad", "-o", "x.toml"), ".skill"),
        (("random", "--seed", "-1"), "--seed"),
        (("random", "-o", "no-such-folder/x.skill"), "cannot write"),
    ],
)
def test_bad_input_is_refused(footfall: Callable, arguments: tuple[str, ...], word: str) -> None:
    answer = footfall("style", *arguments)
    assert answer.code == 2
    assert word in answer.err
    assert "Traceback" not in answer.err
