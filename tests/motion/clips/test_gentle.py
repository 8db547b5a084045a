"""Ways of a pelvis that are as gentle as a person's."""

from __future__ import annotations

import numpy as np

from footfall.motion.clips.gentle import Heading, Height

RATE = 60.0


def test_the_pelvis_stops_gently_at_both_ends() -> None:
    height = Height(RATE)
    ramp = np.concatenate([np.linspace(0.9, 1.2, 30), np.linspace(1.2, 0.3, 60)])  # 0.6 and 0.9 m/s
    heights = np.array([height.step(float(z), 0.6, 1.0) for z in [0.9] * 5 + list(ramp)])
    assert heights.max() <= 1.0 and heights.max() > 0.98
    assert heights.min() >= 0.6 - 1e-3 and heights.min() < 0.62
    assert np.abs(np.diff(heights, n=2)).max() * RATE**2 < 13.0


def test_the_pelvis_goes_where_it_should_between_them() -> None:
    height = Height(RATE)
    wanted = 0.8 + 0.1 * np.cos(2.0 * np.pi * 0.5 * np.arange(120) / RATE)
    assert np.allclose([height.step(float(z), 0.5, 1.0) for z in wanted], wanted, atol=2e-3)


def test_slow_turns_are_followed() -> None:
    heading = Heading(RATE)
    wanted = 3.0 + 0.5 * (1.0 - np.cos(0.5 * np.arange(240) / RATE))  # 0.125 rad/s²; and past a half turn
    off = [heading.step(float(angle)) for angle in (wanted + np.pi) % (2.0 * np.pi) - np.pi]
    assert np.abs(off).max() < 0.04


def test_quick_turns_to_and_fro_are_not() -> None:
    heading = Heading(RATE)
    wanted = 0.5 * np.sin(2.0 * np.pi * 2.0 * np.arange(240) / RATE)
    faced = wanted + [heading.step(float(angle)) for angle in wanted]
    assert np.abs(faced[120:]).max() < 0.1
    assert np.abs(np.diff(faced, n=2)).max() * RATE**2 < 1.3
