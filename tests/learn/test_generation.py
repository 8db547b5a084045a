from __future__ import annotations

import math

import numpy as np
import pytest

from footfall.learn.generation import PendingGeneration, scenario_limits
from footfall.learn.job import WORST, Result
from footfall.learn.toy_problem import ToyProblem


def result(score: float, end: str = "time") -> Result:
    return Result(score, {}, end, 1.0)


def make(limit: float = math.inf, rescored: bool = False, **options: object) -> PendingGeneration:
    problem = ToyProblem(n=2, n_scenarios=2, **options)  # type: ignore[arg-type]
    return PendingGeneration(
        problem, np.arange(6.0).reshape(3, 2), np.full(2, 9.0) if rescored else None, 7, limit
    )


def hand_out(each: PendingGeneration) -> list[tuple[int, int]]:
    given = []
    while (out := each.next_job()) is not None:
        given.append(out[:2])
    return given


def test_every_run_is_handed_out_once_candidate_after_candidate() -> None:
    assert hand_out(make()) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_a_job_says_what_to_run() -> None:
    each = make(limit=3.0, combine="worst")
    out = each.next_job()
    assert out is not None
    job = out[2]
    assert (job.vector, job.scenario, job.seed, job.limit) == ((0.0, 1.0), 0, 7, 3.0)


def test_the_best_so_far_runs_without_a_limit() -> None:
    each = make(limit=3.0, rescored=True, combine="worst")
    jobs = []
    while (out := each.next_job()) is not None:
        jobs.append(out[2])
    assert [job.limit for job in jobs] == [3.0] * 6 + [math.inf] * 2
    assert jobs[-1].vector == (9.0, 9.0)


def test_scores_combine() -> None:
    for combine, expected in (("mean", 2.0), ("worst", 3.0)):
        each = make(combine=combine)
        each.take(0, 0, result(1.0))
        each.take(0, 1, result(3.0))
        assert each.value(0) == expected


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, 1e300])
def test_what_is_no_score_is_the_worst_one(score: float) -> None:
    each = make()
    each.take(0, 0, result(score))
    each.take(0, 1, result(0.0))
    assert each.value(0) == WORST / 2
    assert each.failed[0].tolist() == [True, False]


@pytest.mark.parametrize("end", ["diverged", "crashed: killed", "error: ValueError: x"])
def test_failures_are_counted(end: str) -> None:
    each = make()
    each.take(0, 0, result(5.0, end))
    assert each.failed.sum() == 1


def test_a_run_stopped_early_is_above_the_bar() -> None:
    each = make(limit=2.0)
    each.take(0, 0, result(4.0, "hopeless"))
    each.take(0, 1, result(0.0))
    assert each.value(0) > 2.0


def test_it_is_complete_when_all_runs_have_ended() -> None:
    each = make()
    for row in range(3):
        for scenario in range(2):
            assert not each.complete
            each.take(row, scenario, result(float(row)))
    assert each.complete and each.values().tolist() == [0.0, 1.0, 2.0]


def test_what_is_restored_is_not_run_again() -> None:
    half = make()
    half.take(0, 1, result(4.0))
    half.take(2, 0, result(5.0))
    fresh = make()
    fresh.restore(half.partial())
    assert hand_out(fresh) == [(0, 0), (1, 0), (1, 1), (2, 1)]


def test_it_seems_lost_when_one_scenario_is_much_worse_than_the_parents() -> None:
    parent = np.array([1.0, 1.0])
    for score, lost in ((1.5, True), (0.5, False)):
        each = make(limit=1.0)
        assert not each.likely_fails(parent)
        each.take(0, 1, result(score))
        assert each.likely_fails(parent) is lost
        assert not each.likely_fails(None)


def test_limits_of_scenarios_are_certain() -> None:
    assert list(scenario_limits(ToyProblem(n_scenarios=2, combine="worst"), 3.0)) == [3.0, 3.0]
    assert list(scenario_limits(ToyProblem(n_scenarios=2), 3.0)) == [6.0, 6.0]  # the other may score 0
    assert list(scenario_limits(ToyProblem(n_scenarios=2, floor=-1.0), 3.0)) == [7.0, 7.0]
    assert list(scenario_limits(ToyProblem(n_scenarios=2, floor=-math.inf), 3.0)) == [math.inf] * 2
    assert list(scenario_limits(ToyProblem(n_scenarios=1, floor=-math.inf), 3.0)) == [3.0]
    assert list(scenario_limits(ToyProblem(n_scenarios=2), math.inf)) == [math.inf] * 2
