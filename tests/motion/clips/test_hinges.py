from __future__ import annotations

import numpy as np
import pytest

from footfall.body import load_body
from footfall.body.schema import Axis
from footfall.motion.clips import hinges
from footfall.motion.clips import rotations as rot

HUMAN = load_body("human")
DOWN = np.array([0.0, 0.0, -1.0])


def axes(name: str) -> tuple[Axis, ...]:
    joint = HUMAN.joint(name)
    assert joint is not None
    return joint.axes


def path(name: str, *ends: float) -> np.ndarray:
    """Angles within the limits, on a smooth way."""
    share = np.linspace(0, 1, 60)[:, None]
    return np.sin(3 * share) * np.array(ends)[None, :]


@pytest.mark.parametrize(
    ("joint", "ends"),
    [
        ("lHip", (0.6, 0.5, -1.5)),
        ("rHip", (0.6, 0.5, -1.5)),
        ("lShoulder", (0.7, 0.9, -2.5)),
        ("rShoulder", (-0.7, 0.9, -2.5)),
        ("lAnkle", (0.4, -0.5)),
        ("rKnee", (1.9,)),
        ("waist", (0.3, -0.4, 0.5)),
    ],
)
def test_angles_come_back_from_their_rotations(joint: str, ends: tuple[float, ...]) -> None:
    angles = path(joint, *ends)
    if joint == "rKnee":
        angles = np.abs(angles) + 0.1
    back = hinges.angles(axes(joint), hinges.turn(axes(joint), angles), DOWN)
    assert np.allclose(back, angles, atol=1e-9)


def test_nothing_jumps_where_an_arm_goes_through_the_side() -> None:
    roll = np.linspace(0.3, 1.66, 100)
    angles = np.stack([np.full(100, 0.3), roll, np.full(100, -0.4)], axis=1)
    turns = hinges.turn(axes("lShoulder"), angles)
    back = hinges.angles(axes("lShoulder"), turns, DOWN)
    assert np.abs(np.diff(back, axis=0)).max() < 0.2
    seen = rot.rotate(hinges.turn(axes("lShoulder"), back), DOWN)
    assert np.abs(seen - rot.rotate(turns, DOWN)).max() < 0.05


def test_limits_hold_and_the_bone_still_points_where_it_should() -> None:
    turns = rot.multiply(
        rot.about(np.array([0, 0, 1.0]), np.linspace(0, 1.8, 50)), rot.about(np.array([0, 1.0, 0]), -0.8)
    )
    found = hinges.angles(axes("lHip"), turns, DOWN)
    for i, axis in enumerate(axes("lHip")):
        low, high = hinges.bounds(axis)
        assert (found[:, i] >= low - 1e-12).all() and (found[:, i] <= high + 1e-12).all()
    seen, want = rot.rotate(hinges.turn(axes("lHip"), found), DOWN), rot.rotate(turns, DOWN)
    free = found[:, 1] > hinges.bounds(axes("lHip")[1])[0] + 1e-9
    assert found[-1, 0] == pytest.approx(0.97)
    assert np.abs(seen - want)[free].max() < 1e-6
