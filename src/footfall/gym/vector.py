"""Many characters at once, on threads: the kernel holds no Python lock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from footfall.engine.batch import Batch
from footfall.gym.env import RENDER_MODES, box
from footfall.gym.settings import settings_of
from footfall.gym.task import Task

F32 = NDArray[np.float32]
_Judged = tuple[float, list[float], bool, bool, str]  # see Task.judge


class SkillVectorEnv(VectorEnv[F32, F32, NDArray[Any]]):
    """As many characters as asked for, each in a world of its own.

    One that has ended begins again at the next step (`AutoresetMode.NEXT_STEP`). The results do not depend
    on the number of threads.

    Args:
        num_envs: How many.
        environment: One of the registered names, whose settings are the defaults.
        threads: How many run at once; one per core when None.
        render_mode: "rgb_array" or None.
        changes: Other settings (see `footfall.gym.Settings`).
    """

    metadata = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 30,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        environment: str = "footfall/Skill-v0",
        *,
        threads: int | None = None,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        self.num_envs, self.render_mode = num_envs, render_mode
        settings = settings_of(environment, changes)
        self.tasks = [Task(settings) for _ in range(num_envs)]
        for task in self.tasks[1:]:  # where a start touches the ground takes long to find
            task.sim.placed = self.tasks[0].sim.placed
        self._batch = Batch([task.sim for task in self.tasks], threads=threads)
        for k, task in enumerate(self.tasks[self._batch.threads :]):  # see Batch.spread: who shares a thread
            task.sim.observe_like(self.tasks[k % self._batch.threads].sim)
        self.single_observation_space, self.single_action_space = box(self.tasks[0])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rngs = [np.random.default_rng(k) for k in range(num_envs)]
        self._ended = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[F32, dict[str, Any]]:
        """Begin all episodes; see `gymnasium.vector.VectorEnv.reset`."""
        if seed is not None:
            seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int) else list(seed)
            self._rngs = [np.random.default_rng(one) for one in seeds]
        self._ended[:] = False
        found = self._batch.spread(lambda share: [self.tasks[k].reset(self._rngs[k]) for k in share])
        return np.stack([seen for seen, _ in found]), {"seed": np.array([info["seed"] for _, info in found])}

    def step(
        self, actions: F32
    ) -> tuple[F32, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do an action (num_envs, n) each; see `gymnasium.vector.VectorEnv.step`."""
        seen = np.empty((self.num_envs, self.tasks[0].observed), np.float32)
        wanted = np.clip(np.asarray(actions, np.float64), -1.0, 1.0)
        found = self._batch.spread(lambda share: self._some(share, wanted, seen))
        rewards, parts, fell, late, ends = zip(*found, strict=True)
        terminated, truncated = np.array(fell, bool), np.array(late, bool)
        self._ended = terminated | truncated
        costs = dict(zip(self.tasks[0].terms, np.array(parts).T, strict=True))
        infos: dict[str, Any] = {"terms": costs}
        for k in np.flatnonzero(self._ended):  # few: what is said at the end only
            last = {"end": ends[k], "score": self.tasks[k].earned}
            infos = self._add_info(infos, last, int(k))
        return seen, np.array(rewards, np.float64), terminated, truncated, infos

    def _some(self, share: Sequence[int], wanted: NDArray[np.float64], seen: F32) -> list[_Judged]:
        """Step those of one thread: all act, all go, all look; each part is quicker when it is repeated."""
        on = [k for k in share if not self._ended[k]]
        for k in on:
            self.tasks[k].act_within(wanted[k])
        for k in on:
            self.tasks[k].go()
        judged = []
        for k in share:
            task = self.tasks[k]
            if self._ended[k]:
                seen[k], _ = task.reset(self._rngs[k])
                judged.append((0.0, [0.0] * len(task.terms), False, False, ""))
            else:
                task.observe_into(seen[k])
                judged.append(task.judge())
        return judged

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each, where it was asked for."""
        return tuple(task.render() for task in self.tasks) if self.render_mode == "rgb_array" else None

    def close_extras(self, **kwargs: Any) -> None:
        """Free threads and renderers."""
        self._batch.close()
        for task in self.tasks:
            task.close()
