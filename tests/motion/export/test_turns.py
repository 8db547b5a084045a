from __future__ import annotations

import numpy as np
import pytest

from footfall.motion.export import turns
from tests.motion.export.readers import about, matrices


def matrix(q: np.ndarray) -> np.ndarray:
    return matrices(np.atleast_2d(q)[:, [1, 2, 3, 0]])


@pytest.fixture
def some() -> np.ndarray:
    q = np.random.default_rng(0).normal(size=(50, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def test_products_and_turned_vectors(some: np.ndarray) -> None:
    a, b = some[:25], some[25:]
    assert np.allclose(matrix(turns.multiply(a, b)), matrix(a) @ matrix(b))
    assert np.allclose(matrix(turns.inverse(a)), matrix(a).transpose(0, 2, 1))
    v = np.array([0.3, -1.0, 2.0])
    assert np.allclose(turns.rotate(a, np.tile(v, (25, 1))), matrix(a) @ v)


def test_the_angles_of_a_bvh_give_the_turn_again(some: np.ndarray) -> None:
    straight = np.array([[0.5**0.5, 0, 0.5**0.5, 0], [0.5, -0.5, 0.5, 0.5], [0.5**0.5, 0, -(0.5**0.5), 0],
                         [0.5, 0.5, -0.5, 0.5]])  # fmt: skip
    for q in [*some, *straight]:
        z, y, x = turns.zyx_degrees(q)
        assert np.allclose(about(2, z) @ about(1, y) @ about(0, x), matrix(q)[0], atol=1e-6)


def test_axes_of_files_keep_what_turns_do(some: np.ndarray) -> None:
    v = np.array([0.3, -1.0, 2.0])
    assert turns.to_file([1.0, 2.0, 3.0]).tolist() == [2.0, 3.0, 1.0]
    for q in some:
        there = turns.rotate(turns.turn_to_file(q), turns.to_file(v))
        assert np.allclose(there, turns.to_file(turns.rotate(q, v)))


@pytest.mark.parametrize("b", [[0, 0, -1], [0, 0, 1], [1, 2, 3]])
def test_the_shortest_turn(b: list[float]) -> None:
    q = turns.between([0, 0, -2.0], b)
    assert np.linalg.norm(q) == pytest.approx(1.0)
    assert np.allclose(turns.rotate(q, [0, 0, -1.0]), np.array(b) / np.linalg.norm(b))


def test_signs_are_made_steady(some: np.ndarray) -> None:
    q = turns.steady(np.stack([some, -some, some], axis=0))
    assert np.allclose(q, some)
