"""Vector environments: the same episodes on any number of threads, and as alone."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs pip install 'footfall[gym]'")

import footfall.gym  # noqa: E402
from footfall.gym import SkillEnv, SkillVectorEnv  # noqa: E402

pytestmark = pytest.mark.sim


def episodes(threads: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    envs = SkillVectorEnv(3, "footfall/Walk-v0", threads=threads, seconds=0.1)
    seen, _ = envs.reset(seed=5)
    rows, rewards, ends = [seen], [], []
    for _ in range(8):
        seen, reward, terminated, truncated, _ = envs.step(np.zeros(envs.action_space.shape, np.float32))
        rows.append(seen)
        rewards.append(reward)
        ends.append(terminated | truncated)
    envs.close()
    return np.stack(rows), np.stack(rewards), np.stack(ends)


def test_threads_change_nothing_and_an_ended_one_begins_again() -> None:
    one, two = episodes(1), episodes(2)
    for a, b in zip(one, two, strict=True):
        assert np.array_equal(a, b)
    rows, rewards, ends = one
    assert ends[:, 0].tolist() == [False] * 2 + [True] + [False] * 3 + [True, False]
    assert np.all(rewards[3] == 0.0)  # the step that begins again
    assert not np.array_equal(rows[0, 0], rows[0, 1])  # each draws its own start
    alone = SkillEnv("footfall/Walk-v0", seconds=0.1)
    assert rows.shape == (9, 3, *alone.observation_space.shape)


def test_gymnasium_makes_them() -> None:
    envs = gymnasium.make_vec("footfall/Skill-v0", num_envs=2, skill="simbicon/walk")
    assert isinstance(envs.unwrapped, SkillVectorEnv) and footfall.gym.ENVIRONMENTS
    seen, info = envs.reset(seed=1)
    assert seen.shape == (2, *envs.single_observation_space.shape) and list(info["seed"])
    envs.close()
