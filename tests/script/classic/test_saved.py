"""Saved states and trajectories of the original, as files written here in its formats."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.script.classic.saved import JOINT_ORDER, PART_ORDER, read_saved, read_trajectory


def part(index: int, x: float, y: float, theta: float, vx: float, vy: float, omega: float) -> list[float]:
    c, s = math.cos(theta), math.sin(theta)
    return [index, x, y, -10.0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, vx, vy, 0.0, 0.0, 0.0, omega]


def saved(leans: dict[str, float], rates: dict[str, float] | None = None) -> str:
    numbers = [0.0] * 12
    for i, name in enumerate(PART_ORDER):
        lean, rate = leans.get(name, 0.0), (rates or {}).get(name, 0.0)
        numbers += part(i, float(i), 1.0, -lean, 0.5, -0.25, -rate)
    for i, _ in enumerate(JOINT_ORDER):
        numbers += [i % 2, 0.1 * i, 0.0, 300.0, 30.0, 0.0]
    return " ".join(f"{n:.9g}" for n in numbers)


def test_saved_state_in_script_signs(tmp_path: Path) -> None:
    path = tmp_path / "a.sav"
    path.write_text(saved({"lThigh": -0.5, "lShin": 0.3, "uTorso": 0.1}, {"lShin": 2.0, "lThigh": 0.5}))
    state = read_saved(path)
    assert len(path.read_text().split()) == 482
    assert state.joints["lHip"].angle == pytest.approx(-0.5)
    assert state.joints["lKnee"].angle == pytest.approx(0.8)
    assert state.joints["lKnee"].rate == pytest.approx(1.5)
    assert state.parts["uTorso"].pitch == pytest.approx(0.1)
    pelvis = state.parts["pelvis"]
    assert (pelvis.x, pelvis.z, pelvis.vx, pelvis.vz) == (2.0, 1.0, 0.5, -0.25)
    assert state.joints["uTorso2neck"].on and not state.joints["neck2head"].on
    assert (state.joints["waist"].target, state.joints["waist"].kp, state.joints["waist"].kd) == (
        1.3,
        300,
        30,
    )


def test_angles_are_joined_across_half_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "a.sav"
    path.write_text(
        saved({"uTorso": 3.0, "lArm": -3.0, "lTorso": 3.1, "neck": 3.0, "head": 3.0, "rArm": 0.0})
    )
    state = read_saved(path)
    assert state.joints["lShoulder"].angle == pytest.approx(math.tau - 6.0)
    assert state.joints["rShoulder"].angle == pytest.approx(-3.0)
    assert state.joints["lTorso2uTorso"].angle == pytest.approx(-0.1)


@pytest.mark.parametrize("text", ["", "1 2 3", "x" * 50, "nan " * 482, "99 " * 482, saved({})[:-40]])
def test_broken_saved_state(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.sav"
    path.write_text(text)
    with pytest.raises(FootfallError) as error:
        read_saved(path)
    assert error.value.where == str(path) and error.value.help


def test_trajectory_of_twenty_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.traj"
    angles = "\n".join(f"{0.1 * k:.2f}" for k in range(16))
    path.write_text("0.01 2\n" + "".join(f"{i} .95 -10 .{i}\n{angles}\n" for i in range(3)))
    trajectory = read_trajectory(path)  # the header trims the third frame
    assert (trajectory.dt, len(trajectory)) == (0.01, 2)
    np.testing.assert_allclose(trajectory.com, [[0, 0.95], [1, 0.95]])
    np.testing.assert_allclose(trajectory.pitch, [0, 0.1])
    assert trajectory.joints.shape == (2, 16) and trajectory.joints[1, 3] == pytest.approx(0.3)


@pytest.mark.parametrize(("row", "pitch"), [("1 2 -10 .5\n", [0.5] * 4), ("1 2 -10\n", [])])
def test_older_trajectories(tmp_path: Path, row: str, pitch: list[float]) -> None:
    path = tmp_path / "a.traj"
    for count in (4, 3):  # exact, and trimmed by its header
        path.write_text(f"0 {count}\n" + row * 4)
        trajectory = read_trajectory(path)
        assert len(trajectory) == count and trajectory.joints.shape == (count, 0)
        assert trajectory.pitch.tolist() == pitch[:count]


@pytest.mark.parametrize(
    "text", ["", "0.01 5\n1 2", "0.01 1.5\n1 2 3", "x 2", "0.01 2\n1 2 3 4 5\n1 2 3 4 5"]
)
def test_broken_trajectory(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.traj"
    path.write_text(text)
    with pytest.raises(FootfallError) as error:
        read_trajectory(path)
    assert error.value.help


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="no such file"):
        read_saved(tmp_path / "gone.sav")
