from __future__ import annotations

import numpy as np

from footfall.motion.clips import balance
from footfall.motion.clips.stance import slow, spans, standing, stay, steady

RATE = 60.0


def feet(seconds: float = 4.0) -> np.ndarray:
    """Two feet that stand: ankles at 8 cm, toes at 2 cm, (n, 2, 2, 3)."""
    out = np.zeros((int(seconds * RATE), 2, 2, 3))
    out[:, :, 0, 2], out[:, :, 1, 2], out[:, :, 1, 0] = 0.08, 0.02, 0.12
    out[:, 0, :, 1] = 0.2
    return out


def test_feet_that_do_nothing_stand() -> None:
    assert standing(feet(), RATE).all()
    assert stay(feet())


def test_a_raised_foot_does_not_stand_and_the_other_does() -> None:
    places = feet()
    up = np.clip(np.minimum(np.arange(240) - 60, 180 - np.arange(240)) / 20, 0, 1)
    places[:, 1, :, 2] += 0.3 * up[:, None]
    found = standing(places, RATE)
    assert found[:, 0].all()
    (begin, end) = spans(~found[:, 1])[0]
    assert 60 < begin < 66
    assert 174 < end <= 180


def test_a_foot_that_is_up_all_the_time_never_stands() -> None:
    places = feet()
    places[:, 1, :, 2] += 0.3
    assert not standing(places, RATE)[:, 1].any()


def test_a_heel_that_rises_leaves_the_toes_standing() -> None:
    places = feet()
    places[100:140, 0, 0, 2] += 0.1
    assert standing(places, RATE)[:, 0].all()


def test_a_low_foot_that_moves_quickly_does_not_stand() -> None:
    places = feet()
    places[:, 0, :, 0] += (np.arange(240) / RATE * 1.2)[:, None]
    assert not standing(places, RATE)[1:, 0].any()
    assert not stay(places)


def test_specks_and_gaps_are_taken_away() -> None:
    row = np.zeros(60, dtype=bool)
    row[10:40], row[20:22], row[50:52] = True, False, True
    assert spans(steady(row, 6)) == [(10, 40)]


def test_the_hull_of_two_soles_and_how_deep_a_point_is_in_it() -> None:
    ring = balance.hull(np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5], [0.5, 0.0]]))
    assert len(ring) == 4
    assert balance.depth(ring, np.array([0.5, 0.25])) == 0.25
    assert balance.depth(ring, np.array([1.5, 0.5])) == -0.5


def test_a_point_outside_comes_inside_by_the_margin_and_one_inside_stays() -> None:
    ring = balance.hull(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]))
    assert np.allclose(balance.inside(ring, np.array([2.0, 0.5]), 0.1), [0.9, 0.5])
    assert np.allclose(balance.inside(ring, np.array([2.0, -3.0]), 0.1), [0.9, 0.1], atol=1e-5)
    assert np.allclose(balance.inside(ring, np.array([0.3, 0.4]), 0.1), [0.3, 0.4])


def test_a_foot_bears_no_weight_just_before_it_leaves() -> None:
    stance = np.ones((120, 2), dtype=bool)
    stance[60:90, 1] = False
    stance[20:30, 0] = False  # a moment
    bearing = balance.carrying(stance, RATE)
    assert spans(~bearing[:, 1]) == [(51, 99)]
    assert bearing[:, 0].all()


def test_a_foot_that_goes_along_the_ground_does_not_stand_for_the_other() -> None:
    ankle = np.zeros((240, 1, 3))
    ankle[100:140, 0, 0] = 1.5 * np.arange(40) / RATE
    ankle[140:, 0, 0] = ankle[139, 0, 0]
    ((begin, end),) = spans(~slow(ankle, RATE))
    assert abs(begin - 100) <= 2 and abs(end - 140) <= 2
