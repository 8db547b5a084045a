"""A body inside a compiled model: every name turned into an index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Link
from footfall.control.columns import LIMB_ANKLE, LIMB_HIP, SCALE_LEG
from footfall.control.place import JOINT_PLACES
from footfall.engine.link.measures import leg_tables, speed_tables

HANDS = ("lHand", "rHand")
_GRIP = 0.8  # of the way from the elbow to the fingertips: the middle of a hand


def hand_tables(body: Body, parts: dict[str, int], part_body: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    """Tables of the hands, by the names of Context fields.

    Args:
        body: The body.
        parts: Link name -> row of the part tables.
        part_body: (P,) body of the model of each part.
    """
    index = np.full(2, -1, np.int32)
    model_body = np.full(2, -1, np.int32)
    at = np.zeros((2, 3))
    for k, name in enumerate(HANDS):
        hand, forearm = body.part(name), body.part(name[0] + "Forearm")
        link = hand or forearm
        if link is None:
            continue
        index[k] = parts[link.name]
        model_body[k] = part_body[index[k]]
        at[k] = hand.com if hand else _end(link)
    return {"hand_part": index, "hand_body": model_body, "hand_at": at}


def _end(forearm: Link) -> NDArray[np.float64]:
    """The middle of the hand that a forearm's shapes end in."""
    far = np.array([0.0, 0.0, forearm.com[2] * 2])
    for shape in forearm.shapes:
        size = shape.size[2] if shape.kind in ("box", "ellipsoid") else shape.size[0]
        for end in (shape.at, shape.to):
            if end[2] - size < far[2]:
                far = np.array([end[0], end[1], end[2] - size])
    return _GRIP * far


AXES = ("yaw", "roll", "pitch")  # columns of joint_dof
_SIDE = {"left": 0, "right": 1, "": -1}
_FREE = 1e30  # a limit where none is given


@dataclass(frozen=True)
class Anatomy:
    """Index tables of one actor (the shapes are those of `engine/context.py`).

    Attributes:
        body: The body.
        prefix: Of its names in the model.
        arrays: The tables, by the names of Context fields.
        joints: Joint name -> row of the joint tables.
        parts: Link name -> row of the part tables.
        dof_names: Names of the joint axes, by dof index of the model ("" for others').
        entities: Named things of the world -> geom.
    """

    body: Body
    prefix: str
    arrays: dict[str, NDArray[Any]]
    joints: dict[str, int]
    parts: dict[str, int]
    dof_names: tuple[str, ...]
    entities: dict[str, int]

    def part(self, name: str) -> int:
        """Row of a part by its plain script name; -1 when the body lacks it.

        A body without hands has them at the ends of its forearms.
        """
        link = self.body.part(name)
        if link is None and name in HANDS:
            link = self.body.part(name[0] + "Forearm")
        return -1 if link is None else self.parts[link.name]

    def named(self, name: str) -> int:
        """Row of a part by any of its names (see `Body.named`); -1 when the body lacks it."""
        link = self.body.named(name)
        return self.part(name) if link is None else self.parts[link.name]

    def ends_in_hand(self, name: str) -> int:
        """Which hand (0 left, 1 right) a name means that is only the end of a forearm; else -1."""
        return HANDS.index(name) if name in HANDS and self.body.part(name) is None else -1

    def joint(self, name: str) -> int:
        """Row of a joint by its plain script name; -1 when the body lacks it."""
        joint = self.body.joint(name)
        return -1 if joint is None else self.joints[joint.name]


def _ints(values: Any) -> NDArray[np.int32]:
    return np.ascontiguousarray(values, dtype=np.int32)


def anatomy(model: mujoco.MjModel, body: Body, prefix: str = "") -> Anatomy:
    """Find a body in a model."""
    joints = {joint.name: k for k, joint in enumerate(body.joints)}
    parts = {link.name: k for k, link in enumerate(body.links)}
    part_body = _ints([model.body(prefix + link.model_name).id for link in body.links])
    arrays: dict[str, NDArray[Any]] = {}
    arrays.update(_joint_tables(model, body, prefix, part_body))
    arrays.update(_part_tables(model, body, part_body))
    arrays.update(_dof_tables(model, body, prefix))
    arrays.update(leg_tables(body, joints))
    arrays.update(speed_tables(model, arrays["dofs"], arrays["joint_dof"], float(arrays["scale"][SCALE_LEG])))
    hips, ankles = arrays["leg_joints"][:, LIMB_HIP], arrays["leg_joints"][:, LIMB_ANKLE]
    feet = [parts[foot.name] for foot in body.feet]
    arrays.update(hand_tables(body, parts, part_body))
    servo, trunk = body.root_servo, body.part("trunk")
    arrays.update(
        planar=_ints([int(body.planar)]),
        root_body=part_body[:1].copy(),
        body_root=_ints(model.body_rootid),
        bodies=part_body.copy(),
        root_joints=_ints([joints[j.name] for j in body.joints if j.parent == body.root.name]),
        hip_joint=_ints(hips),
        hip_jnt=_ints([-1 if k < 0 else arrays["dof_jnt"][arrays["joint_main"][k]] for k in hips]),
        ankle_place=_ints(
            [JOINT_PLACES + k if k >= 0 else foot for k, foot in zip(ankles, feet, strict=True)]
        ),
        feet=_ints(feet),
        trunk_body=part_body[[parts[trunk.name] if trunk else 0]].copy(),
        root_gain=np.array([servo.kp, servo.kd, servo.yaw_kp, servo.yaw_kd]),
        lateral=np.array(body.lateral, dtype=np.float64),
        fall_parts=_ints(sorted({parts[p.name] for p in (trunk, body.part("head")) if p})),
    )
    names = [""] * model.nv
    for axis in body.axes:
        names[model.jnt_dofadr[model.joint(prefix + axis.model_name).id]] = axis.name
    geoms = [(model.geom(g).name, g) for g in range(model.ngeom)]
    pieces = [(name.removeprefix("entity/"), g) for name, g in geoms if name.startswith("entity/")]
    entities = {name.split("#")[0]: g for name, g in reversed(pieces)}  # of NAME#0, NAME#1 … the first
    return Anatomy(body, prefix, arrays, joints, parts, tuple(names), entities)


