"""From props to geoms and bodies of a `mujoco.MjSpec`."""

from __future__ import annotations

from typing import Any

import mujoco

from footfall.body.masks import WORLD
from footfall.world.props import PREFIX, Prop

OWN_FRICTION = 1  # contact priority of a prop that has its own
COLOR = (0.62, 0.55, 0.45, 1.0)


def add_props(spec: Any, props: tuple[Prop, ...], planar: bool = False) -> None:
    """Add props to a `mujoco.MjSpec`; geoms and moving bodies are named ``entity/NAME#0``, ``#1`` and so on.

    A prop that moves is free; in a world of planar bodies it has slides along x and z and a hinge about y.
    """
    counts: dict[str, int] = {}
    for prop in props:
        number = counts[prop.name] = counts.get(prop.name, -1) + 1
        name = f"{PREFIX}{prop.name}#{number}"
        parent, at = spec.worldbody, list(prop.position)
        if not prop.fixed:
            parent, at = spec.worldbody.add_body(name=name, pos=at), [0.0, 0.0, 0.0]
            _add_joints(parent, name, planar)
        box = prop.kind == "box"
        geom = parent.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_BOX if box else mujoco.mjtGeom.mjGEOM_SPHERE,
            size=[s / 2 for s in prop.size] if box else [prop.size[0], 0.0, 0.0],
            pos=at,
            mass=prop.mass,
            rgba=COLOR,
            contype=WORLD,
            conaffinity=WORLD,
            condim=3,
        )
        if prop.friction is not None:
            geom.friction = [prop.friction, geom.friction[1], geom.friction[2]]
            geom.priority = OWN_FRICTION  # else the larger friction of the two sides counts


def _add_joints(body: Any, name: str, planar: bool) -> None:
    if not planar:
        body.add_freejoint(name=name)
        return
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    body.add_joint(name=f"{name}/x", type=slide, axis=[1.0, 0.0, 0.0])
    body.add_joint(name=f"{name}/z", type=slide, axis=[0.0, 0.0, 1.0])
    body.add_joint(name=f"{name}/pitch", type=hinge, axis=[0.0, 1.0, 0.0])
