from __future__ import annotations

import numpy as np
import pytest

from footfall.learn.budget import Budget
from footfall.learn.job import WORST
from footfall.learn.progress import Progress


def test_the_best_is_kept_and_the_curve_grows() -> None:
    progress = Progress()
    assert progress.record(np.array([[0.0]]), np.array([5.0]))
    assert not progress.record(np.array([[1.0], [2.0]]), np.array([6.0, 8.0]))
    assert progress.record(np.array([[3.0], [4.0]]), np.array([WORST, 2.0]))
    assert progress.best.tolist() == [4.0] and progress.best_score == 2.0 and progress.start_score == 5.0
    history = progress.history()
    assert history["evaluations"].tolist() == [1, 3, 5]
    assert history["best"].tolist() == [5.0, 5.0, 2.0]
    assert history["mean"].tolist() == [5.0, 7.0, 2.0]  # the run that failed is left out
    assert history["lowest"].tolist() == [5.0, 6.0, 2.0]


def test_under_a_new_seed_the_best_is_measured_anew() -> None:
    progress = Progress()
    progress.record(np.array([[0.0]]), np.array([5.0]))
    # An easy seed: all score low, the best still best.
    assert not progress.record(np.array([[1.0]]), np.array([3.0]), rescored=2.0)
    assert progress.best.tolist() == [0.0] and progress.best_score == 3.5
    # A hard one: above the best's mean, yet better than the best does here.
    assert progress.record(np.array([[2.0]]), np.array([8.0]), rescored=9.0)
    assert progress.best.tolist() == [2.0] and progress.best_score == 8.0
    assert progress.evaluations == 5


def test_a_script_that_fails_is_still_the_first_best() -> None:
    progress = Progress()
    assert progress.record(np.array([[0.0]]), np.array([WORST]))
    assert progress.best.tolist() == [0.0]


def test_a_state_comes_back() -> None:
    progress = Progress(seconds=3.5, failures=2)
    progress.record(np.array([[0.0, 1.0]]), np.array([5.0]))
    rescored = Progress.from_state(progress.state(), 2)
    assert rescored.state().keys() == progress.state().keys()
    assert rescored.history()["best"].tolist() == [5.0]
    assert (rescored.seconds, rescored.failures, rescored.best.tolist()) == (3.5, 2, [0.0, 1.0])


def test_nothing_evaluated_means_the_scripts_own_numbers() -> None:
    assert Progress().done_event("interrupted", 1.0, 3).vector == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        (Budget(), ""),
        (Budget(evaluations=11), ""),
        (Budget(evaluations=10), "evaluations"),
        (Budget(seconds=60.0), "time"),
        (Budget(target=4.0), "target"),
        (Budget(target=3.9, seconds=61.0), ""),
    ],
)
def test_a_budget_is_used_up(budget: Budget, reason: str) -> None:
    assert budget.used_up(Progress(evaluations=10, best_scores=(4.0, 1)), 60.0) == reason


def test_time_left_is_the_nearer_end() -> None:
    progress = Progress(evaluations=10)
    assert Budget().seconds_left(progress, 10.0, 2.0) is None
    assert Budget(evaluations=30).seconds_left(progress, 10.0, 2.0) == 10.0
    assert Budget(evaluations=30, seconds=13.0).seconds_left(progress, 10.0, 2.0) == 3.0
    assert Budget(seconds=5.0).seconds_left(progress, 10.0, 2.0) == 0.0
