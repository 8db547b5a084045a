"""How a second skill moves by itself."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.learn.join.goal import LENGTH, RATE, Course, aim_of, watch
from footfall.script import compile_skill


def test_distances_are_means_over_common_frames() -> None:
    one = Course(np.zeros((4, 3)), np.zeros(4), np.zeros((4, 2)))
    other = Course(np.full((2, 3), 0.1), np.full(2, 0.2), np.full((2, 2), 0.3))
    assert one.distance(other) == pytest.approx((0.03, 0.04, 0.18))


def test_orientations_in_space_are_compared_by_their_angle() -> None:
    half = np.array([[np.cos(0.25), 0.0, np.sin(0.25), 0.0]])  # 0.5 rad about y
    one = Course(np.zeros((1, 3)), np.array([[1.0, 0.0, 0.0, 0.0]]), np.zeros((1, 1)))
    other = Course(np.zeros((1, 3)), -half, np.zeros((1, 1)))  # the same turn, written the other way
    assert one.distance(other)[1] == pytest.approx(0.25)


@pytest.mark.sim
def test_a_gait_has_a_goal_for_each_side_and_a_pose_has_one() -> None:
    walk, stand = (aim_of(watch(compile_skill(name))) for name in ("moves/walk", "moves/stand"))
    assert (len(walk.courses), len(stand.courses)) == (2, 1) and not (walk.ends or stand.ends)
    for course in (*walk.courses, *stand.courses):
        assert len(course.com) == pytest.approx(LENGTH * RATE, abs=1)
        assert course.com[0, 0] == 0.0
    assert walk.courses[0].com[-1, 0] > 1.0 and abs(stand.courses[0].com[-1, 0]) < 0.1


@pytest.mark.sim
def test_a_goal_can_be_cut_to_begin_partway() -> None:
    rec = watch(compile_skill("moves/hop"))
    whole = aim_of(rec)
    entered = [move for move in rec.moves() if move.frame == 0]
    cut = aim_of(rec, entered[1].target)
    assert whole.ends and cut.ends and cut.seconds == pytest.approx(whole.seconds - entered[1].time)
    with pytest.raises(FootfallError, match="never comes to the phase 'fligth'"):
        aim_of(rec, "fligth")
