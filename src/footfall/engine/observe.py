"""What a controller outside may want to know of an actor, as one row of numbers with names."""

from __future__ import annotations

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
    """Works out observations of the actors beside a run, which does not notice.

    Attributes:
        model: The model it is for.
    """

    def __init__(self, model: mujoco.MjModel) -> None:
        self.model = model
        self._data = mujoco.MjData(model)

    @staticmethod
    def names(actor: Actor) -> tuple[str, ...]:
        """Names of the numbers: of the whole body, then angle and rate of each joint axis."""
        axes = [actor.anatomy.dof_names[dof] for dof in actor.arrays["dofs"]]
        return (*_HEAD, *(f"{axis}.angle" for axis in axes), *(f"{axis}.rate" for axis in axes))

    def observe(
        self, sim: Session, actor: Actor, out: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """The numbers of this tick, (n,), in the order of `names`.

        Args:
            sim: The run.
            actor: One of its actors.
            out: (n,) to write into; a new array when None.

        Raises:
            ArgumentError: `out` has another shape.
        """
        dofs = actor.arrays["dofs"]
        count = len(_HEAD) + 2 * len(dofs)
        if out is None:
            out = np.empty(count)
        elif out.shape != (count,):
            raise ArgumentError(
                f"an array of shape {out.shape}", argument="out", help=f"give one of shape ({count},), or none"
            )
        data, root = self._data, int(actor.arrays["root_body"][0])
        data.qpos[:], data.qvel[:] = sim.data.qpos, sim.data.qvel
        mujoco.mj_kinematics(self.model, data)
        mujoco.mj_comPos(self.model, data)
        mujoco.mj_comVel(self.model, data)
        mujoco.mj_subtreeVel(self.model, data)
        turn = data.xmat[root].reshape(3, 3)
        yaw = np.arctan2(turn[1, 0], turn[0, 0])
        cos, sin = np.cos(yaw), np.sin(yaw)
        facing = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])  # world to heading frame
        com, state = data.subtree_com[root], actor.state
        out[0] = com[2] - sim.world.ground.height(float(com[0]), float(com[1]))
        out[1:4] = facing @ data.subtree_linvel[root]
        out[4:7] = turn[2]
        out[7:10] = data.cvel[root, :3] @ turn
        for k, foot in enumerate(actor.arrays["feet"]):
            at = data.xpos[actor.arrays["part_body"][foot]]
            out[10 + 3 * k : 13 + 3 * k] = facing @ (at - com)
        out[16:18] = state.foot_load / actor.arrays["scale"][SCALE_WEIGHT]
        frame = int(state.depth[0])
        out[18:21] = state.frame_side[frame] == 0, state.frame_phase[frame], state.clock[frame]
        out[21 : 21 + len(dofs)] = data.qpos[actor.arrays["dof_qpos"][dofs]]
        out[21 + len(dofs) :] = data.qvel[dofs]
        return out
