"""Poses that are carried over as they come."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall.body import load_body
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import at
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.live import LiveFigure

RATE = 60.0


@pytest.fixture(scope="module")
def figure() -> LiveFigure:
    return LiveFigure(at(read_clip("squat"), np.zeros(1)), load_body("human"), RATE)


def test_the_pelvis_stops_gently_at_both_ends(figure: LiveFigure) -> None:
    figure.height = None
    ramp = np.concatenate([np.linspace(0.9, 1.2, 30), np.linspace(1.2, 0.3, 60)])  # 0.6 and 0.9 m/s
    heights = np.array([figure._height(float(z), 0.6, 1.0) for z in [0.9] * 5 + list(ramp)])
    assert heights.max() <= 1.0 and heights.max() > 0.98
    assert heights.min() >= 0.6 - 1e-3 and heights.min() < 0.62
    assert np.abs(np.diff(heights, n=2)).max() * RATE**2 < 13.0


def test_the_pelvis_goes_where_it_should_between_them(figure: LiveFigure) -> None:
    figure.height = None
    wanted = 0.8 + 0.1 * np.cos(2.0 * np.pi * 0.5 * np.arange(120) / RATE)
    assert np.allclose([figure._height(float(z), 0.5, 1.0) for z in wanted], wanted, atol=2e-3)


def test_soles_stay_flat_however_deep_the_stream_goes(figure: LiveFigure) -> None:
    clip, body = read_clip("squat"), load_body("human")
    poses = at(clip, np.arange(100) / RATE)
    deep = replace(poses, root=poses.root - [0.0, 0.0, 0.3] * np.linspace(0.0, 1.0, 100)[:, None])
    live = LiveFigure(at(clip, np.zeros(1)), body, RATE)
    for k in range(100):
        live.row(deep.root[k], deep.rotations[k])
        up = [rot.rotate(turn, np.array([0.0, 0.0, 1.0]))[2] for turn in live._foot_turns(live.before)]
        assert min(up) > np.cos(0.06)
