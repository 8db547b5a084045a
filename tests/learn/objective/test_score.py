"""From sums to scores, on sums made up by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall.control.columns import (
    SUM_BEST,
    SUM_COLUMNS,
    SUM_ERROR,
    SUM_LEAST,
    SUM_MOST,
    SUM_RAW,
    SUM_SEEN,
    SUM_SMOOTH,
    SUM_TIME,
    SUM_WORST,
)
from footfall.learn.objective.score import Outcome, contributions, lower_bound
from footfall.learn.objective.terms import Term


def outcome(
    end: str = "time", seconds: float = 10.0, sums: dict[int, float] | None = None, **other: object
) -> Outcome:
    row = np.zeros((1, SUM_COLUMNS))
    for column, value in (sums or {}).items():
        row[0, column] = value
    known = {"requested": 10.0, "pushes": np.zeros((0, 2)), "goal": False, "sums": row}
    return Outcome(end, seconds, **(known | other))  # type: ignore[arg-type]


def only(term: Term, run: Outcome) -> float:
    (value,) = contributions((term,), run).values()
    return value


def test_upright_is_the_share_of_time_lost() -> None:
    assert only(Term("upright", weight=100.0), outcome("fell", 4.0)) == pytest.approx(60.0)
    assert only(Term("upright", weight=100.0), outcome("done", 4.0)) == 0.0
    assert only(Term("upright", weight=100.0), outcome("threshold", 4.0)) == pytest.approx(60.0)


def test_mean_error_times_weight() -> None:
    assert only(Term("speed", weight=10.0, target=1.0), outcome(sums={SUM_ERROR: 2.0, SUM_TIME: 8.0})) == 2.5


def test_nothing_measured_is_as_bad_as_nought() -> None:
    assert only(Term("step", weight=10.0, target=0.6), outcome()) == pytest.approx(6.0)


def test_a_threshold_gives_its_bonus_only_to_who_lasts() -> None:
    term = Term("tilt", weight=0.0, threshold=0.5, bonus=2.0)
    sums = {SUM_ERROR: 1.0, SUM_TIME: 10.0}
    assert only(term, outcome(sums=sums)) == pytest.approx(2.0 * 0.1 / 0.5)
    assert only(term, outcome("threshold", 3.0, sums)) == 2.0


def test_distance_without_a_target_is_the_farther_the_better() -> None:
    assert only(Term("distance"), outcome(sums={SUM_RAW: 7.0})) == -7.0
    assert only(Term("distance", target=5.0), outcome(sums={SUM_RAW: 7.0})) == 2.0


def test_worst_and_share() -> None:
    assert only(Term("slide"), outcome(sums={SUM_WORST: 0.03})) == 0.03
    assert only(Term("shake"), outcome(sums={SUM_ERROR: 1.0, SUM_RAW: 4.0})) == 0.25


def test_pushes_count_by_their_impulse_and_need_their_grace() -> None:
    pushes = np.array([[2.0, 10.0], [5.0, 30.0], [math.inf, 60.0]])
    term = Term("pushes", grace=3.0)
    assert only(term, outcome("fell", 4.0, pushes=pushes)) == pytest.approx(1.0)
    assert only(term, outcome("fell", 6.0, pushes=pushes)) == pytest.approx(0.9)
    assert only(term, outcome("fell", 8.5, pushes=pushes)) == pytest.approx(0.6)
    assert only(term, outcome("time", pushes=pushes)) == 0.0


def test_the_bound_is_never_above_the_score() -> None:
    sums = {SUM_ERROR: 3.0, SUM_TIME: 4.0, SUM_WORST: 2.0}
    for term in (Term("speed", weight=10.0, target=1.0), Term("slide"), Term("tilt", 0.0, threshold=0.2)):
        low = lower_bound((term,), outcome("running", 4.0, sums))
        assert 0.0 < low <= only(term, outcome("time", 10.0, sums | {SUM_TIME: 10.0}))
    assert lower_bound((Term("distance"),), outcome("running", 4.0, sums)) == -math.inf


def test_two_terms_of_one_kind_keep_their_names() -> None:
    run = outcome()
    both = contributions((Term("upright"), Term("upright", name="again"), Term("upright")), run)
    assert list(both) == ["upright", "again", "upright'"]


def test_a_bound_costs_nothing_on_its_right_side() -> None:
    seen = {SUM_SEEN: 1.0, SUM_TIME: 1.0, SUM_MOST: 1.2}
    for bound, value in (("least", 0.0), ("most", 0.2), ("", 0.2)):
        term = Term("apex", target=1.0, bound=bound)
        assert only(term, outcome(sums=seen)) == pytest.approx(value)
    assert only(Term("apex", target=1.5, bound="least"), outcome(sums=seen)) == pytest.approx(0.3)


def test_what_of_a_quantity_counts() -> None:
    sums = {SUM_SEEN: 1.0, SUM_TIME: 2.0, SUM_ERROR: 3.0, SUM_WORST: 4.0, SUM_BEST: 0.5}
    sums |= {SUM_MOST: 9.0, SUM_LEAST: -2.0, SUM_SMOOTH: 7.0}
    wanted = {"mean": 1.5, "worst": 4.0, "best": 0.5, "most": 8.0, "least": 3.0, "end": 6.0}
    for over, value in wanted.items():
        assert only(Term("height", target=1.0, over=over), outcome(sums=sums)) == pytest.approx(value)


def test_a_term_that_saturates_keeps_its_slope() -> None:
    def cost(value: float) -> float:
        return only(Term("slide", weight=3.0, saturate=2.0), outcome(sums={SUM_WORST: value}))

    assert cost(2.0) == pytest.approx(3.0)  # halfway at the size itself
    assert 0.0 == cost(0.0) < cost(1.0) < cost(10.0) < cost(1e6) < 6.0


def test_a_later_goal_costs_most_until_the_earlier_holds() -> None:
    term = Term("height", target=1.0, once="land", saturate=2.0, over="end")
    assert only(term, outcome()) == 2.0
    assert only(term, outcome(sums={SUM_SEEN: 1.0, SUM_SMOOTH: -100.0})) < 2.0
    assert only(Term("impact"), outcome()) == 10.0  # it never landed
    assert only(Term("impact"), outcome(sums={SUM_SEEN: 1.0, SUM_MOST: 3.0})) == 3.0


def test_margin_seconds_and_values_at_the_end() -> None:
    assert only(Term("margin", weight=10.0), outcome(margin=-0.3)) == pytest.approx(3.0)
    assert only(Term("margin", weight=10.0), outcome(margin=0.3)) == 0.0
    assert only(Term("seconds", target=12.0), outcome(seconds=10.0)) == pytest.approx(2.0)
    assert only(Term("end", target=2.0, of="com.x"), outcome(ends={"com.x": 2.5})) == pytest.approx(0.5)
