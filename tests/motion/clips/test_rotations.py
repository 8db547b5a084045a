from __future__ import annotations

import itertools

import numpy as np
import pytest

from footfall.motion.clips import rotations as rot

X, Y, Z = np.eye(3)


def random_rotations(count: int) -> rot.F64:
    return rot.unit(np.random.default_rng(3).normal(size=(count, 4)))


def test_a_quarter_turn_about_z_turns_x_into_y() -> None:
    assert np.allclose(rot.rotate(rot.about(Z, np.array(np.pi / 2)), X), Y)


def test_the_right_factor_turns_first() -> None:
    first, then = rot.about(X, np.array(np.pi / 2)), rot.about(Z, np.array(np.pi / 2))
    assert np.allclose(rot.rotate(rot.multiply(then, first), Y), Z)


@pytest.mark.parametrize("order", ["".join(p) for p in itertools.permutations("xyz")])
def test_euler_angles_there_and_back(order: str) -> None:
    q = random_rotations(50)
    back = rot.from_euler(rot.to_euler(q, order), order)
    assert np.allclose(np.abs(np.sum(q * back, axis=1)), 1.0)


@pytest.mark.parametrize("order", ["zyx", "zxy", "xyz"])
def test_euler_angles_at_a_right_angle(order: str) -> None:
    q = rot.from_euler(np.array([0.4, np.pi / 2, 0.3]), order)
    back = rot.from_euler(rot.to_euler(q, order), order)
    assert abs(float(q @ back)) == pytest.approx(1.0, abs=1e-6)


def test_vectors_and_matrices_agree() -> None:
    q = random_rotations(20)
    assert np.allclose(rot.to_matrix(q) @ Y, rot.rotate(q, Y))
    assert np.allclose(np.abs(np.sum(rot.from_vector(rot.to_vector(q)) * q, axis=1)), 1.0)


def test_the_shortest_arc_turns_one_direction_into_the_other() -> None:
    a, b = np.random.default_rng(1).normal(size=(2, 30, 3))
    turned = rot.rotate(rot.arc(a, b), a)
    assert np.allclose(
        turned / np.linalg.norm(turned, axis=1)[:, None], b / np.linalg.norm(b, axis=1)[:, None]
    )
    assert np.allclose(rot.rotate(rot.arc(Z, -Z), Z), -Z)


def test_half_way_is_half_the_angle() -> None:
    half = rot.slerp(rot.IDENTITY, rot.about(Z, np.array(1.0)), np.array(0.5))
    assert np.allclose(half, rot.about(Z, np.array(0.5)))


def test_signs_do_not_jump() -> None:
    q = rot.about(Z, np.linspace(0, 9, 50))
    q[20:30] *= -1
    assert (np.sum(np.diff(rot.continuous(q), axis=0) ** 2, axis=1) < 0.1).all()


def test_heading_is_the_turn_about_the_vertical() -> None:
    assert rot.heading(rot.about(Z, np.array(0.7))) == pytest.approx(0.7)
    assert rot.heading(rot.about(Y, np.array(0.7))) == pytest.approx(0.0)
