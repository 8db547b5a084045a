"""Strides are found where feet take load, and curves run from strike to strike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from footfall.natural.motion import Motion
from footfall.natural.strides import over, standing, strides_of


def test_strides_last_two_steps_and_have_one_strike_of_the_other_foot(walker: Callable[..., Motion]) -> None:
    motion = walker(cadence=100.0)
    strides = strides_of(motion, standing(motion))
    assert {s.side for s in strides} == {0, 1}
    for stride in strides:
        assert (stride.end - stride.begin) * motion.step == pytest.approx(1.2, abs=0.011)
        assert stride.begin < stride.other < stride.off < stride.end


def test_a_touch_of_a_moment_makes_no_stride(walker: Callable[..., Motion]) -> None:
    motion = walker()
    loads = motion.loads.copy()
    swing = int(np.flatnonzero(loads[400:, 0] == 0.0)[10]) + 400
    loads[swing : swing + 4, 0] = 300.0
    assert strides_of(motion, standing(replace(motion, loads=loads))) == strides_of(motion, standing(motion))


def test_a_curve_has_101_points_from_one_strike_to_the_next() -> None:
    curve = over(np.arange(50.0), 10, 30)
    assert len(curve) == 101
    assert curve[0] == 10.0 and curve[-1] == 30.0 and curve[50] == pytest.approx(20.0)
