"""Film strips: the right instants, the right size, in both renderers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from footfall.errors import FootfallError
from footfall.motion import strip
from footfall.motion.samples import MotionSamples


def _size(columns: int, rows: int, views: int) -> tuple[int, int]:
    band = views * strip.PANEL[1] + strip.CAPTION + strip.GAP
    return columns * (strip.PANEL[0] + strip.GAP) + strip.GAP, strip.HEAD + rows * band


def test_a_planar_body_is_seen_from_the_side(make_walk: Any, tmp_path: Path, renderer: str) -> None:
    path = strip.film_strip(make_walk(planar=True), tmp_path / "walk.png", frames=3)
    with Image.open(path) as sheet:
        assert sheet.size == _size(3, 1, 1)
        panels = [
            np.asarray(sheet.crop((x, strip.HEAD, x + strip.PANEL[0], strip.HEAD + strip.PANEL[1])))
            for x in (strip.GAP + i * (strip.PANEL[0] + strip.GAP) for i in range(3))
        ]
    assert (panels[0] != panels[1]).any() and (panels[1] != panels[2]).any()


def test_a_3d_body_is_seen_twice_and_long_strips_wrap(pushed: Any, tmp_path: Path, renderer: str) -> None:
    path = strip.film_strip(pushed, tmp_path / "walk.png", frames=12)
    with Image.open(path) as sheet:
        assert sheet.size == _size(6, 2, 2)


def test_by_default_a_strip_is_about_the_first_push(pushed: Any) -> None:
    times = strip.strip_times(MotionSamples.of(pushed), 10, None, None)
    assert times[0] == pytest.approx(1.0 - strip.BEFORE_PUSH)
    np.testing.assert_allclose(np.diff(times), strip.SPACING)


def test_else_it_is_the_end(make_walk: Any) -> None:
    times = strip.strip_times(MotionSamples.of(make_walk(seconds=3.0)), 10, None, None)
    assert times[-1] == pytest.approx(3.0)
    np.testing.assert_allclose(np.diff(times), strip.SPACING)


def test_a_short_run_is_shown_whole(make_walk: Any) -> None:
    times = strip.strip_times(MotionSamples.of(make_walk(seconds=0.5)), 20, None, None)
    assert (times[0], times[-1]) == pytest.approx((0.0, 0.5))


def test_a_move_that_came_to_its_end_is_shown_whole(make_walk: Any) -> None:
    walk = MotionSamples.of(make_walk(seconds=5.0))
    done = replace(walk, end="done")
    times = strip.strip_times(done, 20, None, None)
    assert (times[0], times[-1]) == pytest.approx((0.0, 5.0))
    assert strip.strip_times(walk, 20, None, None)[0] > 0.0  # one that goes on: its end
    assert strip.strip_times(done, 5, None, None)[0] > 0.0  # too few panels for so long a move


def test_a_part_can_be_chosen(pushed: Any) -> None:
    times = strip.strip_times(MotionSamples.of(pushed), 5, 2.0, 0.4)
    np.testing.assert_allclose(times, [2.0, 2.1, 2.2, 2.3, 2.4])


@pytest.mark.parametrize("frames", [0, -3, 100000])
def test_a_senseless_number_of_frames(make_walk: Any, tmp_path: Path, frames: int) -> None:
    with pytest.raises(FootfallError, match="frames"):
        strip.film_strip(make_walk(), tmp_path / "a.png", frames=frames)


def test_a_bad_path_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="does not exist"):
        strip.film_strip(None, tmp_path / "no" / "a.png")
