"""The polar plot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from footfall.errors import FootfallError
from footfall.robust.measure import known_pushes
from footfall.robust.pictures import polar
from footfall.robust.pushes import PushTable, compass


def _table(phases: tuple[float, ...], duration: float = 0.4) -> PushTable:
    limits = np.full((2, len(phases), 8), 100.0)
    return PushTable("a", "human", "trunk", duration, phases, compass(8), ("left", "right"), limits, limits)


@pytest.mark.parametrize("phases", [(0.1,), (0.1, 0.3, 0.5, 0.7, 0.9)])
def test_a_plot_is_written(tmp_path: Path, phases: tuple[float, ...]) -> None:
    path = polar(_table(phases), tmp_path / "pushes.png")
    with Image.open(path) as picture:
        assert min(picture.size) > 500


def test_only_a_picture_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(FootfallError):
        polar(_table((0.1,)), tmp_path / "pushes.txt")


def test_published_pushes_stand_beside_equal_ones_only() -> None:
    known = known_pushes(_table((0.1,)), 0.1)
    assert known is not None and known[0] == 340.0
    assert known_pushes(_table((0.2,)), 0.2) is None
    assert known_pushes(_table((0.1,), duration=0.1), 0.1) is None
