"""Bisection, and its look at what lies below."""

from __future__ import annotations

import pytest

from footfall.robust.limits import Limit, largest


@pytest.mark.parametrize("limit", [0.0, 7.0, 333.0, 999.0])
def test_a_sharp_limit_is_found_within_the_precision(limit: float) -> None:
    found = largest(lambda x: x <= limit, 0.0, 1280.0, 10.0)
    assert found.reliable is not None
    assert found.reliable == found.reached
    assert found.reliable <= limit < found.reliable + 10.0


def test_the_hardest_value_counts_when_it_holds() -> None:
    assert largest(lambda x: True, 0.0, 40.0, 0.5) == Limit(40.0, 40.0)


def test_it_searches_downwards_too() -> None:
    found = largest(lambda mu: mu >= 0.3, 1.0, 0.02, 0.01).reliable
    assert found is not None
    assert 0.3 <= found < 0.31


def test_nothing_holds() -> None:
    assert largest(lambda x: False, 0.0, 100.0, 1.0) == Limit(None, None)


def test_an_island_is_no_limit() -> None:
    def island(x: float) -> bool:
        return x < 100.0 or 300.0 < x < 400.0

    lucky = largest(island, 0.0, 640.0, 10.0, checks=False)
    honest = largest(island, 0.0, 640.0, 10.0)
    assert lucky.reliable is not None and lucky.reliable > 300.0
    assert honest.reached == lucky.reached
    assert honest.reliable is not None and 90.0 <= honest.reliable < 100.0
