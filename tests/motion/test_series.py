"""Curves for plots: signs, spans, names."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.motion import series
from footfall.motion.samples import MotionSamples


@pytest.mark.parametrize("heading", [0.0, 1.2, -2.5])
def test_lean_forward_is_positive_pitch_and_left_is_positive_roll(make_walk: Any, heading: float) -> None:
    rec = make_walk(seconds=0.1)
    turn, lean, tilt = np.zeros(4), np.zeros(4), np.zeros(4)
    mujoco.mju_axisAngle2Quat(turn, np.array([0.0, 0, 1]), heading)
    mujoco.mju_axisAngle2Quat(lean, np.array([0.0, 1, 0]), 0.2)
    mujoco.mju_axisAngle2Quat(tilt, np.array([-1.0, 0, 0]), 0.1)
    rec.heading[:] = heading
    for row, part in ((0, lean), (1, tilt)):
        quat = np.zeros(4)
        mujoco.mju_mulQuat(quat, turn, part)
        rec.qpos[row, 3:7] = quat
    _, pitch, roll = series.attitude(MotionSamples.of(rec))
    np.testing.assert_allclose([pitch[0], roll[0]], np.degrees([0.2, 0.0]), atol=1e-6)
    np.testing.assert_allclose([pitch[1], roll[1]], np.degrees([0.0, 0.1]), atol=1e-6)


@pytest.mark.parametrize("planar", [True, False])
def test_angles_are_found_by_name(make_walk: Any, planar: bool) -> None:
    rec = make_walk(planar=planar)
    motion = MotionSamples.of(rec)
    knees = series.joint_dofs(motion, "knee")
    assert list(knees) == ["lKnee.pitch", "rKnee.pitch"]
    column = rec.qpos[:, (3 if planar else 7) + 1]
    np.testing.assert_allclose(series.angle(motion, knees["lKnee.pitch"]), np.degrees(column))


def test_runs() -> None:
    spans = series.runs(np.arange(6.0), np.array([0, 0, 1, 1, 1, 0]))
    assert spans == [(0.0, 2.0, 0), (2.0, 5.0, 1), (5.0, 5.0, 0)]
    assert series.runs(np.zeros(0), np.zeros(0, dtype=int)) == []


def test_peaks_are_sorted_and_leave_the_root_out(make_walk: Any) -> None:
    rec = make_walk()
    rec.tau[10, -1] = -900.0
    peaks = series.peaks(MotionSamples.of(rec))
    assert peaks[0] == ("rAnkle.pitch", 900.0)
    assert [t for _, t in peaks] == sorted((t for _, t in peaks), reverse=True)
    assert not any("root" in name for name, _ in peaks)
