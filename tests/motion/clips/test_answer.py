"""A pelvis that answers quick limbs as they come."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.motion.clips import balance
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.answer import Answer
from footfall.motion.clips.clip import at
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.live import LiveFigure
from footfall.motion.clips.rotations import F64

RATE = 60.0


@pytest.fixture
def live() -> LiveFigure:
    return LiveFigure(at(read_clip("stand"), np.zeros(1)), load_body("human-limber"), RATE)


def posed(live: LiveFigure, poses: F64) -> tuple[F64, F64, F64]:
    """The poses (n, nq) that answer, and their centres of mass (n, 3) and momenta by mass (n, 6)."""
    answer = live.answer
    done = [answer.done]
    com, moved = [], []
    for pose in poses:
        done.append(answer.step(pose))
        c, m = answer._momenta(done[-1], answer._rates(done[-2], done[-1]))
        com.append(c)
        moved.append(m)
    return np.array(done[1:]), np.array(com), np.array(moved)


def swung(live: LiveFigure, axis: str, most: float, count: int = 90) -> F64:
    """(n, nq) the first pose with one hinge that goes to and fro twice a second, from the tenth row on."""
    poses = np.tile(live.before, (count, 1))
    k = np.maximum(np.arange(count) - 10, 0)
    poses[:, live.figure.columns[axis]] += most * np.sin(2.0 * np.pi * 2.0 * k / RATE)
    return poses


def outside(live: LiveFigure, com: F64, moved: F64) -> F64:
    """(n - 1,) how far outside the soles the ground must push, m."""
    rates = np.diff(moved, axis=0) * RATE
    up = balance.GRAVITY + rates[:, 2:3]
    point = com[1:, :2] - (com[1:, 2:] * rates[:, :2] + np.stack([rates[:, 4], -rates[:, 3]], axis=1)) / up
    return np.array([-balance.depth(live.ring, p) for p in point])


def test_a_body_that_stands_still_stands_still(live: LiveFigure) -> None:
    poses, _, _ = posed(live, np.tile(live.before, (10, 1)))
    assert np.allclose(poses, poses[0], atol=1e-9)


def test_momenta_of_a_root_that_moves(live: LiveFigure) -> None:
    """The map against what the model has, what bends in the legs left out."""
    answer, pose = live.answer, live.before
    whole, limbs = answer._map(pose)
    rates = np.zeros(answer.figure.model.nv)
    waist = next(axis for axis in answer.figure.body.axes if axis.name == "waist.pitch")
    rates[int(answer.figure.model.joint(waist.model_name).dofadr[0])] = 1.0
    assert np.allclose(limbs @ rates, answer._momenta(pose, rates)[1], atol=1e-9)
    for k in range(3):
        speed = np.eye(6)[k]
        moved = np.array(pose)
        answer._move(moved, speed * 1e-4 * RATE)
        real = answer._momenta(pose, answer._rates(pose, moved) / (1e-4 * RATE))[1]
        assert (whole @ speed)[k] == pytest.approx(real[k], abs=0.05)


@pytest.mark.parametrize("axis", ["waist.pitch", "waist.roll"])
def test_the_ground_pushes_from_the_soles(live: LiveFigure, axis: str) -> None:
    poses = swung(live, axis, 0.12)
    rates = [live.answer._rates(a, b) for a, b in zip(poses[:-1], poses[1:], strict=True)]
    asked = [live.answer._momenta(pose, rate) for pose, rate in zip(poses[1:], rates, strict=True)]
    wanted = outside(live, np.array([c for c, _ in asked]), np.array([m for _, m in asked]))
    done, com, moved = posed(live, poses)
    assert np.percentile(wanted[12:], 95) > 0.1
    assert np.percentile(outside(live, com, moved)[12:], 95) < 0.5 * np.percentile(wanted[12:], 95)
    column = live.figure.columns[axis]
    assert np.allclose(done[:, column], poses[:, column])  # limbs do what they should


def test_soles_do_not_twist(live: LiveFigure) -> None:
    poses = swung(live, "waist.yaw", 0.4)
    rates = [live.answer._rates(a, b) for a, b in zip(poses[:-1], poses[1:], strict=True)]
    asked = np.array([live.answer._momenta(p, r)[1] for p, r in zip(poses[1:], rates, strict=True)])
    done, _, moved = posed(live, poses)
    assert np.abs(np.diff(asked[:, 5])).max() * RATE > 1.0
    assert np.abs(np.diff(moved[10:, 5])).max() * RATE < 0.6
    turned = rot.heading(done[:, live.figure.root + 3 : live.figure.root + 7])
    assert 0.05 < np.abs(turned - turned[0]).max() < 0.6


def test_feet_stay(live: LiveFigure) -> None:
    figure = live.figure
    feet = [figure.body_id(foot) for foot in figure.body.feet]
    for pose in posed(live, swung(live, "waist.pitch", 0.12))[0][::10]:
        figure.data.qpos[:] = pose
        mujoco.mj_kinematics(figure.model, figure.data)
        assert np.allclose(figure.data.xpos[feet], live.ankles, atol=2e-3)


def test_an_answer_needs_nothing_but_a_pose(live: LiveFigure) -> None:
    again = Answer(live.figure, live.ring, RATE, live._legs, live.before)
    assert np.allclose(again.step(live.before), live.before, atol=1e-6)
