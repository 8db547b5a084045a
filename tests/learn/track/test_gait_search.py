"""Runs of a search: speed along the way, and pushes at phases of a settled stride."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from footfall.learn.track.gait_search import CHORDS, Walker, _along
from footfall.world import Push
from tests.learn.track.test_gait_skill import a_script


def circle(speed: float, turn: float, seconds: float = 20.0) -> np.ndarray:
    """Rows of a body that walks round a circle and sways."""
    t = np.arange(0.0, seconds, 1.0 / CHORDS)
    x, y = np.sin(turn * t) * speed / turn, (1.0 - np.cos(turn * t)) * speed / turn
    return np.stack([t, x, y, turn * t], axis=1)


def test_speed_is_along_a_way_that_bends() -> None:
    assert _along(circle(1.0, 0.25)) == pytest.approx(1.0, abs=0.01)


def test_speed_backwards_is_negative() -> None:
    track = circle(1.0, 0.25)
    track[:, 3] += math.pi
    assert _along(track) == pytest.approx(-1.0, abs=0.01)


def push(newtons: float, phase: float) -> Push:
    return Push(time=None, phase=phase, duration=0.2, force=(newtons, 0.0, 0.0))


def test_pushes_of_a_plain_walk(tmp_path: Path) -> None:
    program = a_script(tmp_path)
    walker = Walker(program, 0.7)
    params = program.params.copy()
    params[walker.share] = 0.0
    stood = walker.pushed(params, [push(20.0, 0.2), push(2000.0, 0.2), push(20.0, 0.7)], 4.0, 3.0)
    assert stood[0] == stood[2] == pytest.approx(3.0)
    assert stood[1] < 2.0


def test_no_pushes_cost_no_run(tmp_path: Path) -> None:
    program = a_script(tmp_path)
    assert Walker(program, 0.7).pushed(program.params, []) == []
