"""Fourier series of a walk."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips import fourier
from footfall.motion.clips.fourier import Series, _fit, _period, fit_gait

PERIOD, RATE = 1.1, 60.0
WALK = Series(PERIOD, np.array([0.1, 0.4, 0.05]), np.array([0.0, 0.2, -0.1]))
TIMES = np.arange(150) / RATE


def test_series_has_its_own_rate() -> None:
    step = 1e-5
    slope = (WALK.at(TIMES + step) - WALK.at(TIMES - step)) / (2.0 * step)
    assert WALK.rate(TIMES) == pytest.approx(slope, abs=1e-6)


def test_period_of_two_sides_half_a_stride_apart() -> None:
    pair = (WALK.at(TIMES), WALK.at(TIMES + 0.5 * PERIOD))
    period, explained = _period([pair], RATE, 5, 2.4)
    assert period == pytest.approx(PERIOD, rel=0.02)
    assert explained > 0.98


def test_fit_finds_the_series_of_both_sides() -> None:
    found = _fit((WALK.at(TIMES), WALK.at(TIMES + 0.5 * PERIOD)), TIMES, PERIOD, range(4))
    assert found.cosines[:3] == pytest.approx(WALK.cosines, abs=1e-9)
    assert found.sines[:3] == pytest.approx(WALK.sines, abs=1e-9)


def test_odd_harmonics_are_mirrored_by_a_step() -> None:
    values = 0.1 * np.sin(2.0 * np.pi * TIMES / PERIOD)
    found = _fit((values,), TIMES, PERIOD, range(1, 6, 2))
    assert found.at(TIMES + 0.5 * PERIOD) == pytest.approx(-found.at(TIMES), abs=1e-9)


def test_standing_is_no_walk() -> None:
    from footfall.body import load_body
    from footfall.motion.clips.edit import cut
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.settings import Settings

    body = load_body("human")
    ref = retarget(cut(read_clip("bow"), 0.0, 2.0), body, Settings(rate=30.0))
    with pytest.raises(FootfallError, match="no walk"):
        fit_gait(ref, Figure(body))
    assert fourier.EXPLAINED > 0.5
