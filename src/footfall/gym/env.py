"""The environment: one character."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from footfall.errors import ArgumentError
from footfall.gym.settings import settings_of
from footfall.gym.task import Task

RENDER_MODES = ("rgb_array",)


def box(task: Task) -> tuple[Any, Any]:
    """The spaces of observations and actions."""
    seen = spaces.Box(-np.inf, np.inf, (task.observed,), np.float32)
    return seen, spaces.Box(-1.0, 1.0, (len(task.actions.names),), np.float32)


class SkillEnv(gymnasium.Env[NDArray[np.float32], NDArray[np.float32]]):
    """A character that its script drives, and an agent changes.

    Args:
        environment: One of the registered names, whose settings are the defaults.
        render_mode: "rgb_array" or None.
        changes: Other settings (see `footfall.gym.Settings`).

    Attributes:
        task: The character; `task.sim` is its Sim.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 30}

    def __init__(
        self, environment: str = "footfall/Skill-v0", *, render_mode: str | None = None, **changes: Any
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ArgumentError(
                f"there is no render mode '{render_mode}'", argument="render_mode", help='use "rgb_array"'
            )
        self.render_mode = render_mode
        self.task = Task(settings_of(environment, changes))
        self.metadata = {**type(self).metadata, "render_fps": round(1.0 / self.task.seconds)}
        self.observation_space, self.action_space = box(self.task)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin an episode; see `gymnasium.Env.reset`."""
        super().reset(seed=seed)
        return self.task.reset(self.np_random)

    def step(
        self, action: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Do an action; see `gymnasium.Env.step`. `terminated` is the skill's FALL."""
        return self.task.step(action)

    def render(self) -> NDArray[np.uint8] | None:
        """A picture of this tick, where it was asked for."""
        return self.task.render() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Free what it holds."""
        self.task.close()
