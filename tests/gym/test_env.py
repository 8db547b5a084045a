"""Environments: they pass Gymnasium's own check, repeat, and reward what they say."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs pip install 'footfall[gym]'")

import footfall.gym  # noqa: E402
from footfall.errors import FootfallError  # noqa: E402
from footfall.gym import ENVIRONMENTS, SkillEnv  # noqa: E402

pytestmark = pytest.mark.sim
SHORT = {"seconds": 0.4}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_gymnasium_finds_no_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from gymnasium.utils.env_checker import check_env

    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    env = gymnasium.make(name, render_mode="rgb_array", **SHORT)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*Box observation space m.*infinity.*")
        check_env(env.unwrapped)
    env.close()


def rollout(env: SkillEnv, seed: int, scale: float = 0.2) -> tuple[np.ndarray, float]:
    seen, _ = env.reset(seed=seed)
    rng, total, rows = np.random.default_rng(seed), 0.0, [seen]
    for _ in range(10):
        seen, reward, *_ = env.step((scale * rng.uniform(-1, 1, env.action_space.shape)).astype(np.float32))
        total += reward
        rows.append(seen)
    return np.stack(rows), total


def test_the_same_seed_is_the_same_episode() -> None:
    env = SkillEnv("footfall/Walk-v0", **SHORT)
    first, again, other = rollout(env, 3), rollout(env, 3), rollout(env, 4)
    assert np.array_equal(first[0], again[0]) and first[1] == again[1]
    assert not np.array_equal(first[0], other[0])


@pytest.mark.parametrize("actions", ["parameters", "targets", "torques", "instead"])
def test_every_kind_of_action_does_something(actions: str) -> None:
    env = SkillEnv("footfall/Walk-v0", actions=actions, starts=0, **SHORT)
    names = env.task.actions.names
    assert names == (("heading", *names[1:]) if actions == "parameters" else env.task.sim.axes())
    still, _ = rollout(env, 1, scale=0.0)
    moved, _ = rollout(env, 1, scale=0.5)
    assert not np.array_equal(still[-1, :20], moved[-1, :20])


def test_no_action_leaves_the_script_alone() -> None:
    from footfall import Sim

    env = SkillEnv("footfall/Walk-v0", starts=0, **SHORT)
    rollout(env, 1, scale=0.0)
    plain = Sim("simbicon/walk3d")
    plain.step(env.task.sim.tick)
    assert np.array_equal(plain.data.qpos, env.task.sim.data.qpos)


def test_the_reward_is_the_cost_of_its_terms() -> None:
    env = SkillEnv("footfall/Walk-v0", starts=0, terms=("tilt@2",), alive=3.0, **SHORT)
    env.reset(seed=1)
    _, reward, _, _, info = env.step(np.zeros(env.action_space.shape, np.float32))
    seconds = env.task.seconds
    assert reward == pytest.approx(3.0 * seconds - info["terms"]["tilt"])
    assert 0.0 < info["terms"]["tilt"] < 2 * 0.5 * seconds


def test_a_fall_terminates_and_time_truncates() -> None:
    limp = SkillEnv("footfall/Walk-v0", actions="instead", seconds=5.0)
    limp.reset(seed=1)
    ends = [limp.step(np.zeros(limp.action_space.shape, np.float32))[2:4] for _ in range(100)]
    first = next(k for k, (terminated, _) in enumerate(ends) if terminated)
    assert first > 10 and not any(truncated for _, truncated in ends[: first + 1])
    walk = SkillEnv("footfall/Walk-v0", **SHORT)
    walk.reset(seed=1)
    ends = [walk.step(np.zeros(walk.action_space.shape, np.float32))[2:4] for _ in range(12)]
    assert ends[:12] == [(False, False)] * 11 + [(False, True)]  # 0.4 s of 17 ticks of 2 ms


def test_recover_draws_a_push() -> None:
    env = SkillEnv("footfall/Recover-v0")
    forces = []
    for seed in (1, 2):
        env.reset(seed=seed)
        (push,) = env.task.sim.pushes
        forces.append(push.force)
        assert 100 < np.hypot(*push.force[:2]) <= 400
    assert forces[0] != forces[1]


def test_track_follows_a_recording_and_a_clip() -> None:
    own = SkillEnv("footfall/Track-v0", starts=0, **SHORT)
    own.reset(seed=1)
    cost = own.step(np.zeros(own.action_space.shape, np.float32))[4]["terms"]["track"]
    assert 0.0 <= cost < 1e-3  # it follows itself
    clip = SkillEnv("footfall/Track-v0", starts=0, motion="wave", **SHORT)
    clip.reset(seed=1)
    assert clip.step(np.zeros(clip.action_space.shape, np.float32))[4]["terms"]["track"] > 10 * cost


def test_what_cannot_be_is_said_in_pythons_words() -> None:
    for changes, word in (
        ({"actions": "motors"}, "actions"),
        ({"skil": "x"}, "skill"),
        ({"terms": ("upright",)}, "at the end"),
        ({"names": ("lKnie.pitch",)}, "lKnee"),
        ({"render_mode": "human"}, "rgb_array"),
        ({"rate": 0.0}, "above 0"),
    ):
        with pytest.raises(FootfallError, match=word) as caught:
            SkillEnv("footfall/Walk-v0", **changes)
        assert "--" not in str(caught.value)
    with pytest.raises(FootfallError, match="Walk-v0"):
        SkillEnv("footfall/Wolk-v0")
    assert footfall.gym.ENVIRONMENTS
