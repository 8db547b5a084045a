from __future__ import annotations

import math

import numpy as np

from footfall.learn.job import Job, Result
from footfall.learn.pipeline import MOST_AHEAD, Pipeline
from footfall.learn.search import make_strategy
from footfall.learn.search.strategy import Strategy
from footfall.learn.toy_problem import ToyProblem


def make(workers: int, scenarios: int, search: str = "one-plus-one") -> Pipeline:
    problem = ToyProblem(n=3, n_scenarios=scenarios)
    return Pipeline(problem, make_strategy(search, problem.lower, problem.upper, seed=1), workers)


def feed_all(pipeline: Pipeline, left: float = math.inf) -> list[Job]:
    jobs = []
    while (job := pipeline.feed(left)) is not None:
        jobs.append(job)
    return jobs


def past_the_start(pipeline: Pipeline, score: float = 10.0) -> int:
    """Evaluate the script itself; returns how many Jobs that took."""
    pipeline.begin(0, None, None)
    jobs = feed_all(pipeline)
    for number in range(len(jobs)):
        pipeline.take(number, Result(score, {}, "time", 0.0))
    learn(pipeline, pipeline.strategy)
    return len(jobs)


def learn(pipeline: Pipeline, strategy: Strategy) -> None:
    done = pipeline.next_complete()
    assert done is not None
    strategy.tell(done.values())
    pipeline.begin(0, None, None)


def vectors(jobs: list[Job]) -> list[tuple[float, ...]]:
    return list(dict.fromkeys(job.vector for job in jobs))


def test_the_start_is_not_guessed_beyond() -> None:
    pipeline = make(workers=4, scenarios=1)
    pipeline.begin(0, None, None)
    assert [job.vector for job in feed_all(pipeline)] == [(0.0, 0.0, 0.0)]


def test_spare_workers_try_what_follows_a_failure() -> None:
    pipeline = make(workers=3, scenarios=1)
    past_the_start(pipeline)
    jobs = feed_all(pipeline)
    assert len(jobs) == len(vectors(jobs)) == 3
    sequential = make_strategy("one-plus-one", *(np.array([b] * 3) for b in (-np.inf, np.inf)), seed=1)
    expected = []
    for score in (10.0, 11.0, 12.0, 13.0):
        expected.append(tuple(sequential.ask()[0].tolist()))
        sequential.tell(np.array([score]))
    assert vectors(jobs) == expected[1:]


def test_there_is_no_guess_when_the_scenarios_fill_the_workers() -> None:
    pipeline = make(workers=2, scenarios=2)
    past_the_start(pipeline)
    assert len(vectors(feed_all(pipeline))) == 1


def test_a_candidate_that_seems_lost_frees_its_worker_for_the_next() -> None:
    pipeline = make(workers=2, scenarios=2)
    first = past_the_start(pipeline)
    feed_all(pipeline)
    pipeline.take(first, Result(50.0, {}, "fell", 0.0))
    assert len(vectors(feed_all(pipeline))) == 1


def test_a_right_guess_is_kept_and_a_wrong_one_dropped() -> None:
    pipeline = make(workers=2, scenarios=1)
    first = past_the_start(pipeline)
    guessed = feed_all(pipeline)[1]
    pipeline.take(first, Result(20.0, {}, "time", 0.0))
    learn(pipeline, pipeline.strategy)
    assert pipeline.current is not None
    assert tuple(pipeline.current.candidates[0].tolist()) == guessed.vector
    (next_guess,) = feed_all(pipeline)
    pipeline.take(first + 1, Result(1.0, {}, "time", 0.0))
    learn(pipeline, pipeline.strategy)
    assert tuple(pipeline.current.candidates[0].tolist()) != next_guess.vector
    # Its result still comes in, and changes nothing.
    pipeline.take(first + 2, Result(0.0, {}, "time", 0.0))
    assert pipeline.next_complete() is None


def test_it_does_not_look_beyond_the_budget_nor_too_far() -> None:
    for workers, left, expected in ((8, 3, 3), (100, math.inf, MOST_AHEAD)):
        pipeline = make(workers=workers, scenarios=1)
        past_the_start(pipeline)
        assert len(feed_all(pipeline, left)) == expected


def test_a_population_is_not_guessed() -> None:
    pipeline = make(workers=100, scenarios=1, search="cma")
    past_the_start(pipeline)
    assert len(feed_all(pipeline)) == len(pipeline.strategy.ask())
