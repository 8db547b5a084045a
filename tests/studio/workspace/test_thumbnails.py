"""Which span of a recording the gallery shows."""

from __future__ import annotations

import numpy as np

from footfall.studio.workspace.thumbnails import strike_times


def test_strikes_are_where_a_foot_comes_down_after_a_flight() -> None:
    time = np.arange(0.0, 4.0, 0.01)
    load = np.where((time % 1.0) < 0.6, 400.0, 0.0)
    load[30:33] = 0.0  # a bounce, no step
    assert np.allclose(strike_times(time, load), [1.0, 2.0, 3.0])
    assert strike_times(time, np.full_like(time, 400.0)) == []
