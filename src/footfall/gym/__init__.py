"""Environments for reinforcement learning, in the way of Gymnasium (``pip install 'footfall[gym]'``).

``import footfall.gym`` registers them:

    import gymnasium as gym, footfall.gym
    env = gym.make("footfall/Walk-v0")
    many = gym.make_vec("footfall/Walk-v0", num_envs=16)     # on threads
"""

from __future__ import annotations

from footfall.errors import FootfallError

try:
    import gymnasium
except ImportError as error:
    raise FootfallError(
        "footfall.gym needs gymnasium", where="footfall.gym", help="pip install 'footfall[gym]'"
    ) from error

from footfall.gym.env import SkillEnv
from footfall.gym.settings import ENVIRONMENTS, Settings
from footfall.gym.vector import SkillVectorEnv

__all__ = ["ENVIRONMENTS", "Settings", "SkillEnv", "SkillVectorEnv"]


def register() -> None:
    """Make the environments known to Gymnasium."""
    for name in ENVIRONMENTS:
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="footfall.gym.env:SkillEnv",
                vector_entry_point="footfall.gym.vector:SkillVectorEnv",
                kwargs={"environment": name},
                order_enforce=True,
            )


register()
