"""Poses for programs: of this very tick, and without a trace in the run."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec
from footfall.errors import FootfallError

pytestmark = pytest.mark.sim


def wanted(sim: Sim) -> np.ndarray:
    data = mujoco.MjData(sim.model)
    data.qpos[:] = sim.data.qpos
    mujoco.mj_forward(sim.model, data)
    return np.hstack([data.xpos, data.xquat])[1:]


def test_it_is_of_this_tick_and_goes_where_it_is_told() -> None:
    sim = Sim("simbicon/walk3d")
    sim.step(50)
    out = np.empty((len(sim.pose_names), 7))
    assert sim.pose(out) is out
    assert np.array_equal(out, wanted(sim)) and np.array_equal(sim.pose(), out)
    assert sim.pose_names[0] == "pelvis" and np.array_equal(out[0], sim.data.qpos[:7])
    assert not np.array_equal(out[:, :3], sim.data.xpos[1:])  # those are of the tick before
    single = np.empty(out.shape, np.float32)
    assert np.allclose(sim.pose(single), out, atol=1e-6)


def test_looking_changes_nothing() -> None:
    looked, left = Sim("simbicon/walk3d"), Sim("simbicon/walk3d")
    for _ in range(30):
        looked.pose()
        looked.step(5)
        left.step(5)
    assert looked.state_hash == left.state_hash
    assert np.array_equal(looked.data.xpos, left.data.xpos)


def test_several_actors_and_another_body() -> None:
    sim = Sim((ActorSpec("simbicon/walk"), ActorSpec("simbicon/walk", at=(3.0, 0.0))))
    names = sim.pose_names
    assert len(names) == 14 and {"actor0/torso", "actor1/torso"} <= set(names)
    pose = sim.pose()
    assert pose[names.index("actor1/torso"), 0] - pose[names.index("actor0/torso"), 0] == pytest.approx(3.0)
    one = Sim("simbicon/walk3d")
    before = one.pose_names
    one.swap(body="human-spine")
    assert len(one.pose_names) == len(before) + 1
    assert np.array_equal(one.pose(), wanted(one))


def test_an_array_of_another_shape_is_refused() -> None:
    sim = Sim("simbicon/walk")
    with pytest.raises(FootfallError, match="shape") as caught:
        sim.pose(np.empty((3, 7)))
    assert "(7, 7)" in caught.value.help
