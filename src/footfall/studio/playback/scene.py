"""The scene: bodies, shapes and joints of the model, as the page draws them."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Link
from footfall.body.roles import part_name
from footfall.engine.sim import Sim
from footfall.motion.shapes import colour, shown
from footfall.studio.playback.proportions import sliders
from footfall.studio.protocol import replies as r

_KINDS = {
    mujoco.mjtGeom.mjGEOM_PLANE: "plane",
    mujoco.mjtGeom.mjGEOM_HFIELD: "hfield",
    mujoco.mjtGeom.mjGEOM_SPHERE: "sphere",
    mujoco.mjtGeom.mjGEOM_CAPSULE: "capsule",
    mujoco.mjtGeom.mjGEOM_ELLIPSOID: "ellipsoid",
    mujoco.mjtGeom.mjGEOM_CYLINDER: "cylinder",
    mujoco.mjtGeom.mjGEOM_BOX: "box",
}
_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2}
_PLACES = 5  # decimals: a hundredth of a millimetre


def describe(sim: Sim, id: int, proportions: Mapping[str, float]) -> r.Scene:
    """The scene of a Sim.

    Args:
        sim: Its first actor is the one that is edited.
        id: A number that no other scene of the session has.
        proportions: Factors that its body was built with.
    """
    model, body = sim.model, sim.bodies[0]
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    links = {sim.prefixes[0] + link.model_name: link for link in body.links}
    bodies = tuple(_body(model, data, b, links) for b in range(1, model.nbody))
    index = {b.name: k for k, b in enumerate(bodies)}
    trunk = body.part("trunk") or body.root
    return r.Scene(
        id=id,
        body=body.name,
        planar=body.planar,
        dt=sim.dt,
        root=index[sim.prefixes[0] + body.root.model_name],
        trunk=index[sim.prefixes[0] + trunk.model_name],
        feet=tuple(index[sim.prefixes[0] + foot.model_name] for foot in body.feet),
        height=_height(model, data, links),
        mass=body.mass,
        ground=sim.world.ground.text,
        bodies=bodies,
        shapes=tuple(_shape(model, g, links) for g in range(model.ngeom) if shown(model, g)),
        joints=tuple(_joints(model, body, sim.prefixes[0], index)),
        proportions=sliders(body, proportions),
    )


def _body(model: mujoco.MjModel, data: mujoco.MjData, b: int, links: Mapping[str, Link]) -> r.BodyInfo:
    name = model.body(b).name
    link = links.get(name)
    return r.BodyInfo(
        name=name,
        part=part_of(link) if link else "",
        side=link.side if link else "",
        parent=int(model.body_parentid[b]) - 1,
        mass=round(float(model.body_mass[b]), _PLACES),
        pos=_three(data.xpos[b]),
        quat=_four(data.xquat[b]),
    )


def part_of(link: Link) -> str:
    """The name by which a script may push or sense a link, "" when it has none."""
    if not link.roles:
        return ""
    return "trunk" if "upper_back" in link.roles else part_name(link.roles[0], link.side)


def _shape(model: mujoco.MjModel, g: int, links: Mapping[str, Link]) -> r.Shape:
    kind = _KINDS.get(mujoco.mjtGeom(int(model.geom_type[g])), "")
    size, pos = np.asarray(model.geom_size[g]), np.asarray(model.geom_pos[g])
    if not kind:  # a mesh of a user's own MJCF: its bounding box
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, model.geom_quat[g])
        kind, size = "box", np.asarray(model.geom_aabb[g, 3:])
        pos = pos + turn.reshape(3, 3) @ model.geom_aabb[g, :3]
    body = int(model.geom_bodyid[g])
    grid: tuple[int, int] = (0, 0)
    heights: tuple[float, ...] = ()
    if kind == "hfield":
        size, grid, heights = _field(model, int(model.geom_dataid[g]))
    return r.Shape(
        body=body - 1,
        kind=kind,
        size=tuple(round(float(x), _PLACES) for x in size[: _SIZES.get(kind, 4)]),
        pos=_three(pos),
        quat=_four(model.geom_quat[g]),
        rgba=_four(colour(model, g)),
        category=_category(model, body, links),
        grid=grid,
        heights=heights,
    )


def _field(
    model: mujoco.MjModel, field: int
) -> tuple[NDArray[np.float64], tuple[int, int], tuple[float, ...]]:
    rows, columns = int(model.hfield_nrow[field]), int(model.hfield_ncol[field])
    first = int(model.hfield_adr[field])
    heights = model.hfield_data[first : first + rows * columns]
    return np.asarray(model.hfield_size[field]), (rows, columns), tuple(np.round(heights, 4).tolist())


def _category(model: mujoco.MjModel, body: int, links: Mapping[str, Link]) -> str:
    name = model.body(body).name
    if name in links:
        return "body"
    if name.startswith("ball"):
        return "ball"
    return "ground" if body == 0 else "prop"


def _joints(model: mujoco.MjModel, body: Body, prefix: str, index: Mapping[str, int]) -> list[r.JointInfo]:
    rows = []
    for joint in body.joints:
        child = body.link(joint.child)
        for axis in joint.axes:
            j = model.joint(prefix + axis.model_name).id
            rows.append(
                r.JointInfo(
                    name=axis.name,
                    joint=joint.name,
                    axis=axis.axis,
                    low=axis.low,
                    high=axis.high,
                    limit=axis.limit,
                    body=index[prefix + child.model_name],
                    anchor=_three(model.jnt_pos[j]),
                    direction=_three(model.jnt_axis[j]),
                )
            )
    return rows


def _height(model: mujoco.MjModel, data: mujoco.MjData, links: Mapping[str, Link]) -> float:
    """From the lowest to the highest point in the zero pose, m."""
    from footfall.body.starts import surface_points

    own = [g for g in range(model.ngeom) if model.body(int(model.geom_bodyid[g])).name in links]
    points = np.concatenate([surface_points(model, data, g) for g in own])
    return round(float(np.ptp(points[:, 2])), 3)


def _three(v: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (round(float(a), _PLACES) for a in v[:3])
    return x, y, z


def _four(v: NDArray[np.float64]) -> tuple[float, float, float, float]:
    w, x, y, z = (round(float(a), _PLACES + 1) for a in v[:4])
    return w, x, y, z
