"""What holds for every evaluator that needs no cluster."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.learn.evaluate import make_evaluator
from footfall.learn.evaluate.evaluator import Evaluator
from footfall.learn.job import WORST, Job

FINE, RAISES, MISTAKE, SLOW, PRINTS = 0.0, 1.0, 2.0, 5.0, 6.0


def job(what: float, score: float) -> Job:
    return Job("bundle", (what, score), 0)


@pytest.fixture(params=["serial", "threads", "processes"])
def evaluator(request: pytest.FixtureRequest, entry: str, tmp_path: Path) -> Iterator[Evaluator]:
    made = make_evaluator(request.param, None if request.param == "serial" else 2)
    made.start(str(tmp_path).encode(), entry + "evaluate")
    yield made
    made.close()


def test_results_come_in_the_order_of_the_jobs(evaluator: Evaluator) -> None:
    jobs = [job(SLOW if i == 0 else FINE, float(i)) for i in range(8)]
    assert [result.score for result in evaluator.map(jobs)] == list(range(8))


def test_no_jobs_no_results(evaluator: Evaluator) -> None:
    assert evaluator.map([]) == []


def test_an_error_in_a_run_is_the_worst_score(evaluator: Evaluator) -> None:
    bad, good = evaluator.map([job(RAISES, 1.0), job(FINE, 2.0)])
    assert (bad.score, bad.end) == (WORST, "error: ValueError: it went wrong")
    assert good.score == 2.0


def test_a_mistake_of_the_users_stays_one(evaluator: Evaluator) -> None:
    with pytest.raises(FootfallError) as caught:
        evaluator.map([job(FINE, 1.0), job(MISTAKE, 1.0), job(FINE, 1.0)])
    assert "no knees" in str(caught.value) and "add some" in str(caught.value)
    assert [result.score for result in evaluator.map([job(FINE, 7.0)])] == [7.0]


def test_what_a_run_prints_is_no_result(evaluator: Evaluator) -> None:
    assert [result.score for result in evaluator.map([job(PRINTS, 3.0)] * 2)] == [3.0, 3.0]


def test_a_run_that_is_ended_leaves_nothing_to_the_next(evaluator: Evaluator) -> None:
    left = iter([job(FINE, 1.0), *[job(SLOW, 2.0)] * 20])
    evaluator.run(lambda: next(left, None), lambda number, result: True)
    assert [result.score for result in evaluator.map([job(FINE, 9.0)])] == [9.0]


def test_feed_may_have_nothing_for_a_while(evaluator: Evaluator) -> None:
    """The second job is offered only after the first has ended."""
    offered, ended = [], []

    def feed() -> Job | None:
        if len(offered) > len(ended) or len(offered) == 3:
            return None
        offered.append(job(FINE, float(len(offered))))
        return offered[-1]

    def on_result(number: int, result: object) -> bool:
        ended.append(number)
        return False

    evaluator.run(feed, on_result)
    assert ended == [0, 1, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("proceses",), "did you mean 'processes'"),
        (("threads", 0), "0 workers"),
        (("serial", None, "auto"), "no cluster"),
    ],
)
def test_bad_choices_are_explained(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(FootfallError) as caught:
        make_evaluator(*arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
