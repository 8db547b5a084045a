"""One simulated character that acts, is observed, and is rewarded: what all environments are made of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import VERDICT_CODE
from footfall.engine.kernel.ends import DONE, END_WORDS, RUNNING, TIME
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.gym.actions import Actions
from footfall.gym.reward import Reward
from footfall.gym.settings import Settings
from footfall.motion.camera import VIEWS, Camera
from footfall.motion.gl_renderer import open_renderer
from footfall.motion.renderer import Renderer
from footfall.world import Push

F32 = NDArray[np.float32]
SIZE = (480, 360)
_FOVY, _DISTANCE = 30.0, 3.2  # degrees, statures
_GOOD = (RUNNING, TIME, DONE)


class Task:
    """A Sim that is stepped action by action.

    Attributes:
        sim: The Sim.
        actions: What actions do to it.
        ticks: Physics steps of one action.
        observed: How many numbers an observation has.
        earned: The rewards of this episode so far.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings, self._reward = settings, Reward(settings)
        one = ActorSpec(settings.skill, settings.body, settings.start, set=settings.set)
        self.sim = Sim.of(RunSpec((one,), settings.world, watch=self._reward.watch, saves="memory"))
        self.actions = Actions(self.sim, settings)
        self.ticks = max(1, round(1.0 / (settings.rate * self.sim.dt)))
        self.observed = len(self.sim.observe_names()) + len(self.actions.names)
        self._last = np.zeros(len(self.actions.names))
        self.earned, self._ran = 0.0, 0
        self._renderer: Renderer | None = None
        self._reward.begin(self.sim)

    @property
    def terms(self) -> tuple[str, ...]:
        """Names of the terms that are rewarded."""
        return self._reward.names

    @property
    def seconds(self) -> float:
        """How long an action lasts, s."""
        return self.ticks * self.sim.dt

    def reset(self, rng: np.random.Generator) -> tuple[F32, dict[str, Any]]:
        """Begin an episode: a start and a push are drawn."""
        seed = int(rng.integers(1, self.settings.starts + 1)) if self.settings.starts else 0
        pushes = self.sim.setting.world.pushes
        if self.settings.push > 0:
            pushes = (*pushes, self._push(rng))
        self.sim.reset(seed=seed, pushes=pushes)
        self._last[:], self.earned = 0.0, 0.0
        self._reward.begin(self.sim)
        return self.observe(), {"seed": seed}

    def _push(self, rng: np.random.Generator) -> Push:
        angle, force = rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 1.0) * self.settings.push
        if self.sim.bodies[0].planar:
            angle = 0.0 if angle < math.pi else math.pi
        when = rng.uniform(0.1, 0.4) * self.settings.seconds
        forward, left = force * math.cos(angle), force * math.sin(angle)
        if self.sim.bodies[0].planar:
            left = 0.0
        return Push(when, None, self.settings.push_seconds, (forward, left, 0.0))

    def observe(self) -> F32:
        """What `Sim.observe` tells, and the last action."""
        seen = np.empty(self.observed, np.float32)
        self.observe_into(seen)
        return seen

    def observe_into(self, seen: F32) -> None:
        """Write an observation into an array (observed,)."""
        own = self.observed - len(self._last)
        self.sim.observe(out=seen[:own])
        seen[own:] = self._last

    def step(self, action: NDArray[Any]) -> tuple[F32, float, bool, bool, dict[str, Any]]:
        """Do an action and see what came of it.

        Returns:
            The observation, the reward, whether it fell, whether its time is over or its script done, and
            what the terms have cost.
        """
        self.act(action)
        self.go()
        return self.look()

    def act(self, action: NDArray[Any]) -> None:
        """Do an action, from the next tick on. `act`, `go` and `look` are the parts of `step`."""
        np.clip(action, -1.0, 1.0, out=self._last)
        self.actions.apply(self._last)

    def act_within(self, action: NDArray[np.float64]) -> None:
        """The same, of numbers that are known to lie between -1 and 1."""
        self._last[:] = action
        self.actions.apply(self._last)

    def go(self) -> None:
        """Run as long as an action lasts, or until it falls."""
        self._ran = self.sim.advance(self.ticks)

    def look(self) -> tuple[F32, float, bool, bool, dict[str, Any]]:
        """See what came of an action."""
        reward, parts, fell, truncated, end = self.judge()
        info: dict[str, Any] = {"terms": dict(zip(self._reward.names, parts, strict=True)), "end": end}
        if fell or truncated:
            info["score"] = self.earned
        return self.observe(), reward, fell, truncated, info

    def judge(self) -> tuple[float, list[float], bool, bool, str]:
        """What came of an action, without a look at the body.

        Returns:
            The reward, what each term has cost, whether it fell, whether it is over else, and how it ended.
        """
        verdict = int(self.sim.actors[0].state.verdict[VERDICT_CODE])
        fell = verdict not in _GOOD
        reward, parts = self._reward.since(self.sim, self._ran * self.sim.dt, fell)
        self.earned += reward
        truncated = not fell and (verdict == DONE or self.sim.time >= self.settings.seconds - 1e-9)
        return reward, parts, fell, truncated, END_WORDS[verdict]

    def render(self) -> NDArray[np.uint8]:
        """A picture of this tick, (height, width, 3)."""
        if self._renderer is None:
            self._renderer = open_renderer(self.sim.model, SIZE)
        state = self.sim.actors[0].state
        azimuth, elevation = VIEWS["quarter"]
        x, y, z = (float(v) for v in state.com)
        distance = _DISTANCE * max(0.5, 2.0 * float(self.sim.actors[0].fall_height[0])) * 1.8
        camera = Camera((x, y, max(z, 0.3)), distance, azimuth, elevation, _FOVY)
        return self._renderer.frame(self.sim.data.qpos, camera)

    def close(self) -> None:
        """Free the renderer."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None
