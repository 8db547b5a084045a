"""Flights and landings by hand: when they begin and end, and what is measured then."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control import landing
from footfall.control.columns import (
    MONITOR_COLUMNS,
    MONITOR_WINDOW,
    PRESSURE_COLUMNS,
    PRESSURE_FORCE,
    SCALE_COLUMNS,
    SCALE_WEIGHT,
    SUM_COLUMNS,
    SUM_MOST,
    SUM_SEEN,
    SUM_SMOOTH,
)
from footfall.control.landing import FLIGHT

Plain = Callable[..., Any]
DT = 1e-3
FOOT, HAND = 0, 1


def body(weight: float = 500.0) -> SimpleNamespace:
    """A foot and a hand, a centre of mass 0.3 m ahead of the foot that sinks at 2 m/s."""
    return SimpleNamespace(
        touching=np.zeros(2, np.int64),
        pressure=np.zeros((2, PRESSURE_COLUMNS)),
        scale=np.eye(SCALE_COLUMNS)[SCALE_WEIGHT] * weight,
        part_leg=np.array([0, -1]),
        part_body=np.array([0, 1]),
        feet=np.array([0, 0]),
        com=np.array([0.8, 0.0, 1.0]),
        com_velocity=np.array([0.0, 0.0, -2.0, 1.0]),
        xpos=np.array([[0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]),
        planar=np.array([1]),
    )


def fly(step: Plain, c: SimpleNamespace, seconds: float) -> None:
    c.touching[:] = 0
    for _ in range(round(seconds / DT)):
        step()


def test_a_flight_lasts_until_any_part_touches(plain: Plain) -> None:
    c, sums = body(), np.zeros(SUM_COLUMNS)
    values = [plain(landing.flight)(c, sums, DT) for _ in range(5)]
    c.touching[HAND] = 1
    assert values == pytest.approx([DT, 2 * DT, 3 * DT, 4 * DT, 5 * DT])
    assert plain(landing.flight)(c, sums, DT) == 0.0


@pytest.mark.parametrize(("what", "value"), [(landing.DESCENT, 2.0), (landing.UNDER, 0.3)])
def test_a_landing_is_that_after_the_longest_flight(plain: Plain, what: int, value: float) -> None:
    c, sums = body(), np.zeros(SUM_COLUMNS)

    def step() -> None:
        plain(landing.add_landing)(c, sums, what, DT)

    fly(step, c, FLIGHT / 2)
    c.touching[FOOT] = 1
    step()
    assert sums[SUM_SEEN] == 0.0  # too short to be one
    fly(step, c, 3 * FLIGHT)
    c.touching[FOOT] = 1
    step()
    assert sums[SUM_SMOOTH] == pytest.approx(value)
    fly(step, c, 2 * FLIGHT)  # a hop after it
    c.touching[FOOT], c.com[0], c.com_velocity[2] = 1, 9.0, -9.0
    step()
    assert sums[SUM_SMOOTH] == pytest.approx(value)


@pytest.mark.parametrize(("parts", "value"), [((FOOT,), 0.0), ((HAND,), 1.0), ((FOOT, HAND), 1.0)])
def test_what_touches_first(plain: Plain, parts: tuple[int, ...], value: float) -> None:
    c = body()
    c.touching[list(parts)] = 1
    assert plain(landing.landing)(c, landing.TOUCH) == value


def test_impact_is_the_smoothed_force_beyond_the_weight_after_a_flight(plain: Plain) -> None:
    c, sums, spec = body(weight=500.0), np.zeros(SUM_COLUMNS), np.zeros(MONITOR_COLUMNS)
    spec[MONITOR_WINDOW] = 0.01

    def step(force: float) -> None:
        c.pressure[:, PRESSURE_FORCE] = force / 2
        plain(landing.add_impact)(c, spec, sums, DT)

    c.touching[FOOT] = 1
    step(1e6)  # before any flight nothing counts
    fly(lambda: step(0.0), c, 0.2)
    c.touching[FOOT] = 1
    for _ in range(200):
        step(1500.0)
    assert sums[SUM_MOST] == pytest.approx(2.0, abs=1e-6)  # three times the weight
    assert sums[SUM_SMOOTH] == pytest.approx(3.0, abs=1e-6)
    before = sums[SUM_MOST]
    step(5000.0)  # one tick moves a window of ten by a tenth of the way
    assert sums[SUM_MOST] - before == pytest.approx(0.1 * (10.0 - 3.0), abs=1e-6)
