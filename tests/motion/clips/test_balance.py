from __future__ import annotations

import numpy as np
import pytest

from footfall.motion.clips import balance

RATE = 60.0


def test_a_turning_body_is_pushed_elsewhere_than_a_still_one() -> None:
    com = np.tile([0.1, 0.2, 0.9], (30, 1))
    spin = np.zeros((30, 3))
    spin[:, 1] = np.arange(30) / RATE * 2.0  # 2 N m by kg about the left axis
    point = balance.pressure_point(com, RATE, spin)
    assert point[10] == pytest.approx([0.1 - 2.0 / balance.GRAVITY, 0.2])
    assert balance.pressure_point(com, RATE)[10] == pytest.approx([0.1, 0.2])


def test_falling_brings_the_point_nearer_when_it_counts() -> None:
    t = np.arange(30) / RATE
    com = np.column_stack([0.5 * t**2, 0.0 * t, 0.9 - t**2])
    light = balance.pressure_point(com, RATE, np.zeros((30, 3)))
    assert com[10, 0] - light[10, 0] == pytest.approx(com[10, 2] / (balance.GRAVITY - 2.0))
    assert com[10, 0] - balance.pressure_point(com, RATE)[10, 0] == pytest.approx(
        com[10, 2] / balance.GRAVITY
    )


def test_a_body_turns_against_what_would_twist_its_soles() -> None:
    t = np.arange(120) / RATE
    spin, wide = 0.05 * np.sin(8.0 * np.pi * t), np.full(120, 0.02)
    grip = np.ones(120, dtype=bool)
    turn = balance.needed_turn(spin, wide, grip, RATE)
    after = spin + wide * np.gradient(turn, 1.0 / RATE)
    rate = np.gradient(after, 1.0 / RATE)[20:-20]
    assert np.abs(rate).max() < 0.75 * np.abs(np.gradient(spin, 1.0 / RATE)).max()
    assert np.abs(balance.needed_turn(0.1 * spin, wide, grip, RATE)).max() < 1e-6


def test_weight_is_on_the_other_foot_early() -> None:
    stance = np.ones((120, 2), dtype=bool)
    stance[60:100, 1] = False
    assert not balance.carrying(stance, RATE)[55, 1]
    assert balance.carrying(stance, RATE)[49, 1]
    assert not balance.carrying(stance, RATE, 0.2)[49, 1]


SQUARE = np.array([[-0.1, -0.2], [0.1, -0.2], [0.1, 0.2], [-0.1, 0.2]])


def test_a_hull_is_moved_inwards() -> None:
    assert np.allclose(balance.inset(SQUARE, 0.02), SQUARE - np.sign(SQUARE) * 0.02)
    narrow = balance.inset(SQUARE, 0.5)  # 80 % of half its width at most
    assert np.allclose(narrow, SQUARE - np.sign(SQUARE) * 0.08)


def test_a_corner_on_a_line_is_none() -> None:
    five = np.insert(SQUARE, 1, [0.0, -0.2], axis=0)
    assert np.allclose(balance.inset(five, 0.02), SQUARE - np.sign(SQUARE) * 0.02)


def test_where_a_line_leaves_a_hull() -> None:
    ring = np.array([[0.0, 0.0], [0.2, 0.0], [0.1, 0.1]])
    assert balance.chord(ring, np.array([0.1, 0.05]), 0) == pytest.approx((0.05, 0.15))
    assert balance.chord(ring, np.array([0.05, 0.0]), 1) == pytest.approx((0.0, 0.05))
    assert balance.chord(ring, np.array([0.1, 0.5]), 0) == pytest.approx((0.0, 0.2))  # it misses
