"""Another root for an MJCF: the pelvis carries the legs, so the tree of a walker begins there.

Between two bodies nothing changes but which of them is called the parent: their joints turn the same way,
seen from the other end.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError

F64 = NDArray[np.float64]
_TURNS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")


def reroot(text: str, assets: dict[str, bytes], root: str, where: str) -> str:
    """The MJCF with another body as its root.

    Args:
        text: The MJCF, nothing included.
        assets: Files that it names.
        root: Name of the body.
        where: The file, for messages.

    Raises:
        FootfallError: The bodies above it have no names, or stand in frames.
    """
    model = mujoco.MjModel.from_xml_string(text, assets)
    tree = ET.fromstring(text)
    nodes = {node.get("name", ""): node for node in tree.iter("body")}
    above = {child: parent for parent in tree.iter() for child in parent}
    line = [root]
    while (up := above[nodes[line[-1]]]).tag != "worldbody":
        if up.tag != "body" or not up.get("name"):
            raise FootfallError(
                f"'{root}' cannot become the root: a body above it has no name, or stands in a frame",
                where=where,
                help="name the bodies from the root down to the pelvis",
            )
        line.append(str(up.get("name")))
    if len(line) == 1:
        return text
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    classes = {name: _childclass(nodes[name], above) for name in line}
    joints = {name: [child for child in nodes[name] if child.tag in ("joint", "freejoint")] for name in line}
    world = above[nodes[line[-1]]]
    for name in line:  # take the chain apart
        above[nodes[name]].remove(nodes[name])
        for joint in joints[name]:
            nodes[name].remove(joint)
        if classes[name]:
            nodes[name].set("childclass", classes[name])
    for lower, upper in zip(line[:-1], line[1:], strict=True):
        _place(nodes[upper], *_relative(model, data, upper, lower))
        for joint in joints[lower]:  # the last turns first, seen from the other end
            nodes[upper].insert(0, _reversed(joint, model, data, lower, upper, classes[lower]))
        nodes[lower].append(nodes[upper])
    body = model.body(root).id
    _place(nodes[root], data.xpos[body], data.xquat[body])
    for joint in reversed(joints[line[-1]]):  # those that let the whole move
        nodes[root].insert(0, joint)
    world.append(nodes[root])
    return ET.tostring(tree, encoding="unicode")


def _childclass(node: ET.Element, above: dict[ET.Element, ET.Element]) -> str:
    while node is not None:
        if node.get("childclass"):
            return str(node.get("childclass"))
        if node not in above:
            break
        node = above[node]
    return ""


def _relative(model: mujoco.MjModel, data: mujoco.MjData, name: str, of: str) -> tuple[F64, F64]:
    """Place and turn of a body in the frame of another."""
    one, other = model.body(name).id, model.body(of).id
    back, turn, place = np.zeros(4), np.zeros(4), np.zeros(3)
    mujoco.mju_negQuat(back, data.xquat[other])
    mujoco.mju_mulQuat(turn, back, data.xquat[one])
    mujoco.mju_rotVecQuat(place, data.xpos[one] - data.xpos[other], back)
    return place, turn


def _place(node: ET.Element, place: F64, turn: F64) -> None:
    for key in _TURNS:
        node.attrib.pop(key, None)
    node.set("pos", " ".join(f"{x:.9g}" for x in place))
    node.set("quat", " ".join(f"{x:.9g}" for x in turn))


def _reversed(
    joint: ET.Element, model: mujoco.MjModel, data: mujoco.MjData, lower: str, upper: str, family: str
) -> ET.Element:
    """A hinge between two bodies, as the other one has it: about the opposite axis, with the same range."""
    name = joint.get("name")
    if name is None or joint.tag != "joint":
        raise FootfallError(
            f"'{lower}' hangs on a joint without a name", where=lower, help="name the joints of the trunk"
        )
    place, turn = _relative(model, data, lower, upper)
    k, at, axis = model.joint(name).id, np.zeros(3), np.zeros(3)
    mujoco.mju_rotVecQuat(at, model.jnt_pos[k], turn)
    mujoco.mju_rotVecQuat(axis, -model.jnt_axis[k], turn)
    joint.set("pos", " ".join(f"{x:.9g}" for x in place + at))
    joint.set("axis", " ".join(f"{x:.9g}" for x in axis))
    if family and not joint.get("class"):
        joint.set("class", family)
    return joint
