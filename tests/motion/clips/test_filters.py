from __future__ import annotations

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, Skeleton
from footfall.motion.clips.filters import filtered, low_pass

RATE = 120.0
TIME = np.arange(0, 8, 1 / RATE)
MIDDLE = slice(240, 720)


def passed(hertz: float, *, delay: bool = False) -> float:
    """Amplitude that is left of a wave when the cut-off is 3 Hz."""
    out = low_pass(np.sin(2 * np.pi * hertz * TIME), RATE, 3.0, delay=delay)
    return float(np.abs(out[MIDDLE]).max())


@pytest.mark.parametrize("delay", [False, True])
def test_slow_waves_pass_and_quick_ones_do_not(delay: bool) -> None:
    assert passed(0.5, delay=delay) == pytest.approx(1.0, abs=0.01)
    assert passed(3.0, delay=delay) == pytest.approx(np.sqrt(0.5), abs=0.02)
    assert passed(12.0, delay=delay) < 0.08


def test_without_delay_a_wave_stays_where_it_is() -> None:
    wave = np.sin(2 * np.pi * 0.5 * TIME)
    assert np.abs(low_pass(wave, RATE, 3.0)[MIDDLE] - wave[MIDDLE]).max() < 0.01


def test_in_real_time_it_is_late_by_the_known_time() -> None:
    wave = np.sin(2 * np.pi * 0.5 * TIME)
    late = np.interp(TIME - np.sqrt(2) / (2 * np.pi * 3.0), TIME, wave)
    assert np.abs(low_pass(wave, RATE, 3.0, delay=True)[MIDDLE] - late[MIDDLE]).max() < 0.01


def test_straight_lines_are_left_alone() -> None:
    line = np.stack([TIME, 2 - 3 * TIME], axis=1)
    assert np.allclose(low_pass(line, RATE, 3.0), line, atol=1e-6)


@pytest.mark.parametrize("cutoff", [0.0, -1.0, 60.0])
def test_cutoffs_that_cannot_be(cutoff: float) -> None:
    with pytest.raises(FootfallError, match="a filter at"):
        low_pass(TIME, RATE, cutoff)


def test_a_calm_spine_leaves_quick_limbs_alone() -> None:
    wave = 0.3 * np.sin(2 * np.pi * 3.0 * TIME)
    turns = np.stack([rot.about(np.array([0.0, 0.0, 1.0]), wave)] * 2, axis=1)
    skeleton = Skeleton(("hips", "arm"), (-1, 0), np.zeros((2, 3)))
    clip = Clip("both", skeleton, RATE, np.zeros((len(TIME), 3)), turns)
    out = filtered(clip, 12.0, calm=([0], 1.0)).rotations[MIDDLE]
    assert np.abs(out[:, 0, 3]).max() < 0.03
    assert np.abs(out[:, 1, 3]).max() > 0.13
    alike = filtered(clip, 12.0, calm=([0], 20.0)).rotations
    assert np.allclose(alike, filtered(clip, 12.0).rotations)
