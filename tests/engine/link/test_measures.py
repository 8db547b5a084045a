"""Sizes that a walk is measured by: room for the feet, swing of the arms."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest

from footfall.body import Body, load_body
from footfall.body.grown import body_text
from footfall.body.proportions import HEAD, default_proportions
from footfall.control.columns import (
    SCALE_ARMS,
    SCALE_ELBOWS,
    SCALE_FEET,
    SCALE_GYRATION,
    SCALE_LEG,
    SCALE_MASS,
    SCALE_SOLE,
    SCALE_STANCE,
)
from footfall.engine.link.measures import leg_tables
from footfall.engine.sim import Sim


def scale(body: Body) -> list[float]:
    rows = {joint.name: k for k, joint in enumerate(body.joints)}
    return [float(value) for value in leg_tables(body, rows)["scale"]]


def grown(folder: Path, **changes: float) -> list[float]:
    path = folder / "grown.toml"
    path.write_text(body_text(default_proportions(**changes), "grown"), encoding="utf-8")
    return scale(load_body(str(path)))


@pytest.mark.parametrize("name", ["human", "human-spine"])
def test_a_person_walks_as_wide_as_its_leg_says(name: str) -> None:
    found = scale(load_body(name))
    assert 0.1 < found[SCALE_STANCE] < 0.17 * found[SCALE_LEG]
    assert found[SCALE_ARMS] == 1.0


def test_wide_hips_and_wide_feet_walk_wide(tmp_path: Path) -> None:
    plain = grown(tmp_path)[SCALE_STANCE]
    assert grown(tmp_path, foot_width=1.0)[SCALE_STANCE] == pytest.approx(plain + 0.4 * HEAD)
    hips = 0.8 * 2.5 * HEAD
    assert grown(tmp_path, pelvis_diameter=2.5, hip=0.8)[SCALE_STANCE] == pytest.approx(0.75 * hips)


def test_heavy_arms_swing_less(tmp_path: Path) -> None:
    assert grown(tmp_path)[SCALE_ARMS] == 1.0
    assert grown(tmp_path, arm_length=5.0, upper_arm_diameter=1.0, forearm_diameter=1.0)[SCALE_ARMS] < 0.1


def test_long_arms_bend_so_that_hands_keep_off_the_ground(tmp_path: Path) -> None:
    assert grown(tmp_path)[SCALE_ELBOWS] == pytest.approx(0.3)
    assert 0.5 < grown(tmp_path, leg_length=2.0, arm_length=5.0)[SCALE_ELBOWS] <= 1.6


def test_feet_under_high_ankles_roll_less(tmp_path: Path) -> None:
    assert grown(tmp_path)[SCALE_FEET] == 1.0
    assert grown(tmp_path, ankle_height=0.2)[SCALE_FEET] == pytest.approx(0.5)


def test_a_sole_reaches_farther_ahead_of_the_ankle_than_behind_it(tmp_path: Path) -> None:
    heel = 0.21  # of the foot's length
    for long in (1.0, 1.6):
        found = grown(tmp_path, foot_length=long)[SCALE_SOLE]
        assert found == pytest.approx((0.5 - heel) * long * HEAD, abs=1e-4)


def test_gyration_is_that_of_the_whole_body_turned_forwards() -> None:
    sim = Sim("pivot/stand")
    found = scale(load_body("human"))
    sim.data.qpos[:] = sim.model.qpos0
    sim.data.qvel[:] = 0.0
    sim.data.qvel[4] = 1.0  # rad/s, the whole body about its left axis
    mujoco.mj_forward(sim.model, sim.data)
    mujoco.mj_subtreeVel(sim.model, sim.data)
    turning = sim.data.subtree_angmom[int(sim.actors[0].arrays["root_body"][0])][1]
    assert found[SCALE_MASS] * found[SCALE_GYRATION] ** 2 == pytest.approx(turning, rel=0.01)
