"""What a controller outside may want to know of an actor, as one row of numbers with names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.engine.actor import Actor
from footfall.engine.kernel.observe import observe
from footfall.errors import ArgumentError

_XYZ = ("forward", "left", "up")
_HEAD = (
    "com.height",  # above the ground, m
    *(f"com.velocity.{axis}" for axis in _XYZ),  # m/s, in the heading frame
    *(f"root.up.{axis}" for axis in _XYZ),  # the world's up, in the root's frame
    *(f"root.spin.{axis}" for axis in _XYZ),  # rad/s, in the root's frame
    *(f"{side}Foot.{axis}" for side in "lr" for axis in _XYZ),  # from the COM, m, in the heading frame
    "lFoot.load",  # in body weights
    "rFoot.load",
    "stance.left",  # 1 while the script's stance leg is the left one
    "phase.number",
    "phase.time",  # s since the phase began
)


def _compiled(arguments: tuple[Any, ...]) -> Callable[..., None]:
    """The compiled function itself: to find it by the types of what it is given takes longer than it runs."""
    dispatcher: Any = observe
    types = tuple(dispatcher.typeof_pyval(one) for one in arguments)
    dispatcher.compile(types)
    found: Callable[..., None] = dispatcher.get_overload(types)
    return found


class Observer:
    """Works out observations of one actor beside a run, which does not notice.

    Args:
        model: The scene's model.
        actor: The actor.
        like: An Observer of the same model elsewhere, whose memory is used too: by one of both at a time.

    Attributes:
        actor: The actor.
        names: Of the numbers: of the whole body, then angle and rate of each joint axis.
    """

    def __init__(self, model: mujoco.MjModel, actor: Actor, like: Observer | None = None) -> None:
        self.actor = actor
        self._model: mujoco.MjModel = model if like is None else like._model
        dofs = actor.arrays["dofs"]
        axes = [actor.anatomy.dof_names[dof] for dof in dofs]
        self.names = (*_HEAD, *(f"{axis}.angle" for axis in axes), *(f"{axis}.rate" for axis in axes))
        self._data: mujoco.MjData = mujoco.MjData(model) if like is None else like._data
        data = self._data
        # views of memory that lives as long as the data: asking for them each time takes longest
        root = int(actor.arrays["root_body"][0])
        views = (
            data.qpos, data.qvel, data.xmat[root], data.cvel[root, :3], data.subtree_com[root],
            data.subtree_linvel[root], data.xpos,
        )  # fmt: skip
        self._inputs = actor.context, self._model._address, data._address, *views
        self._row = np.empty(len(self.names))
        self._call = _compiled((*self._inputs, self._row))

    def observe(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The numbers of this tick, (n,), in the order of `names`.

        Args:
            out: (n,) to write into; a new array when None.

        Raises:
            ArgumentError: `out` has another shape.
        """
        if out is None:
            out = np.empty(len(self.names))
        elif out.shape != self._row.shape:
            raise ArgumentError(
                f"an array of shape {out.shape}",
                argument="out",
                help=f"give one of shape {self._row.shape}, or none",
            )
        self._call(*self._inputs, self._row)
        out[:] = self._row
        return out
