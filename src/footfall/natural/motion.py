"""What the measures of a gait read: one body's motion, row by row, whether simulated or captured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body

F64 = NDArray[np.float64]
SIDES = ("left", "right")
LETTERS = ("l", "r")
GRAVITY = 9.81  # m/s², that people's figures were found under


@dataclass(frozen=True)
class Motion:
    """A motion of n rows; SI units, angles in rad and in the body's signs.

    Attributes:
        time: (n,) s, evenly spaced.
        com: (n, 3) centre of mass.
        heading: (n,) facing of the pelvis.
        loads: (n, 2) vertical force under the left and the right foot, N.
        weight: Of the body, N.
        leg: Length of a leg from hip to ankle.
        angles: Hinge -> (n,) angle.
        rates: Hinge -> (n,) its rate.
        torques: Hinge -> (n,) torque, N m; empty for a captured motion.
        pelvis, trunk: (n, 3) turn to the left, left side up, lean forward.
        soles: (n, 2) height of each foot's lowest point above the ground.
        feet: (n, 2) pitch of each foot, toes up.
    """

    time: F64
    com: F64
    heading: F64
    loads: F64
    weight: float
    leg: float
    angles: Mapping[str, F64]
    rates: Mapping[str, F64]
    torques: Mapping[str, F64]
    pelvis: F64
    trunk: F64
    soles: F64
    feet: F64

    @property
    def step(self) -> float:
        """Seconds between two rows."""
        return float(self.time[1] - self.time[0])


def motion_of(
    model: mujoco.MjModel,
    body: Body,
    rows: Mapping[str, F64],
    *,
    prefix: str = "",
    torques: bool = True,
) -> Motion:
    """The Motion of rows of a log, or of a retargeted clip.

    Args:
        model: With the body in it.
        body: The body.
        rows: time, qpos, qvel, com, heading, loads; tau when there are torques.
        prefix: Of the body's names in the model.
        torques: Whether they are known.
    """
    hinges = {axis.name: model.joint(prefix + axis.model_name) for axis in body.axes}
    dofs = {name: int(joint.dofadr[0]) for name, joint in hinges.items()}
    pelvis, trunk, soles, feet = _poses(model, body, rows["qpos"], prefix)
    return Motion(
        time=rows["time"],
        com=rows["com"],
        heading=np.unwrap(rows["heading"]),
        loads=rows["loads"],
        weight=body.mass * float(np.linalg.norm(model.opt.gravity)),
        leg=_leg(body),
        angles={name: rows["qpos"][:, int(joint.qposadr[0])] for name, joint in hinges.items()},
        rates={name: rows["qvel"][:, dof] for name, dof in dofs.items()},
        torques={name: rows["tau"][:, dof] for name, dof in dofs.items()} if torques else {},
        pelvis=pelvis,
        trunk=trunk,
        soles=soles - rows["ground"][:, None] if "ground" in rows else soles,
        feet=feet,
    )


def _leg(body: Body) -> float:
    """From hip to ankle, m; 1 for a body without such legs."""
    parts = [body.part("lShank"), body.part("lFoot")]
    return sum(float(np.linalg.norm(part.at)) for part in parts if part is not None) or 1.0


def _poses(model: mujoco.MjModel, body: Body, qpos: F64, prefix: str) -> tuple[F64, F64, F64, F64]:
    """Pelvis (n, 3), trunk (n, 3), soles (n, 2) and feet (n, 2), by forward kinematics."""
    data = mujoco.MjData(model)
    root = model.body(prefix + body.root.model_name).id
    trunk = model.body(prefix + (body.part("trunk") or body.root).model_name).id
    feet = [model.body(prefix + foot.model_name).id for foot in body.feet]
    geoms = [sole_geoms(model, body, letter, prefix) for letter in LETTERS[: len(feet)]]
    soles = Soles(model, geoms, len(qpos))
    frames = np.empty((len(qpos), 2 + len(feet), 9))
    for i, row in enumerate(qpos):
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        frames[i] = data.xmat[[root, trunk, *feet]]
        soles.note(i, data)
    turns = frames.reshape(len(qpos), -1, 3, 3)
    tilted = np.zeros((len(qpos), 2))
    tilted[:, : len(feet)] = np.arcsin(np.clip(turns[:, 2:, 2, 0], -1.0, 1.0))
    return _angles(turns[:, 0]), _angles(turns[:, 1]), soles.lowest(), tilted


def _angles(frames: F64) -> F64:
    """(n, 3) turn to the left, left side up and lean forward of frames (n, 3, 3)."""
    turn = np.unwrap(np.arctan2(frames[:, 1, 0], frames[:, 0, 0]))
    up = np.arcsin(np.clip(frames[:, 2, 1], -1.0, 1.0))
    lean = -np.arcsin(np.clip(frames[:, 2, 0], -1.0, 1.0))
    return np.stack([turn, up, lean], axis=1)


def sole_geoms(model: mujoco.MjModel, body: Body, letter: str, prefix: str = "") -> list[int]:
    """Shapes of a foot and its toes that touch the ground."""
    links = [link for link in (body.part(letter + "Foot"), body.part(letter + "Toes")) if link is not None]
    ids = {int(model.body(prefix + link.model_name).id) for link in links}
    return [g for g in range(model.ngeom) if int(model.geom_bodyid[g]) in ids and model.geom_contype[g]]


class Soles:
    """How low both soles are, over rows of positions: noted row by row, worked out for all rows at once.

    Args:
        model: With the shapes in it.
        sides: The shapes of each foot, left and right.
        count: How many rows there are.
    """

    def __init__(self, model: mujoco.MjModel, sides: Sequence[list[int]], count: int) -> None:
        self._model, self._sides = model, sides
        self._shapes = [geom for side in sides for geom in side]
        self._z = np.empty((len(self._shapes), count))
        self._down = np.empty((len(self._shapes), count, 3))

    def note(self, row: int, data: mujoco.MjData) -> None:
        """Keep where the shapes are now."""
        self._z[:, row] = data.geom_xpos[self._shapes, 2]
        self._down[:, row] = data.geom_xmat[self._shapes, 6:]  # the vertical in the shape's own axes

    def lowest(self) -> F64:
        """(n, 2) heights of the lowest points, m; 0 for a foot without shapes."""
        low = {
            geom: self._z[k] - _below(self._model, geom, self._down[k]) for k, geom in enumerate(self._shapes)
        }
        out = np.zeros((self._z.shape[1], 2))
        for k, side in enumerate(self._sides):
            if side:
                out[:, k] = np.min([low[geom] for geom in side], axis=0)
        return out


def _below(model: mujoco.MjModel, geom: int, down: F64) -> Any:
    """How far a shape reaches below its middle, m: (n,), or one number for a ball."""
    size, kind = model.geom_size[geom], model.geom_type[geom]
    if kind == mujoco.mjtGeom.mjGEOM_SPHERE:
        return size[0]
    if kind == mujoco.mjtGeom.mjGEOM_CAPSULE:
        return size[0] + size[1] * np.abs(down[:, 2])
    if kind == mujoco.mjtGeom.mjGEOM_BOX:
        return np.abs(down) @ size
    if kind == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
        return np.linalg.norm(down * size, axis=1)
    box = model.geom_aabb[geom]  # a mesh or cylinder of a wrapped MJCF: its bounding box
    return np.abs(down) @ box[3:] - down @ box[:3]
