"""The figure of curves is written, without a screen and without pyplot."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from footfall.errors import FootfallError
from footfall.motion.plots import close_up, plot
from footfall.motion.samples import MotionSamples


def test_plot_is_written(pushed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)  # importing it would now fail
    path = plot(pushed, tmp_path / "walk.png")
    with Image.open(path) as figure:
        assert figure.size == (1540, 1155)
        assert np.asarray(figure.convert("L")).std() > 20


@pytest.mark.parametrize("seconds", [0.0, 0.005, 0.3])
def test_short_runs_can_be_plotted(make_walk: Any, tmp_path: Path, seconds: float) -> None:
    assert plot(make_walk(planar=True, seconds=seconds), tmp_path / "walk.png").exists()


def test_names_that_say_nothing_are_no_obstacle(make_walk: Any, tmp_path: Path) -> None:
    rec = make_walk()
    odd = replace(rec, dof_names=tuple(f"joint{i}" for i in range(len(rec.dof_names))))
    assert plot(odd, tmp_path / "walk.png").exists()


def test_the_close_up_is_about_the_push_else_the_end(make_walk: Any, pushed: Any) -> None:
    assert close_up(MotionSamples.of(make_walk(seconds=9.0))) == pytest.approx((5.0, 9.0))
    assert close_up(MotionSamples.of(pushed)) == pytest.approx((0.0, 3.0))


def test_only_png(make_walk: Any, tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match=r"\.png"):
        plot(make_walk(), tmp_path / "walk.jpeg")
