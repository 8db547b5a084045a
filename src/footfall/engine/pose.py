"""Where the bodies of a model are at this very tick, for programs that draw them."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.errors import ArgumentError

WIDTH = 7  # x, y, z in m; w, x, y, z of the quaternion


class Poser:
    """Works out poses beside a run.

    After a step the places in MjData are those before it. They are worked out anew in data of our own: the
    run's must not change because somebody looked at it.

    Attributes:
        model: The model it is for.
        names: Of its bodies, the world aside, (n,).
    """

    def __init__(self, model: mujoco.MjModel) -> None:
        """Prepare for a model."""
        self.model = model
        self.names = tuple(model.body(k).name for k in range(1, model.nbody))
        self._data = mujoco.MjData(model)
        # views of memory that lives as long as the data: asking for them each time takes longest
        self._qpos, self._at, self._turns = self._data.qpos, self._data.xpos[1:], self._data.xquat[1:]

    def pose(self, qpos: NDArray[np.float64], out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The pose at positions (nq,).

        Args:
            qpos: Positions.
            out: (n, 7) to write into; a new array when None.

        Raises:
            ArgumentError: `out` has another shape.
        """
        if out is None:
            out = np.empty((len(self.names), WIDTH))
        elif out.shape != (len(self.names), WIDTH):
            shape = f"({len(self.names)}, {WIDTH})"
            raise ArgumentError(
                f"an array of shape {out.shape}", argument="out", help=f"give one of shape {shape}, or none"
            )
        self._qpos[:] = qpos
        mujoco.mj_kinematics(self.model, self._data)
        out[:, :3] = self._at
        out[:, 3:] = self._turns
        return out
