"""A user's MJCF as a spec that the engine can drive.

It keeps its names and shapes. Its hinges are turned to our signs (an axis that points the other
way is reversed, with its range), its root joints are renamed, and its actuators, sensors and
keyframes are left out, since the engine drives the joints itself.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Mapping
from typing import Any

import mujoco
import numpy as np

from footfall.body.build import set_contact
from footfall.body.schema import Body, Link, axis_vector
from footfall.errors import FootfallError, nearest

# MuJoCo's reason for this warning is the name of the default class, which `load_mjcf` changes.
warnings.filterwarnings("ignore", message="Attaching a spec with an empty prefix")
# The settings of physics are those of the body file: that the MJCF has others is no news.
warnings.filterwarnings("ignore", message="Attach conflict when attaching")

_FREE, _HINGE, _SLIDE = mujoco.mjtJoint.mjJNT_FREE, mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE
_SIZE = re.compile(r"""\b(nrow|ncol|width|height|count)\s*=\s*["']([^"']*)["']""")
_MOST_SIDE = 4096  # rows or columns of a height field or texture
_MOST_COPIES = 10_000  # by all <replicate>, <composite> and <flexcomp> together
_AXIS_OF = ("roll", "pitch", "yaw")  # about the world's x, y, z
_PLANAR = {(_SLIDE, "roll"): "root.x", (_SLIDE, "yaw"): "root.z", (_HINGE, "pitch"): "root.pitch"}


def load_mjcf(text: str, assets: Mapping[str, bytes], root: str, where: str) -> tuple[Any, bool]:
    """Reads an MJCF from memory.

    Args:
        text: It includes nothing (see `mjcf_files.read_mjcf`).
        assets: The files that it names.
        root: Name of the body that is to be the root; it must hang on the world.
        where: The file, for messages.

    Returns:
        The `mujoco.MjSpec`, every body and joint named, and whether the root is planar.

    Raises:
        FootfallError: When MuJoCo refuses it or the root is none.
    """
    _check_sizes(text, where)
    try:
        spec = mujoco.MjSpec.from_string(text, assets=dict(assets))
        for extra in [*spec.actuators, *spec.sensors, *spec.keys]:
            spec.delete(extra)
        _name_all(spec)
        spec.default.name = "wrapped by footfall"  # "main" would clash with the scene's own when it is saved
        spec.compile()
    except (ValueError, UnicodeDecodeError, mujoco.FatalError) as error:
        raise FootfallError(f"MuJoCo refuses this MJCF: {error}", where=where, help="mend the MJCF") from None
    node = spec.body(root)
    if node is None:
        names = [body.name for body in spec.bodies if body.name != "world"]
        raise FootfallError(f"there is no body '{root}'", where=where, help=nearest(root, names))
    if node.parent.name != "world":
        raise FootfallError(f"'{root}' is not the root", where=where, help="give the role pelvis to the root")
    return spec, _rename_root_joints(spec, node, where)


def _check_sizes(text: str, where: str) -> None:
    """Refuse a line of text that would fill the memory: MuJoCo makes all of it while it reads."""
    copies = 1.0
    for name, value in _SIZE.findall(text):
        numbers = [float(word) for word in value.split() if word.isdecimal()]
        if name == "count":
            copies *= max(1.0, math.prod(numbers))
        if copies > _MOST_COPIES or max(numbers, default=0) > _MOST_SIDE:
            raise FootfallError(
                f'{name}="{value[:40]}" makes this MJCF too large',
                where=where,
                help=f"keep sides within {_MOST_SIDE}, and copies within {_MOST_COPIES} in all",
            )


def axis_kind(direction: Any) -> str:
    """yaw, roll or pitch: the world axis that a hinge's direction is nearest to."""
    return _AXIS_OF[int(np.argmax(np.abs(direction)))]


def turn_to_our_signs(spec: Any, sides: Mapping[str, str]) -> None:
    """Reverses the hinges that turn the other way than our signs say.

    Args:
        spec: The MJCF.
        sides: Body name -> "left", "right" or "" for the bodies whose hinges matter.
    """
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    for name, side in sides.items():
        for joint in spec.body(name).joints:
            if joint.type != _HINGE:
                continue
            direction = data.xaxis[model.joint(joint.name).id]
            if np.dot(direction, axis_vector(axis_kind(direction), side)) < 0:
                low, high = joint.range
                joint.axis = -np.asarray(joint.axis)
                joint.range = [-high, -low]
                joint.ref, joint.springref = -joint.ref, -joint.springref


def add_wrapped(spec: Any, body: Body, prefix: str, actor: int, friction: float) -> None:
    """Adds a wrapped body to a `mujoco.MjSpec`; `build.add_body` calls it."""
    child, _ = load_mjcf(body.model, body.assets, body.root.model_name, body.mjcf)
    turn_to_our_signs(child, {link.model_name: link.side for link in body.links})
    model = child.compile()
    for link in body.links:
        node = child.body(link.model_name)
        _set_inertia(node, model, link)
        for geom in node.geoms:
            if geom.contype or geom.conaffinity:
                set_contact(geom, body, link, actor, friction)
    for axis in body.axes:
        joint = child.joint(axis.model_name)
        joint.damping = np.zeros_like(joint.damping)
        joint.solref_limit, joint.solimp_limit = body.physics.limit_solref, body.physics.limit_solimp
    spec.assets.update(body.assets)
    spec.worldbody.add_frame().attach_body(child.body(body.root.model_name), prefix, "")


def _set_inertia(node: Any, model: mujoco.MjModel, link: Link) -> None:
    """The inertia that the MJCF has, given or inferred from its geoms, times the link's change of mass."""
    i = model.body(link.model_name).id
    node.explicitinertial = True
    node.mass = link.mass
    node.ipos, node.iquat = model.body_ipos[i], model.body_iquat[i]
    node.inertia = model.body_inertia[i] * (link.mass / model.body_mass[i])
    node.fullinertia = np.full(6, np.nan)


def _name_all(spec: Any) -> None:
    """Names bodies and joints that have no name, from their place."""
    for i, body in enumerate(spec.bodies):
        body.name = body.name or f"body{i}"
        for k, joint in enumerate(body.joints):
            joint.name = joint.name or f"{body.name}.joint{k}"


def _rename_root_joints(spec: Any, node: Any, where: str) -> bool:
    """Gives the root's joints the names of `Body.root_joints`; returns whether it is planar."""
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    if [joint.type for joint in node.joints] == [_FREE]:
        node.joints[0].name = "root"
        return False
    found: dict[str, Any] = {}
    for joint in node.joints:
        kind = axis_kind(data.xaxis[model.joint(joint.name).id])
        found[_PLANAR.get((joint.type, kind), joint.name)] = joint
    if len(node.joints) != 3 or set(found) != set(_PLANAR.values()):
        raise FootfallError(
            f"the root '{node.name}' has neither a free joint nor slides along x and z and a hinge about y",
            where=where,
            help=f"add <freejoint/> to '{node.name}'",
        )
    for name, joint in found.items():
        if joint.type == _SLIDE and np.sum(data.xaxis[model.joint(joint.name).id]) < 0:
            joint.axis = -np.asarray(joint.axis)
        joint.name = name
    return True
