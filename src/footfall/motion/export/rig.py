"""Bones: their names and their rest pose, as the programs that read them want them."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from footfall.body import Body
from footfall.errors import ArgumentError, nearest
from footfall.motion.clips.rotations import IDENTITY, arc, inverse, multiply, rotate
from footfall.motion.export.axes import Floats


@dataclass(frozen=True)
class Rig:
    """Whose names and rest pose bones have.

    Attributes:
        spine: Names of the links between pelvis and neck, from below.
        names: Name for each other role; ``{s}`` stands for the side.
        sides: Words for left and right.
        arms: How far the arms point below the horizontal at rest, rad; None: as the body has them.
    """

    spine: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    sides: tuple[str, str] = ("", "")
    arms: float | None = None


_SIDED = ("upper_arm", "forearm", "hand", "thigh", "shank", "foot", "toe")


def _rig(spine: str, middle: str, limbs: str, sides: tuple[str, str], arms: float) -> Rig:
    names = [*zip(("pelvis", "neck", "head"), middle.split(), strict=True)]
    names += [*zip(_SIDED, limbs.split(), strict=True)]
    return Rig(tuple(spine.split()), tuple(names), sides, arms)


RIGS = {
    "plain": Rig(),
    "mixamo": _rig(
        "mixamorig:Spine mixamorig:Spine1 mixamorig:Spine2",
        "mixamorig:Hips mixamorig:Neck mixamorig:Head",
        "mixamorig:{s}Arm mixamorig:{s}ForeArm mixamorig:{s}Hand "
        "mixamorig:{s}UpLeg mixamorig:{s}Leg mixamorig:{s}Foot mixamorig:{s}ToeBase",
        ("Left", "Right"),
        0.0,
    ),
    "unity": _rig(
        "Spine Chest UpperChest",
        "Hips Neck Head",
        "{s}UpperArm {s}LowerArm {s}Hand {s}UpperLeg {s}LowerLeg {s}Foot {s}Toes",
        ("Left", "Right"),
        0.0,
    ),
    "unreal": _rig(
        "spine_01 spine_02 spine_03",
        "pelvis neck_01 head",
        "upperarm_{s} lowerarm_{s} hand_{s} thigh_{s} calf_{s} foot_{s} ball_{s}",
        ("l", "r"),
        np.pi / 4,
    ),
}
# Mixamo and Unity's Humanoid rest with level arms (T), Unreal's mannequin with arms at 45° (A).


@dataclass(frozen=True)
class Skeleton:
    """The bones of a character, parents before children. At rest all bones have the world's axes.

    Attributes:
        names: Of each bone, (b,).
        parents: Index of each one's parent; -1 for the root.
        bodies: Index of each one's body in the model.
        anchors: (b, 3) its origin, where its joint is, in the body's frame, m.
        offsets: (b, 3) from the parent's origin at rest, m; 0 for the root.
        turns: (b, 4) of the body at rest.
        tips: (b, 3) where a bone without children ends, from its origin, at rest, m.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    bodies: tuple[int, ...]
    anchors: Floats
    offsets: Floats
    turns: Floats
    tips: Floats

    def children(self, bone: int) -> list[int]:
        """Indices of a bone's children."""
        return [k for k, parent in enumerate(self.parents) if parent == bone]

    def local(self, at: Floats, turns: Floats) -> tuple[Floats, Floats]:
        """The motion of the bones, each as its parent sees it.

        With R the body's turn, R0 its turn at rest and Q = R·R0⁻¹ that of its bone, a child's origin is at
        x = x_parent + Q_parent·offset as long as its joint does not slide.

        Args:
            at: (n, nbody, 3) of the model's bodies in the world, m.
            turns: (n, nbody, 4) of the same.

        Returns:
            Positions (n, b, 3) and turns (n, b, 4).
        """
        index = list(self.bodies)
        place = self.origins(at, turns)
        whole = multiply(turns[:, index], inverse(self.turns))
        out_at, out_turn = np.array(place), np.array(whole)
        for k, parent in enumerate(self.parents):
            if parent >= 0:
                back = inverse(whole[:, parent])
                out_at[:, k] = rotate(back, place[:, k] - place[:, parent])
                out_turn[:, k] = multiply(back, whole[:, k])
        return out_at, out_turn

    def origins(self, at: Floats, turns: Floats) -> Floats:
        """Where the bones' origins are, (n, b, 3) in the world, from places of the model's bodies."""
        index = list(self.bodies)
        return at[:, index] + rotate(turns[:, index], self.anchors)

    def sliding(self, at: Floats) -> list[bool]:
        """Which bones do not keep their offset in local positions (n, b, 3), the root aside."""
        off = np.abs(at - self.offsets).max(axis=(0, 2), initial=0.0)
        return [bool(parent >= 0 and d > 1e-5) for parent, d in zip(self.parents, off.tolist(), strict=True)]


