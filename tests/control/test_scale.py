"""The units of a body's size."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import SCALE_COLUMNS, SCALE_LEG
from footfall.control.scale import gravity, natural_time


@pytest.mark.parametrize("g", [9.81, 1.62])
def test_natural_time_is_that_of_a_pendulum_as_long_as_the_leg(plain: Callable[..., Any], g: float) -> None:
    scale = np.zeros(SCALE_COLUMNS)
    scale[SCALE_LEG] = 0.9
    c = SimpleNamespace(gravity=np.array([0.0, 0.0, -g]), scale=scale)
    assert plain(gravity)(c) == pytest.approx(g)
    assert plain(natural_time)(c) == pytest.approx(math.sqrt(0.9 / g))


def test_without_gravity_nothing_is_divided_by_zero(plain: Callable[..., Any]) -> None:
    assert 0.0 < plain(gravity)(SimpleNamespace(gravity=np.zeros(3))) < 1e-3
