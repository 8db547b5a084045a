from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.legs import REACH, solve_leg


@pytest.fixture(scope="module")
def human() -> Figure:
    return Figure(load_body("human"))


@pytest.mark.parametrize("name", ["human", "human-spine", "bird", "beast-heavy"])
def test_a_leg_s_angles_come_back_from_hip_and_foot(name: str) -> None:
    figure = Figure(load_body(name))
    model, data, generator = figure.model, figure.data, np.random.default_rng(5)
    for i, leg in enumerate(figure.legs):
        names = [a.name for a in (*leg.hip, leg.knee, *leg.ankle)]
        for _ in range(10):
            qpos = np.array(figure.rest)
            qpos[figure.root + 3 : figure.root + 7] = rot.from_vector(generator.normal(size=3) * 0.3)
            wide = np.array([0.4, 0.1, 0.6, 0.5, 0.25, 0.4])
            bend = 1.0 if leg.knee.low == 0.0 else -1.0
            wanted = generator.uniform(-1, 1, 6) * wide + [0, 0.1, -0.4, bend * 0.9, 0, 0]
            for axis, value in zip(names, wanted, strict=True):
                qpos[figure.columns[axis]] = value
            data.qpos[:] = qpos
            mujoco.mj_kinematics(model, data)
            thigh, foot = figure.body.part("lr"[i] + "Thigh"), figure.body.feet[i]
            assert thigh is not None
            hip, sole = figure.body_id(thigh), figure.body_id(foot)
            pelvis = qpos[None, figure.root + 3 : figure.root + 7]
            bent = solve_leg(leg, pelvis, data.xpos[[hip]], data.xpos[[sole]], data.xquat[[sole]])
            found = np.concatenate([bent.hip[0], bent.knee, bent.ankle[0]])
            assert np.allclose(found, wanted, atol=1e-6)


def test_a_foot_out_of_reach_is_pointed_at(human: Figure) -> None:
    leg = human.legs[0]
    straight = solve_leg(
        leg, rot.IDENTITY[None], np.zeros((1, 3)), np.array([[0.5, 0, -1.2]]), rot.IDENTITY[None]
    )
    along = rot.rotate(straight.thigh, leg.thigh) + rot.rotate(straight.shank, leg.shank)
    assert np.linalg.norm(along) == pytest.approx(REACH * leg.length)
    assert np.allclose(along[0] / np.linalg.norm(along), np.array([0.5, 0, -1.2]) / 1.3, atol=1e-6)


def test_planar_bodies_are_refused() -> None:
    with pytest.raises(FootfallError, match="three dimensions"):
        Figure(load_body("planar7"))


def test_the_soles_of_the_human(human: Figure) -> None:
    leg = human.legs[0]
    assert np.allclose(leg.sole, [-0.05, 0.095, -0.05, 0.05])
    assert leg.drop == pytest.approx(0.053)
    assert leg.tip == pytest.approx(0.14)
