"""Clips and references as pictures see them: the same film strip that a Recording has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import END, Clip
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.reference import Reference
from footfall.motion.clips.rotations import F64
from footfall.motion.samples import PushSpan
from footfall.world import World, add_world

_BONE = 0.028  # m, radius
_COLOURS = {"l": (0.29, 0.51, 0.66, 1.0), "r": (0.80, 0.46, 0.30, 1.0), "": (0.35, 0.38, 0.42, 1.0)}
_STANCES = ("flight", "left foot", "right foot", "both feet")


@dataclass(frozen=True)
class View:
    """A motion without forces, in the shape of a Recording (`motion.samples.RecordingLike`).

    Attributes:
        scene: The model.
        title: What is shown.
        root_name: Of the pelvis, in the model.
        time: (n,) s.
        qpos: (n, nq).
        com: (n, 3) what the camera follows, m.
        heading: (n,) rad.
        stance: (n, 2) which feet stand.
    """

    scene: mujoco.MjModel
    title: str
    root_name: str
    time: F64
    qpos: F64
    com: F64
    heading: F64
    stance: NDArray[np.bool_]

    planar = False
    end = "time"
    pushes: tuple[PushSpan, ...] = ()
    phase_names = _STANCES

    def model(self) -> mujoco.MjModel:
        """The model."""
        return self.scene

    @property
    def tau(self) -> F64:
        """No torques."""
        return np.zeros((len(self.time), self.scene.nv))

    @property
    def dof_names(self) -> tuple[str, ...]:
        """None."""
        return ("",) * int(self.scene.nv)

    @cached_property
    def loads(self) -> F64:
        """(n, 2) a share for each foot that stands."""
        return np.asarray(self.stance / np.maximum(self.stance.sum(axis=1, keepdims=True), 1))

    @cached_property
    def phase(self) -> NDArray[np.integer]:
        """(n,) which feet stand, as an index into `phase_names`."""
        return np.asarray(self.stance @ np.array([1, 2]))

    @cached_property
    def phase_paths(self) -> tuple[str, ...]:
        """The same in words."""
        return tuple(_STANCES[i] for i in self.phase.tolist())

    @property
    def side(self) -> NDArray[np.integer]:
        """(n,) 0 where the left foot stands."""
        return np.where(self.stance[:, 0], 0, 1)

    @property
    def speed_forward(self) -> F64:
        """(n,) m/s along the heading."""
        if len(self.time) < 2:
            return np.zeros(len(self.time))
        v = np.gradient(self.com[:, :2], self.time, axis=0)
        return np.asarray(v[:, 0] * np.cos(self.heading) + v[:, 1] * np.sin(self.heading))


def view_reference(ref: Reference, figure: Figure) -> View:
    """A reference on its body."""
    return View(
        scene=figure.model,
        title=f"{ref.name} on {ref.body}",
        root_name=figure.body.root.model_name,
        time=ref.times,
        qpos=ref.qpos,
        com=ref.com,
        heading=np.unwrap(rot.heading(ref.root[:, 3:7])),
        stance=ref.stance,
    )


def view_clip(clip: Clip) -> View:
    """A clip as a figure of sticks, as its file has it; the ground is under its lowest joint."""
    spec = mujoco.MjSpec()
    add_world(spec, World())
    made = {-1: spec.worldbody}
    names, parents = clip.skeleton.names, clip.skeleton.parents
    for i, name in enumerate(names):
        node = made[parents[i]].add_body(name=f"{i} {name}", pos=clip.skeleton.offsets[i])
        made[i] = node
        node.explicitinertial, node.mass, node.inertia = True, 1.0, [0.01, 0.01, 0.01]
        if parents[i] < 0:
            node.add_freejoint(name="root")
        elif not name.endswith(END):
            node.add_joint(name=f"{i} joint", type=mujoco.mjtJoint.mjJNT_BALL)
        if parents[i] >= 0 and np.linalg.norm(clip.skeleton.offsets[i]) > 1e-3:
            bone = made[parents[i]].add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, rgba=_COLOURS[_side(name)])
            bone.fromto = np.array([0, 0, 0, *clip.skeleton.offsets[i]])
            bone.size, bone.contype, bone.conaffinity = [_BONE, 0, 0], 0, 0
    model = spec.compile()
    turning = [i for i, name in enumerate(names) if parents[i] >= 0 and not name.endswith(END)]
    qpos = np.hstack([clip.root, clip.rotations[:, 0], clip.rotations[:, turning].reshape(clip.frames, -1)])
    places = clip.world[1]
    qpos[:, 2] -= float(np.percentile(places[..., 2].min(axis=1), 5)) - _BONE
    return View(
        scene=model,
        title=f"{clip.name}: as in its file",
        root_name=f"0 {names[0]}",
        time=clip.times,
        qpos=qpos,
        com=qpos[:, :3],
        heading=np.unwrap(rot.heading(clip.rotations[:, 0])),
        stance=np.ones((clip.frames, 2), dtype=bool),
    )


def _side(name: str) -> str:
    """The side's letter, or nothing: by how files name the joints of a side."""
    word = name.rpartition(":")[2].removesuffix(END)
    first = word[:1].lower()
    if first not in ("l", "r"):
        return ""
    named = word.lower().startswith(("left", "right")) or word[1:2].isupper() or word in _SMALL
    return first if named else ""


_BONES = (
    "femur",
    "tibia",
    "foot",
    "toes",
    "humerus",
    "radius",
    "wrist",
    "hand",
    "clavicle",
    "hipjoint",
    "thumb",
)
_SMALL = frozenset(side + bone for side in "lr" for bone in (*_BONES, "fingers"))
