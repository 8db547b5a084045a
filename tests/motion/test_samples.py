"""One moment of a recording: the right sample, the right pushes, poses between samples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from footfall.engine.pendulum import DRAWN
from footfall.errors import FootfallError
from footfall.motion.samples import MotionSamples


def test_pose_between_samples_is_between(make_walk: Any) -> None:
    motion = MotionSamples.of(make_walk())
    middle = motion.pose(float(motion.time[100:102].mean()))
    np.testing.assert_allclose(middle[:3], motion.qpos[100:102, :3].mean(axis=0), atol=1e-9)
    np.testing.assert_allclose(motion.pose(float(motion.time[100])), motion.qpos[100], atol=1e-12)
    assert np.linalg.norm(middle[3:7]) == pytest.approx(1.0)


def test_pose_does_not_glide_through_a_jump(make_walk: Any) -> None:
    rec = make_walk()
    rec.qpos[101:, 0] += 50.0
    motion = MotionSamples.of(rec)
    assert motion.pose(float(motion.time[100]) + 0.001)[0] == pytest.approx(motion.qpos[100, 0])
    assert motion.pose(float(motion.time[100]) + 0.004)[0] == pytest.approx(motion.qpos[101, 0])


def test_moment_reads_the_nearest_sample(make_walk: Any) -> None:
    rec = make_walk()
    now = MotionSamples.of(rec).instant(float(rec.time[100]) + 0.002)
    assert now.phase == f"walk › {rec.phase_names[rec.phase[100]]}"
    assert now.side == ("left" if rec.side[100] == 0 else "right")
    assert now.load == tuple(rec.loads[100])
    assert now.speed == rec.speed_forward[100]


def test_pushes_are_on_while_they_are_on(pushed: Any) -> None:
    motion = MotionSamples.of(pushed)
    assert [len(motion.instant(t).pushes) for t in (0.99, 1.0, 1.39, 1.41)] == [0, 1, 1, 0]
    assert len(motion.instant(0.97, reach=0.06).pushes) == 1


def test_what_follows_a_blow_up_is_cut(make_walk: Any) -> None:
    rec = make_walk()
    rec.qpos[400:] = np.nan
    assert len(MotionSamples.of(rec).time) == 400
    rec.com[0] = np.inf
    with pytest.raises(FootfallError, match="nothing to show"):
        MotionSamples.of(rec)


def test_an_empty_recording_is_refused(make_walk: Any) -> None:
    rec = make_walk()
    empty = replace(rec, time=rec.time[:0], qpos=rec.qpos[:0], com=rec.com[:0])
    with pytest.raises(FootfallError, match="nothing to show"):
        MotionSamples.of(empty)


def test_window(make_walk: Any) -> None:
    motion = MotionSamples.of(make_walk(seconds=3.0))
    assert motion.window(None, None) == pytest.approx((0.0, 3.0))
    assert motion.window(2.0, 5.0) == pytest.approx((2.0, 3.0))
    for start, seconds in ((4.0, None), (-1.0, None), (float("nan"), None), (0.0, 0.0), (0.0, float("nan"))):
        with pytest.raises(FootfallError):
            motion.window(start, seconds)


def test_one_sample_is_enough(make_walk: Any) -> None:
    motion = MotionSamples.of(make_walk(seconds=0.0))
    np.testing.assert_array_equal(motion.pose(0.3), motion.qpos[0])
    assert motion.instant(0.3).time == 0.3


def test_a_pendulum_between_samples_is_between(make_walk: Any) -> None:
    rec = make_walk()
    drawn = np.zeros((len(rec.time), DRAWN))
    drawn[100:, 6] = rec.time[100:]  # its centre of mass goes ahead
    motion = replace(MotionSamples.of(rec), drawn=drawn)
    found = motion.pendulum(float(rec.time[200]) + 0.002)
    assert found is not None and found.com[0] == pytest.approx(rec.time[200] + 0.002)
    assert motion.pendulum(float(rec.time[50])) is None
    first = motion.pendulum(float(rec.time[100]) - 0.001)
    assert first is not None and first.com[0] == rec.time[100]  # not halfway from nowhere
    assert MotionSamples.of(rec).pendulum(1.0) is None
