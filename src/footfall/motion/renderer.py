"""Base of all renderers: they turn a pose into an image."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.engine.pendulum import Pendulum
from footfall.motion.camera import Camera
from footfall.motion.ghost import Stroke, strokes

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
"""(height, width, 3) RGB, or (height, width, 4) RGBA of a renderer that is clear."""

PUSH_COLOUR = (0.90, 0.24, 0.10)


@dataclass(frozen=True)
class Arrow:
    """A force on show: from `tail` to `tip`, world points (3,) in m; the tip touches what is pushed."""

    tail: Floats
    tip: Floats


class Renderer(ABC):
    """Shows one model, one pose at a time. Use it in a ``with`` block."""

    def __init__(self, model: mujoco.MjModel, size: tuple[int, int], *, clear: bool = False) -> None:
        """Take a model.

        Args:
            model: What to show.
            size: (width, height) of the images in pixels.
            clear: Show only what moves, without ground and sky; images then have an alpha channel.
        """
        self.model = model
        self.size = size
        self.clear = clear
        self.data = mujoco.MjData(model)

    def frame(
        self,
        qpos: Floats,
        camera: Camera,
        pushes: Sequence[tuple[str, Floats]] = (),
        pendulum: Pendulum | None = None,
    ) -> Image:
        """The image of a pose.

        Args:
            qpos: (nq,) positions.
            camera: Where from.
            pushes: (body name, world force (3,) in N) of every push that is on.
            pendulum: Of a TEMPLATE, drawn over the body.
        """
        self.data.qpos[:] = qpos
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)
        mujoco.mj_camlight(self.model, self.data)
        ghost = [] if pendulum is None else strokes(pendulum, camera)
        return self._draw(camera, [self._arrow(name, force) for name, force in pushes], ghost)

    def _arrow(self, body: str, force: Floats) -> Arrow:
        """An arrow as long as the force is strong, within reason: 0.3 m to 0.9 m."""
        strength = float(np.linalg.norm(force))
        length = 0.3 + 0.6 * (1.0 - math.exp(-strength / 400.0))
        tip = np.array(self.data.xipos[self.model.body(body).id])
        direction = np.asarray(force, dtype=float) / max(strength, 1e-9)
        tip = tip - 0.1 * direction  # a body's middle is inside it: stop about at the skin
        return Arrow(tip - length * direction, tip)

    @abstractmethod
    def _draw(self, camera: Camera, arrows: list[Arrow], ghost: list[Stroke]) -> Image:
        """Draw the pose in `self.data`, and over it what is not of the model."""

    @abstractmethod
    def close(self) -> None:
        """Free what it holds."""

    def __enter__(self) -> Renderer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
