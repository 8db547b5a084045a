"""What the ground can give to a body on two feet."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.motion.clips import balance
from footfall.motion.clips.ground import CALM, EDGE, UP, Ground
from footfall.motion.clips.rotations import F64

RATE, HIGH = 60.0, 1.0
INERTIA = np.array([0.08, 0.08, 0.02])
RING = np.array([[-0.1, -0.15], [0.1, -0.15], [0.1, 0.15], [-0.1, 0.15]])
COM = np.array([0.0, 0.0, HIGH])
NOTHING = np.zeros(6)


@pytest.fixture(scope="module")
def ground() -> Ground:
    return Ground(RING, HIGH, INERTIA, RATE)


def pressed(rates: F64) -> F64:
    """(2,) the point from which the ground must push for these rates at `COM`, m."""
    up = balance.GRAVITY + rates[2]
    return np.array([-(HIGH * rates[0] + rates[4]), -(HIGH * rates[1] - rates[3])]) / up


def test_what_the_ground_can_give_is_left_alone(ground: Ground) -> None:
    rates = np.array([0.3, -0.4, 0.5, 0.2, -0.1, 0.3])
    assert np.allclose(ground.more(rates, COM, 0.0, NOTHING, NOTHING), 0.0, atol=1e-9)


@pytest.mark.parametrize("column", [0, 1, 3, 4])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_point_of_pressure_is_brought_back(ground: Ground, column: int, sign: float) -> None:
    rates = np.zeros(6)
    rates[column] = 4.0 * sign  # 41 cm from below the centre of mass
    more = ground.more(rates, COM, 0.0, NOTHING, NOTHING)
    before, after = pressed(rates), pressed(rates + more)
    assert balance.depth(RING, before) < -0.2
    assert balance.depth(RING, after) > -0.05
    assert np.allclose(np.sign(after), np.sign(before))


def test_a_body_that_was_moved_comes_back(ground: Ground) -> None:
    """The same equations that it plans with, from a pulse of 4 m/s² for 0.1 s."""
    away, speed, farthest = np.zeros(6), np.zeros(6), 0.0
    by = np.concatenate([np.ones(3), INERTIA])
    for k in range(180):
        rates = np.array([4.0 * (k < 6), 0.0, 0.0, 0.0, 0.0, 0.0])
        speed += ground.more(rates, COM, 0.0, away, speed) / by / RATE
        away += speed / RATE
        farthest = max(farthest, abs(away[0]))
    assert 0.005 < farthest < 0.1
    assert np.abs(away[:3]).max() < 0.01 and np.abs(away[3:]).max() < 0.05


def test_soles_need_not_twist_and_weight_is_kept(ground: Ground) -> None:
    rates = np.array([0.0, 0.0, -4.0, 0.0, 0.0, 2.0])
    more = ground.more(rates, COM, 0.0, NOTHING, NOTHING)
    assert (rates + more)[5] == pytest.approx(balance.GRIP[0], abs=0.05)
    assert (rates + more)[2] == pytest.approx(-UP, abs=0.1)


def test_a_pelvis_that_sinks_itself_may(ground: Ground) -> None:
    rates = np.array([0.0, 0.0, -4.0, 0.0, 0.0, 0.0])
    assert np.allclose(ground.more(rates, COM, -4.0, NOTHING, NOTHING), 0.0, atol=1e-9)


def test_the_margins_are_inside_each_other() -> None:
    assert 0.0 < EDGE < CALM
