"""What a controller outside may want to know of an actor, as one row of numbers with names."""

from __future__ import annotations

import math
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import SCALE_WEIGHT
from footfall.engine.actor import Actor
from footfall.engine.session import Session
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


class Observer:
    """Works out observations of one actor beside a run, which does not notice.

    Attributes:
        actor: The actor.
        names: Of the numbers: of the whole body, then angle and rate of each joint axis.
    """

    def __init__(self, model: mujoco.MjModel, actor: Actor) -> None:
        self.actor, self._model = actor, model
        dofs = actor.arrays["dofs"]
        axes = [actor.anatomy.dof_names[dof] for dof in dofs]
        self.names = (*_HEAD, *(f"{axis}.angle" for axis in axes), *(f"{axis}.rate" for axis in axes))
        self._data = data = mujoco.MjData(model)
        # views of memory that lives as long as the data: asking for them each time takes longest
        root = int(actor.arrays["root_body"][0])
        self._qpos, self._qvel = data.qpos, data.qvel
        self._turn, self._spin = data.xmat[root], data.cvel[root, :3]
        self._com, self._velocity = data.subtree_com[root], data.subtree_linvel[root]
        self._feet = [data.xpos[actor.arrays["part_body"][foot]] for foot in actor.arrays["feet"]]
        self._angles, self._dofs = actor.arrays["dof_qpos"][dofs], dofs
        self._weight = float(actor.arrays["scale"][SCALE_WEIGHT])

    def observe(self, sim: Session, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The numbers of this tick, (n,), in the order of `names`.

        Args:
            sim: The run.
            out: (n,) to write into; a new array when None.

        Raises:
            ArgumentError: `out` has another shape.
        """
        if out is None:
            out = np.empty(len(self.names))
        elif out.shape != (len(self.names),):
            shape = f"({len(self.names)},)"
            raise ArgumentError(
                f"an array of shape {out.shape}", argument="out", help=f"give one of shape {shape}, or none"
            )
        model, data = self._model, self._data
        self._qpos[:], self._qvel[:] = sim.data.qpos, sim.data.qvel
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        joints = len(_HEAD) + len(self._dofs)
        out[: len(_HEAD)] = self._whole(sim)
        out[len(_HEAD) : joints] = self._qpos[self._angles]
        out[joints:] = self._qvel[self._dofs]
        return out

    def _whole(self, sim: Session) -> list[float]:
        """The numbers of `_HEAD`; plain floats, since so few are quicker without arrays."""
        xx, xy, xz, yx, yy, yz, *up = self._turn.tolist()  # rows of the matrix from root to world
        x, y, z = self._com.tolist()
        yaw = math.atan2(yx, xx)
        cos, sin = math.cos(yaw), math.sin(yaw)
        vx, vy, vz = self._velocity.tolist()
        wx, wy, wz = self._spin.tolist()
        feet: list[float] = []
        for foot in self._feet:
            fx, fy, fz = foot.tolist()
            fx, fy = fx - x, fy - y
            feet += [cos * fx + sin * fy, cos * fy - sin * fx, fz - z]
        state = self.actor.state
        left, right = state.foot_load.tolist()
        frame = int(state.depth[0])
        return [
            z - sim.world.ground.height(x, y),
            cos * vx + sin * vy, cos * vy - sin * vx, vz,
            *up,
            xx * wx + yx * wy + up[0] * wz, xy * wx + yy * wy + up[1] * wz, xz * wx + yz * wy + up[2] * wz,
            *feet,
            left / self._weight, right / self._weight,
            float(state.frame_side[frame] == 0), float(state.frame_phase[frame]), float(state.clock[frame]),
        ]  # fmt: skip
