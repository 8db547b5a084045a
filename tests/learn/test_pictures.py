"""Pictures of a search: they are written, and show something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from footfall.learn.job import Bundle
from footfall.learn.pictures import film_before_after, plot_progress

pytestmark = pytest.mark.sim

HISTORY = {
    "evaluations": np.array([1.0, 7.0]),
    "best": np.array([3.0, 2.0]),
    "mean": np.array([3.0, 1e9]),  # a generation that diverged
    "lowest": np.array([3.0, 2.0]),
}


def test_the_plot(bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    plot_progress(tmp_path / "progress.png", bundle(), HISTORY, (0.5, -1.0))
    image = np.asarray(Image.open(tmp_path / "progress.png").convert("L"))
    assert image.shape[1] > 800 and image.std() > 5


def test_both_films_show_the_fall(
    bundle: Callable[..., Bundle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    made = bundle(scenarios=[{"seconds": 4.0, "push": "1.5:0.4:-2000"}])
    film_before_after(tmp_path / "both.png", made, (0.1, 0.0))
    assert np.asarray(Image.open(tmp_path / "both.png")).std() > 5
    assert [p.name for p in tmp_path.iterdir()] == ["both.png"]
