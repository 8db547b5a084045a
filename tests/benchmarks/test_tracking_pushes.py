"""The table of pushes goes from the paper's figure upwards, or down to what is stood."""

from __future__ import annotations

from typing import Any, cast

import pytest

from benchmarks import tracking_pushes
from benchmarks.tracking_pushes import PLAYED, Draw, highest, pushing_of, stood
from footfall.learn.track.search import FRESH, Pushing
from footfall.script import Program

SETS = {"first": cast(Program, "first"), "second": cast(Program, "second")}
GOOD, BAD = (Draw(1.9, 1.0),) * FRESH, (Draw(0.2, 1.0),) * 2


def judge(limits: dict[str, float]) -> Any:
    """A judge to whom each set of numbers stands so many newtons."""

    def judged(program: Program, kind: str, pushing: Pushing) -> tuple[Draw, ...]:
        return GOOD if pushing.force <= limits[str(program)] else BAD

    return judged


def draws(*rewards: float, played: float = 1.0) -> tuple[Draw, ...]:
    """Draws with these rewards."""
    return tuple(Draw(reward, played) for reward in rewards)


@pytest.mark.parametrize(
    ("limits", "amount", "numbers"),
    [
        ({"first": 60.0, "second": 40.0}, 60.0, "first"),
        ({"first": 40.0, "second": 79.0}, 60.0, "second"),
        ({"first": 100.0, "second": 150.0}, 140.0, "second"),
        ({"first": 20.0, "second": 0.0}, 20.0, "first"),
    ],
)
def test_the_highest_that_is_stood(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, float], amount: float, numbers: str
) -> None:
    monkeypatch.setattr(tracking_pushes, "judged", judge(limits))
    found = highest(SETS, "stand", "push")
    assert found is not None
    assert (found.amount, found.numbers, found.draws) == (amount, numbers, GOOD)


def test_nothing_may_be_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracking_pushes, "judged", judge({"first": 0.0, "second": 0.0}))
    assert highest(SETS, "stand", "push") is None


def test_two_failures_are_enough_to_stop() -> None:
    assert stood(draws(1.9, 0.2, 1.9, 1.6, 1.7))
    assert not stood(draws(1.9, 0.2, 0.2))
    assert not stood(draws(1.9, 1.5, 1.9, 1.59, 1.7))


def test_a_clip_must_go_on() -> None:
    assert stood(draws(*(1.9,) * FRESH, played=PLAYED))
    assert not stood(draws(*(1.9,) * FRESH, played=PLAYED - 0.01))


def test_columns_push_or_throw() -> None:
    assert pushing_of("push", 80.0) == Pushing(force=80.0)
    assert pushing_of("ball", 1.5) == Pushing(ball=1.5)
