from __future__ import annotations

import numpy as np

from footfall.body import load_body
from footfall.motion.clips.clearance import CLEAR, needed_way
from footfall.motion.clips.figure import Figure


def test_a_leg_that_swings_gives_way_to_the_one_that_stands() -> None:
    figure = Figure(load_body("human"))
    qpos = np.tile(figure.rest, (2, 1))
    qpos[1, figure.columns["rHip.roll"]] = -0.08
    qpos[1, figure.columns["lHip.roll"]] = -0.08
    way = needed_way(figure, qpos, np.array([[True, False], [True, False]]))
    assert not way[0].any() and not way[1, 0].any()
    assert -0.3 < way[1, 1, 1] < 0.0  # the right foot goes to the right
    both = needed_way(figure, qpos[1:], np.array([[True, True]]))
    assert np.allclose(both[0, 0], -both[0, 1]) and np.allclose(2.0 * both[0, 1], way[1, 1])
    assert CLEAR > 0.0
