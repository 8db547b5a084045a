"""What retargeting needs to know of a body: its legs and soles, and the model that is simulated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from footfall.body.schema import Axis, Body, Joint, Link
from footfall.body.starts import surface_points
from footfall.engine.scene import build_scene
from footfall.errors import FootfallError
from footfall.motion.clips.rotations import F64
from footfall.world import World

SIDES = ("left", "right")
_THICK = 0.006  # m²: what the parts themselves add to the moment of inertia about the vertical by mass
_FLAT = 0.008  # m above the lowest point of a foot that still belongs to its sole


@dataclass(frozen=True)
class Leg:
    """A leg of a body, lengths in m.

    Attributes:
        side: "left" or "right".
        at: (3,) the hip in the pelvis.
        thigh: (3,) from the hip to the knee, in the thigh.
        shank: (3,) from the knee to the ankle, in the shank.
        hip, knee, ankle, toe: Hinges; `toe` may be empty.
        sole: (4,) least and greatest x and y of the foot's sole, in the foot.
        drop: From the ankle down to the sole.
        ball: x in the foot about which a heel rises.
        tip: x of the foremost point, toes included.
    """

    side: str
    at: F64
    thigh: F64
    shank: F64
    hip: tuple[Axis, ...]
    knee: Axis
    ankle: tuple[Axis, ...]
    toe: tuple[Axis, ...]
    sole: F64
    drop: float
    ball: float
    tip: float

    @property
    def length(self) -> float:
        """From hip to ankle, stretched."""
        return float(np.linalg.norm(self.thigh) + np.linalg.norm(self.shank))


class Figure:
    """A body and its model."""

    def __init__(self, body: Body) -> None:
        """Build the model.

        Raises:
            FootfallError: The body is planar, or lacks a part that every clip moves.
        """
        if body.planar:
            raise FootfallError(
                f"clips move in three dimensions, and {body.name} in a plane",
                help="choose a body like human",
            )
        self.body = body
        self.model = build_scene(((body, ""),), World()).model
        self.data = mujoco.MjData(self.model)
        self.columns = {a.name: int(self.model.joint(a.model_name).qposadr[0]) for a in body.axes}
        self.root = int(self.model.joint(body.root_joints[0]).qposadr[0])
        self.legs = tuple(self._leg(side) for side in SIDES)

    @cached_property
    def rest(self) -> F64:
        """(nq,) the body at rest, its root at the origin."""
        qpos = np.array(self.model.qpos0)
        start = self.body.starts["rest"]
        for axis in self.body.axes:
            qpos[self.columns[axis.name]] = start.angles.get(axis.name, axis.rest)
        qpos[self.root : self.root + 7] = [0, 0, 0, 1, 0, 0, 0]
        return qpos

    @property
    def leg_length(self) -> float:
        """Mean of both legs, m."""
        return float(np.mean([leg.length for leg in self.legs]))

    def body_id(self, link: Link) -> int:
        """Of a link, in the model."""
        return int(self.model.body(link.model_name).id)

    def centres(self, qpos: F64) -> F64:
        """(n, 3) centre of mass of rows of positions (n, nq), m."""
        out = np.empty((len(qpos), 3))
        root = self.body_id(self.body.root)
        for i, row in enumerate(qpos):
            self.data.qpos[:] = row
            mujoco.mj_kinematics(self.model, self.data)
            mujoco.mj_comPos(self.model, self.data)
            out[i] = self.data.subtree_com[root]
        return out

    def momenta(self, qpos: F64, rate: float) -> tuple[F64, F64, F64]:
        """Centre of mass (n, 3), m, of rows of positions (n, nq), and by mass what turns about it.

        Returns:
            It, the angular momentum (n, 3), m²/s, and the moment of inertia about the vertical (n,), m².

        Args:
            qpos: Rows.
            rate: Rows a second.
        """
        com, spin = np.empty((len(qpos), 3)), np.zeros((len(qpos), 3))
        wide = np.empty(len(qpos))
        ids = [self.body_id(link) for link in self.body.links]
        mass = self.model.body_mass[ids]
        root, last = self.body_id(self.body.root), len(qpos) - 1
        for i, row in enumerate(qpos):
            before, after = max(i - 1, 0), min(i + 1, last)
            if after > before:
                mujoco.mj_differentiatePos(
                    self.model, self.data.qvel, (after - before) / rate, qpos[before], qpos[after]
                )
            self.data.qpos[:] = row
            mujoco.mj_kinematics(self.model, self.data)
            mujoco.mj_comPos(self.model, self.data)
            mujoco.mj_comVel(self.model, self.data)
            mujoco.mj_subtreeVel(self.model, self.data)
            com[i], spin[i] = self.data.subtree_com[root], self.data.subtree_angmom[root]
            wide[i] = mass @ np.sum(np.square(self.data.xipos[ids, :2] - com[i, :2]), axis=1)
        return com, spin / self.body.mass, wide / self.body.mass + _THICK

    def _part(self, name: str) -> Link:
        link = self.body.part(name)
        if link is None:
            raise FootfallError(f"{self.body.name} has no {name}", help="give a link of it that role")
        return link

    def _joint(self, name: str) -> Joint:
        joint = self.body.joint(name)
        if joint is None:
            raise FootfallError(f"{self.body.name} has no joint {name}", help="give it hinges there")
        return joint

    def _leg(self, side: str) -> Leg:
        letter = side[0]
        thigh, shank, foot = (self._part(letter + part) for part in ("Thigh", "Shin", "Foot"))
        hip, knee, ankle = (self._joint(letter + joint) for joint in ("Hip", "Knee", "Ankle"))
        chain = (thigh.parent, shank.parent, foot.parent)
        kinds = (*(a.axis for a in knee.axes), *(a.axis for a in ankle.axes))
        if chain != (self.body.root.name, thigh.name, shank.name) or kinds != ("pitch", "roll", "pitch"):
            raise FootfallError(
                f"the {side} leg of {self.body.name} cannot be solved for its foot",
                help="it needs a thigh on the pelvis, a knee with pitch, an ankle with roll and pitch",
            )
        toe, toes = self.body.joint(letter + "Toe"), self.body.part(letter + "Toes")
        sole, drop = self._sole(foot)
        return Leg(
            side=side,
            at=np.array(thigh.at),
            thigh=np.array(shank.at),
            shank=np.array(foot.at),
            hip=hip.axes,
            knee=knee.axes[0],
            ankle=ankle.axes,
            toe=toe.axes if toe is not None else (),
            sole=sole,
            drop=drop,
            ball=toes.at[0] if toes is not None else float(sole[1]),
            tip=float(sole[1]) if toes is None else toes.at[0] + float(self._points(toes)[:, 0].max()),
        )

    def _points(self, link: Link) -> F64:
        """Points on the shapes of a link that touch things, in its frame."""
        self.data.qpos[:] = self.model.qpos0
        mujoco.mj_kinematics(self.model, self.data)
        body = self.body_id(link)
        geoms = [
            g
            for g in range(self.model.ngeom)
            if self.model.geom_bodyid[g] == body and self.model.geom_contype[g]
        ]
        if not geoms:
            raise FootfallError(
                f"the {link.name} of {self.body.name} touches nothing",
                help="give it a shape with contact = true",
            )
        points = np.concatenate([surface_points(self.model, self.data, g) for g in geoms])
        return np.asarray(points - self.data.xpos[body])

    def _sole(self, foot: Link) -> tuple[F64, float]:
        points = self._points(foot)
        low = points[points[:, 2] < points[:, 2].min() + _FLAT]
        edges = [low[:, 0].min(), low[:, 0].max(), low[:, 1].min(), low[:, 1].max()]
        return np.array(edges), float(-points[:, 2].min())
