"""A body that follows poses as they come."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.body import load_body
from footfall.control.columns import ROW_ANGLES
from footfall.learn.track.live import DELAY, RATE, ROWS, Grid, LiveTracker
from footfall.motion.clips.clip import at
from footfall.motion.clips.edit import cut
from footfall.motion.clips.library import read_clip


def test_grid_puts_poses_at_even_times() -> None:
    grid, turns = Grid(), np.array([[1.0, 0.0, 0.0, 0.0]])
    assert grid.feed(0.0, np.zeros(3), turns) == []
    got = grid.feed(2.5 / RATE, np.array([2.5, 0.0, 0.0]), turns)
    assert [(k, round(float(root[0]), 6)) for k, root, _ in got] == [(1, 1.0), (2, 2.0)]
    assert grid.feed(1.0 / RATE, np.zeros(3), turns) == []  # too late
    assert [k for k, *_ in grid.feed(4.0 / RATE, np.zeros(3), turns)] == [3, 4]


@pytest.mark.sim
def test_an_arm_goes_where_the_stream_has_it() -> None:
    clip, body = cut(read_clip("wave"), 0.0, 1.5), load_body("human")
    poses = at(clip, np.arange(90) / RATE)
    tracker = LiveTracker(at(clip, np.zeros(1)), body)
    axis = next(a for a in body.axes if a.name == "rElbow.pitch")
    elbow = tracker.sim.model.joint(axis.model_name).qposadr[0]
    begun = float(tracker.sim.data.qpos[elbow])
    for k in range(1, 60):
        if k % 10:  # one in ten is lost
            tracker.feed(k / RATE, poses.root[k], poses.rotations[k])
        tracker.advance(k / RATE)
    column = ROW_ANGLES + [a.name for a in body.axes].index("rElbow.pitch")
    wanted = tracker.rows[59 % ROWS, column]
    assert not tracker.fell
    assert abs(tracker.sim.data.qpos[elbow] - wanted) < 0.15
    assert abs(wanted - begun) > 0.5
    assert tracker.written == 59 + DELAY
