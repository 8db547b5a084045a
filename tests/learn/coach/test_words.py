"""The words of a coach: what they ask for, and what is said to who says something else."""

from __future__ import annotations

import math

import pytest

from footfall.errors import FootfallError
from footfall.learn.coach.coach import _moved, _pushed
from footfall.learn.coach.words import WORDS, WORTH, find_word
from footfall.learn.free import FreeNumber
from footfall.learn.objective.terms import term_from


@pytest.mark.parametrize("word", WORDS.values(), ids=lambda w: w.word)
def test_every_word_is_a_legal_term_or_a_push(word) -> None:  # type: ignore[no-untyped-def]
    assert bool(word.kind) != bool(word.push)
    if not word.kind:
        return
    term = word.term(2.0)
    table = {"kind": term.kind, "target": term.target, "of": term.of, "over": term.over, "bound": term.bound}
    term_from(table)  # refuses what no file could say
    assert term.weight * term.error(2.0) == pytest.approx(WORTH)
    assert term.error(2.0 * word.factor) == pytest.approx(0.0)


def test_more_of_a_backward_turn_is_less() -> None:
    term = find_word("turn more").term(-6.0)
    assert (term.bound, term.target) == ("most", pytest.approx(-6.6))
    assert term.error(-7.0) == 0.0 < term.error(-6.0)
    assert find_word("higher").term(math.nan).weight == WORTH


def test_wrong_words_get_the_nearest() -> None:
    assert find_word("  Softer   LANDING ").word == "softer landing"
    with pytest.raises(FootfallError, match="does not say 'softer landng'") as caught:
        find_word("softer landng")
    assert "softer landing" in str(caught.value.help)


@pytest.mark.parametrize(
    ("base", "way", "target", "low", "high"),
    [
        (-0.5, 1, -0.7, -1.0, -0.6),
        (0.5, 1, 0.7, 0.6, 1.0),
        (0.5, -1, 0.3, -1.0, 0.4),
        (0.1, -1, 0.0, -1.0, 0.05),
        (0.95, 1, 1.0, 0.975, 1.0),
    ],
)
def test_a_pushed_number_stays_pushed(base: float, way: int, target: float, low: float, high: float) -> None:
    moved = _moved(FreeNumber(0, "tuck", base, 0.1, -1.0, 1.0), way)
    assert (moved.base, moved.low, moved.high) == pytest.approx((target, low, high))


def test_a_push_needs_a_number_of_that_name() -> None:
    free = (FreeNumber(0, "lean", 0.1, 0.1), FreeNumber(1, "flight/POSE lKnee/angle", 0.1, 0.1))
    assert _pushed(free, [find_word("tuck more")])[0] == free[0]
    with pytest.raises(FootfallError, match="called ankle or toe"):
        _pushed(free, [find_word("use the ankles")])
