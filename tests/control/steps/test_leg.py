"""Two links reach where they should, with the knee pointing the way it is told."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.control.columns import LEG_SHANK, LEG_THIGH
from footfall.control.steps.leg import two_links
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

STRETCH = 0.995  # of the leg that it may reach


@pytest.fixture(scope="module")
def sim() -> Sim:
    return Sim("genbicon/walk", body="human")


def ankle(sim: Sim, leg: int, quat: tuple[float, ...], knee: float) -> np.ndarray:
    """Where the ankle is from the hip, by rotating both links."""
    row = sim.actors[0].arrays["legs"][leg]
    thigh = np.array([row[LEG_THIGH], 0.0, row[LEG_THIGH + 1]])
    shank = np.array([row[LEG_SHANK], 0.0, row[LEG_SHANK + 1]])
    bend = np.array([[np.cos(knee), 0, np.sin(knee)], [0, 1, 0], [-np.sin(knee), 0, np.cos(knee)]])
    mat = np.zeros(9)
    mujoco.mju_quat2Mat(mat, np.array(quat))
    return mat.reshape(3, 3) @ (thigh + bend @ shank)


@pytest.mark.parametrize("yaw", [0.0, 0.7, -2.5])
@pytest.mark.parametrize("goal", [(0.1, 0.05, -0.8), (-0.3, -0.2, -0.7), (0.4, 0.1, -0.5)])
@pytest.mark.parametrize("leg", [0, 1])
def test_the_ankle_goes_there(sim: Sim, leg: int, goal: tuple[float, float, float], yaw: float) -> None:
    quat, knee = two_links(sim.actors[0].context, leg, *goal, yaw, STRETCH)
    assert ankle(sim, leg, quat, knee) == pytest.approx(goal, abs=1e-6)
    assert knee > 0


def test_out_of_reach_the_leg_points_there(sim: Sim) -> None:
    quat, knee = two_links(sim.actors[0].context, 0, 1.0, 0.0, -1.0, 0.0, STRETCH)
    reached = ankle(sim, 0, quat, knee)
    assert reached / np.linalg.norm(reached) == pytest.approx([np.sqrt(0.5), 0, -np.sqrt(0.5)], abs=1e-3)


@pytest.mark.parametrize("yaw", [0.0, 0.6])
def test_the_knee_points_where_it_is_told(sim: Sim, yaw: float) -> None:
    quat, _ = two_links(sim.actors[0].context, 1, 0.0, 0.0, -0.7, yaw, STRETCH)
    mat = np.zeros(9)
    mujoco.mju_quat2Mat(mat, np.array(quat))
    axis = mat.reshape(3, 3)[:, 1]
    assert axis == pytest.approx([-np.sin(yaw), np.cos(yaw), 0.0], abs=1e-9)
