"""Many bodies: who walks, and that anybody can draw the same ones again."""

from __future__ import annotations

import pytest

from footfall.body.proportions import random_proportions
from footfall.robust.survey import WalkResult, comfortable, drawn_numbers, run_all, walk_bodies


def test_a_walker_walks_only_if_it_is_up_and_on_its_way() -> None:
    def one(end: str, speed: float) -> WalkResult:
        return WalkResult("body 0", end, 30.0, 0.7, speed, {})

    assert one("time", 0.6).walked
    assert not one("fell", 0.6).walked
    assert not one("time", 0.1).walked


def test_longer_legs_are_faster_by_the_root_of_their_length() -> None:
    assert comfortable(0.9144) == pytest.approx(0.7)
    assert comfortable(4 * 0.9144) == pytest.approx(1.4)


def test_runs_keep_their_order_whichever_ends_first() -> None:
    shares: list[float] = []
    jobs = [lambda k=k: WalkResult(str(k), "time", 1.0, 1.0, 1.0, {}) for k in range(7)]
    assert [one.name for one in run_all(jobs, 3, shares.append)] == [str(k) for k in range(7)]
    assert max(shares) == 1.0


@pytest.mark.sim
def test_the_bodies_are_those_of_body_random_and_do_not_depend_on_threads() -> None:
    first = walk_bodies("genbicon/walk", 2, 0.3, 4, seconds=1.0, threads=1)
    again = walk_bodies("genbicon/walk", 2, 0.3, 4, seconds=1.0, threads=2)
    assert first.results == again.results
    assert first.results[1].draws == drawn_numbers(random_proportions(4001, 0.3))
    assert first.plain()["of"] == 2
