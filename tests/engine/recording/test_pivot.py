"""The measured force of the ground: its size, its place, and what a pivot explains of its direction."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.engine.recording.pivot import (
    GroundForce,
    directions,
    explained,
    ground_force,
    pivot_facts,
    pivots,
    sway,
)
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim


@pytest.fixture(scope="module")
def walk() -> Recording:
    return Sim("pivot/walk").run(3.0)


def test_the_force_is_what_the_feet_bear(walk: Recording) -> None:
    found = ground_force(walk)
    weight = found.force[found.single, 2].mean()
    assert weight == pytest.approx(walk.loads[:-1].sum(axis=1)[found.single].mean(), rel=0.02)
    ankles = np.abs(found.at[found.single] - found.com[found.single])[:, :2]
    assert ankles.max() < 0.3  # it acts below the body


def test_the_report_tells_of_the_pivot(walk: Recording) -> None:
    report = walk.report()
    assert walk.header["pivot"]["height"] == pytest.approx(0.1675 * 0.983, abs=1e-3)
    assert report["pivot_r2"] > report["com_r2"] and report["pivot_r2_side"] > 0.9
    assert 0.0 < report["sway_roll"] < report["sway_pitch"] < 20.0


def test_a_walk_without_a_pivot_tells_nothing_of_it() -> None:
    rec = Sim("simbicon/walk3d").run(0.1)
    assert rec.header["pivot"] is None and pivot_facts(rec) == {} and "pivot_r2" not in rec.report()


def made(force: np.ndarray, at: np.ndarray, com: np.ndarray, heading: float = 0.0) -> GroundForce:
    n = len(force)
    turned = np.broadcast_to(np.eye(3), (n, 3, 3)).copy()
    return GroundForce(np.arange(n) * 0.01, force, at, com, turned, np.full(n, heading), np.ones(n, bool))


@pytest.mark.parametrize("heading", [0.0, 1.2])
def test_forces_through_the_pivot_are_explained_by_it(heading: float) -> None:
    cos, sin = np.cos(heading), np.sin(heading)
    ahead = np.linspace(-0.3, 0.3, 50)
    at = np.column_stack((cos * ahead, sin * ahead, np.zeros(50)))
    com = np.tile([0.0, 0.0, 1.0], (50, 1))
    found = made(700.0 * (com + [0.0, 0.0, 0.2] - at), at, com, heading)
    force, line = directions(found, pivots(found, 0.2))
    np.testing.assert_allclose(force, line, atol=1e-12)
    assert force[0, 0] == pytest.approx(np.arctan2(0.3, 1.2)) and np.allclose(force[:, 1], 0.0)
    assert explained(force[:, 0], line[:, 0]) == pytest.approx(1.0)
    assert explained(force[:, 0], directions(found, com)[1][:, 0]) < 0.99


def test_an_offset_pivot_is_in_the_pelvis_frame() -> None:
    found = made(np.ones((3, 3)), np.zeros((3, 3)), np.zeros((3, 3)))
    found.turned[:] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]  # a quarter turn to the left
    np.testing.assert_allclose(pivots(found, 0.3, 0.1, 0.02), np.tile([-0.02, 0.1, 0.3], (3, 1)))


def test_explained_is_a_share_of_the_variance() -> None:
    values = np.array([1.0, 2.0, 3.0])
    assert explained(values, values) == 1.0
    assert explained(values, np.full(3, 2.0)) == 0.0
    assert explained(values, np.array([3.0, 2.0, 1.0])) == -3.0


def test_sway_is_peak_to_peak_of_the_second_half() -> None:
    found = made(np.ones((8, 3)), np.zeros((8, 3)), np.zeros((8, 3)))
    for row, angle in enumerate([0.9, 0.9, 0.9, 0.9, 0.1, -0.1, 0.0, 0.0]):
        found.turned[row] = [[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]]
    assert sway(found) == (pytest.approx(np.degrees(0.2), abs=1e-3), 0.0)