def find_rig(name: str) -> Rig:
    """A rig by name.

    Raises:
        FootfallError: There is none of this name.
    """
    if name not in RIGS:
        raise ArgumentError(f"there is no rig '{name}'", argument="rig", help=nearest(name, tuple(RIGS)))
    return RIGS[name]


def skeleton(model: mujoco.MjModel, body: Body, prefix: str, rig: Rig) -> Skeleton:
    """The bones of one character: all bodies of the model that hang on its root.

    Args:
        model: The model.
        body: The character's body.
        prefix: Of its names in the model.
        rig: Names and rest pose.
    """
    root = model.body(prefix + body.root.model_name).id
    bodies = [root]
    for k in range(root + 1, model.nbody):  # parents come first in a model
        if int(model.body_parentid[k]) in bodies:
            bodies.append(k)
    parents = [-1] + [bodies.index(int(model.body_parentid[k])) for k in bodies[1:]]
    data = mujoco.MjData(model)  # at its reference: upright, angles 0
    mujoco.mj_kinematics(model, data)
    anchors = np.array([_anchor(model, k) for k in bodies])
    turns = np.array(data.xquat[bodies])
    place = data.xpos[bodies] + rotate(turns, anchors)
    tips = rotate(
        turns, 2.0 * (model.body_ipos[bodies] - anchors)
    )  # as far behind the centre of mass as before it
    pose = np.tile(IDENTITY, (len(bodies), 1))
    if rig.arms is not None:
        pose = _raise_arms(model, body, prefix, bodies, parents, place, rig.arms)
    offsets = np.zeros((len(bodies), 3))
    for k, parent in enumerate(parents[1:], 1):
        offsets[k] = rotate(pose[parent], place[k] - place[parent])
    names = _names(model, body, prefix, bodies, rig)
    return Skeleton(
        names, tuple(parents), tuple(bodies), anchors, offsets, multiply(pose, turns), rotate(pose, tips)
    )


def _anchor(model: mujoco.MjModel, body: int) -> Floats:
    """Where the hinges of a body are, (3,) in its frame: our bodies have them at 0, others' need not."""
    joints = range(int(model.body_jntadr[body]), int(model.body_jntadr[body]) + int(model.body_jntnum[body]))
    turning = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_BALL))
    hinges = [np.array(model.jnt_pos[j]) for j in joints if int(model.jnt_type[j]) in turning]
    return np.asarray(np.mean(hinges, axis=0)) if hinges else np.zeros(3)


def _raise_arms(
    model: mujoco.MjModel,
    body: Body,
    prefix: str,
    bodies: list[int],
    parents: list[int],
    place: Floats,
    below: float,
) -> Floats:
    """Turns (b, 4) that lift both arms sidewards, all the bones of an arm by the same."""
    pose = np.tile(IDENTITY, (len(bodies), 1))
    for link in body.links:
        if "upper_arm" not in link.roles or link.side not in ("left", "right"):
            continue
        bone = bodies.index(model.body(prefix + link.model_name).id)
        arm = [bone]
        for k, parent in enumerate(parents):
            if parent in arm:
                arm.append(k)
        reach = place[arm[1]] - place[bone] if len(arm) > 1 else np.array([0.0, 0.0, -1.0])
        out = 1.0 if link.side == "left" else -1.0
        pose[arm] = arc(reach, [0.0, out * np.cos(below), -np.sin(below)])
    return pose


def _names(model: mujoco.MjModel, body: Body, prefix: str, bodies: list[int], rig: Rig) -> tuple[str, ...]:
    """Names of bones: the rig's for links whose role it knows, the body's own for all others."""
    known = dict(rig.names)
    spine = [x for role in ("lower_back", "upper_back") for x in body.links if role in x.roles]
    spine = [link for link in spine if "pelvis" not in link.roles]
    wanted: dict[str, str] = {}
    for link in body.links:
        side = rig.sides[link.side == "right"]
        role = next((r for r in link.roles if r in known), "")
        if link in spine and spine.index(link) < len(rig.spine):
            wanted[link.model_name] = rig.spine[spine.index(link)]
        elif role and (role not in _SIDED or link.side):
            wanted[link.model_name] = known[role].format(s=side)
    names: list[str] = []
    for k in bodies:
        plain = model.body(k).name.removeprefix(prefix) or f"body{k}"
        name = wanted.get(plain, plain)
        names.append(name if name not in names else plain if plain not in names else f"{plain}.{k}")
    return tuple(name.replace(" ", "_") for name in names)
