"""The camera goes with the figure, calmly, and stands where it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.camera import Camera, Follow, Framing, smooth
from footfall.motion.samples import MotionSamples


def test_smoothing_keeps_a_straight_path_and_calms_a_shaky_one() -> None:
    time = np.arange(0, 5, 0.005)
    line = np.stack([2 * time, 1 - time], axis=1)
    np.testing.assert_allclose(smooth(time, line, 0.3), line, atol=1e-9)
    shake = np.sin(40 * time)[:, None]
    assert np.abs(smooth(time, shake, 0.3)[200:-200]).max() < 0.01


def test_side_view_shows_forward_to_the_right_and_up_upwards() -> None:
    forward, right, up = Camera((0, 0, 1), 3, 90, 0, 30).axes()
    np.testing.assert_allclose(forward, [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(right, [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(up, [0, 0, 1], atol=1e-12)


def test_front_view_looks_the_figure_in_the_face(make_walk: Any) -> None:
    rec = make_walk()
    turned = MotionSamples.of(replace(rec, heading=np.full(len(rec.time), 0.5)))
    camera = Follow(turned, Framing.of(turned), view="front").at(1.0)
    face = np.array([np.cos(0.5), np.sin(0.5)])
    assert camera.axes()[0][:2] @ face < -0.95


def test_framing_measures_the_figure(make_walk: Any) -> None:
    motion = MotionSamples.of(make_walk())
    framing = Framing.of(motion)
    assert framing.stature == pytest.approx(1.7, abs=0.05)
    x, _, z = Follow(motion, framing).at(1.5).lookat
    assert x == pytest.approx(1.5, abs=0.05)
    assert z == pytest.approx(framing.stature / 2, abs=0.1)


def test_turning_through_half_a_circle_does_not_spin_the_camera(make_walk: Any) -> None:
    rec = make_walk()
    heading = np.angle(np.exp(1j * (3.0 + 0.2 * rec.time)))
    motion = MotionSamples.of(replace(rec, heading=heading))
    follow = Follow(motion, Framing.of(motion))
    turns = np.diff([follow.at(t).azimuth for t in np.arange(0, 3, 0.05)])
    assert np.abs(turns).max() < 2.0


def test_unknown_view_offers_the_nearest(make_walk: Any) -> None:
    motion = MotionSamples.of(make_walk())
    with pytest.raises(FootfallError, match="did you mean 'front'"):
        Follow(motion, Framing.of(motion), view="frnt")
