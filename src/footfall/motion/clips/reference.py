"""A reference: what a body should do, row by row, computed on the model that is simulated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import mujoco
import numpy as np

from footfall.motion.clips.figure import Figure
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.stance import Bools
from footfall.natural.motion import Soles, sole_geoms


@dataclass(frozen=True)
class Reference:
    """n rows at an even rate; angles in the body's own signs, SI units, world axes.

    Attributes:
        name: Of the clip.
        body: Name of the body.
        kind: Of the clip, "" when nobody said.
        rate: Rows a second, Hz.
        loop: Whether the first row follows the last.
        axes: Names of the k hinges.
        qpos: (n, nq) positions of the whole model.
        qvel: (n, nv) their rates.
        angles, rates: (n, k) of the hinges, rad and rad/s.
        root: (n, 7) place and orientation of the root.
        com, com_velocity: (n, 3) of the body's mass, m and m/s; eq. (10).
        momentum: (n, 3) angular momentum about the centre of mass, kg m²/s; eq. (14).
        trunk: (n, 4) orientation.
        ankles: (n, 2, 3) of the left and the right foot, m.
        stance: (n, 2) which feet stand; eq. (8).
        soles: (n, 2) height of the lowest point of each foot, m; negative below the ground.
        plain: (n, k) angles as the clip has them: no filter, no limits, no feet kept; rad.
        reach: (n, 2) how far the feet were asked to be from their hips, as shares of the legs' lengths.
    """

    name: str
    body: str
    kind: str
    rate: float
    loop: bool
    axes: tuple[str, ...]
    qpos: F64
    qvel: F64
    angles: F64
    rates: F64
    root: F64
    com: F64
    com_velocity: F64
    momentum: F64
    trunk: F64
    ankles: F64
    stance: Bools
    soles: F64
    plain: F64
    reach: F64

    @property
    def times(self) -> F64:
        """(n,) s."""
        return np.arange(len(self.qpos)) / self.rate

    @property
    def seconds(self) -> float:
        """From the first row to the last."""
        return (len(self.qpos) - 1) / self.rate

    def column(self, axis: str) -> int:
        """Of a hinge in `angles`, `rates` and `plain`."""
        return self.axes.index(axis)


def rows_of(ref: Reference, begin: int, end: int) -> Reference:
    """The rows from `begin` to before `end`, as one round of a loop."""
    count = len(ref.qpos)
    arrays: dict[str, Any] = {
        name: value[begin:end]
        for name, value in vars(ref).items()
        if isinstance(value, np.ndarray) and len(value) == count
    }
    return replace(ref, loop=True, **arrays)


def build_reference(
    figure: Figure,
    qpos: F64,
    stance: Bools,
    *,
    name: str,
    kind: str,
    rate: float,
    loop: bool,
    plain: F64,
    reach: F64,
) -> Reference:
    """Everything that follows from positions (n, nq).

    Args:
        figure: The body and its model.
        qpos: Rows of positions.
        stance: (n, 2).
        name: As in `Reference`, like all that follow.
        kind: Of the clip.
        rate: Hz.
        loop: Whether the first row follows the last.
        plain: (n, k) rad.
        reach: (n, 2).
    """
    model, data, body = figure.model, figure.data, figure.body
    qvel = velocities(model, qpos, rate)
    root = figure.body_id(body.root)
    trunk = figure.body_id(body.part("trunk") or body.root)
    feet = [figure.body_id(foot) for foot in body.feet]
    count = len(qpos)
    soles = Soles(model, [sole_geoms(model, body, side) for side in "lr"], count)
    com, speed, momentum = np.empty((count, 3)), np.empty((count, 3)), np.empty((count, 3))
    turned, ankles = np.empty((count, 4)), np.empty((count, 2, 3))
    for i in range(count):
        data.qpos[:], data.qvel[:] = qpos[i], qvel[i]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        com[i], speed[i] = data.subtree_com[root], data.subtree_linvel[root]
        momentum[i], turned[i], ankles[i] = data.subtree_angmom[root], data.xquat[trunk], data.xpos[feet]
        soles.note(i, data)
    columns = [figure.columns[axis.name] for axis in body.axes]
    dofs = [int(model.joint(axis.model_name).dofadr[0]) for axis in body.axes]
    return Reference(
        name=name,
        body=body.name,
        kind=kind,
        rate=rate,
        loop=loop,
        axes=tuple(axis.name for axis in body.axes),
        qpos=qpos,
        qvel=qvel,
        angles=qpos[:, columns],
        rates=qvel[:, dofs],
        root=qpos[:, figure.root : figure.root + 7],
        com=com,
        com_velocity=speed,
        momentum=momentum,
        trunk=turned,
        ankles=ankles,
        stance=stance,
        soles=soles.lowest(),
        plain=plain,
        reach=reach,
    )


def velocities(model: mujoco.MjModel, qpos: F64, rate: float) -> F64:
    """(n, nv) central differences of positions (n, nq)."""
    out = np.zeros((len(qpos), model.nv))
    last = len(qpos) - 1
    for i in range(len(qpos)):
        before, after = max(i - 1, 0), min(i + 1, last)
        if after > before:
            mujoco.mj_differentiatePos(model, out[i], (after - before) / rate, qpos[before], qpos[after])
    return out