def path(anatomy: Anatomy, part: int, joint: int) -> list[tuple[int, int]]:
    """The joints between a part and the far side of a joint, from the part on.

    Returns:
        Rows (joint, sign): 1 where the part is on the joint's child's side, else -1.
    """
    body = anatomy.body
    end = body.joints[joint]
    here = body.links[part].name
    far = end.parent if anatomy.arrays["joint_moves"][joint, part] else end.child
    up, down = _line(body, here), _line(body, far)
    shared = set(up) & set(down)
    names = [n for n in up if n not in shared] + [n for n in reversed(down) if n not in shared]
    above = {j.child: k for k, j in enumerate(body.joints)}
    rows = [above[n] for n in names if n in above]
    return [(k, 1 if anatomy.arrays["joint_moves"][k, part] else -1) for k in rows]


def _line(body: Body, name: str) -> list[str]:
    """A link and its ancestors, up to the root."""
    line = []
    while name:
        line.append(name)
        name = body.link(name).parent
    return line


def _joint_tables(
    model: mujoco.MjModel, body: Body, prefix: str, part_body: NDArray[np.int32]
) -> dict[str, NDArray[Any]]:
    n = len(body.joints)
    dof = np.full((n, 3), -1, np.int32)
    gain = np.zeros((n, 6))
    main = np.zeros(n, np.int32)
    side = np.full(n, -1, np.int32)
    child = np.zeros(n, np.int32)
    moves = np.zeros((n, len(body.links)), np.int32)
    index = {link.name: k for k, link in enumerate(body.links)}
    for k, joint in enumerate(body.joints):
        for axis in joint.axes:
            column = AXES.index(axis.axis)
            dof[k, column] = model.jnt_dofadr[model.joint(prefix + axis.model_name).id]
            gain[k, column], gain[k, 3 + column] = axis.kp, axis.kd
        present = [int(d) for d in dof[k] if d >= 0]
        main[k] = dof[k, 2] if dof[k, 2] >= 0 else present[-1]
        side[k] = _SIDE[body.link(joint.child).side]
        child[k] = part_body[index[joint.child]]
        moves[k] = [int(_below(body, link.name, joint.child)) for link in body.links]
    return {
        "joint_dof": dof,
        "joint_gain": gain,
        "joint_main": main,
        "joint_side": side,
        "joint_child": child,
        "joint_moves": moves,
    }


def _below(body: Body, name: str, ancestor: str) -> bool:
    """Whether a link is `ancestor` or hangs from it."""
    while name:
        if name == ancestor:
            return True
        name = body.link(name).parent
    return False


def _part_tables(model: mujoco.MjModel, body: Body, part_body: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    index = {link.name: k for k, link in enumerate(body.links)}
    side = _ints([_SIDE[link.side] for link in body.links])
    # roll about +x and yaw about +z that count as positive: outwards on limbs, to the left on the trunk
    sign = np.array([(1.0, 1.0) if s == 0 else (-1.0, -1.0) if s == 1 else (-1.0, 1.0) for s in side])
    foot = np.full(len(body.links), -1, np.int32)
    leg = np.full(len(body.links), -1, np.int32)
    for k, link in enumerate(body.links):
        if "toe" in link.roles:
            foot[k] = index[link.parent]
        if "toe" in link.roles or "foot" in link.roles:
            leg[k] = side[k]
    part_of = {int(b): k for k, b in enumerate(part_body)}
    # balls and other actors do not count as ground; things of the world do, even if they can move, but
    # for those that a whole body could carry
    moving = model.body_weldid[model.geom_bodyid] != 0
    entity = [model.geom(g).name.startswith("entity/") and body.planar for g in range(model.ngeom)]
    others = np.where(moving & ~np.array(entity, dtype=bool), -2, -1).tolist()
    geom_part = _ints(
        [part_of.get(int(b), other) for b, other in zip(model.geom_bodyid, others, strict=True)]
    )
    return {
        "part_body": part_body,
        "part_side": side,
        "part_sign": sign,
        "part_foot": foot,
        "part_leg": leg,
        "geom_part": geom_part,
    }


def _dof_tables(model: mujoco.MjModel, body: Body, prefix: str) -> dict[str, NDArray[Any]]:
    dofs = []
    gain = np.zeros((model.nv, 2))
    limit = np.full(model.nv, _FREE)
    rest = np.zeros(model.nv)
    low, high = np.full(model.nv, -_FREE), np.full(model.nv, _FREE)
    for axis in body.axes:
        dof = int(model.jnt_dofadr[model.joint(prefix + axis.model_name).id])
        dofs.append(dof)
        gain[dof] = axis.kp, axis.kd
        limit[dof] = axis.limit
        rest[dof] = axis.rest
        if axis.low is not None and axis.high is not None:
            low[dof], high[dof] = axis.low, axis.high
    return {
        "dofs": _ints(sorted(dofs)),
        "dof_jnt": _ints(model.dof_jntid),
        "dof_qpos": _ints([model.jnt_qposadr[j] for j in model.dof_jntid]),
        "gain": gain,
        "body_limit": limit,
        "rest": rest,
        "dof_low": low,
        "dof_high": high,
    }
