"""Putting a body into one of its starts, on any ground."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body.schema import Body, Start

F64 = NDArray[np.float64]
CLEARANCE = 1e-4  # m: above the ground by less than anyone can see, so that nothing starts inside it
LYING = 0.5  # sine of the angle from upright from which a capsule lies rather than stands
_ALONG = 65  # points along one that lies
LOW = 0.5  # m: what is higher above the lowest point cannot touch first, short of a wall beside the body


def place(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    body: Body,
    start: Start,
    *,
    prefix: str = "",
    ground_height: Callable[[float, float], float],
    at: tuple[float, float] = (0.0, 0.0),
    facing: float = 0.0,
) -> None:
    """Writes this body's part of qpos and qvel, its lowest point on the ground.

    Args:
        model: Holds the body, under `prefix`.
        data: Written; positions of everything are up to date afterwards.
        body: The body.
        start: One of its starts.
        prefix: Of its names in the model.
        ground_height: Height of the ground at (x, y), in m.
        at: Where the root stands, (x, y) in m. A planar body stays in its plane.
        facing: Where it looks, rad, to the left from x; a planar body looks along x.
    """
    for axis in body.axes:
        joint = model.joint(prefix + axis.model_name)
        data.qpos[joint.qposadr[0]] = start.angles.get(axis.name, axis.rest)
        data.qvel[joint.dofadr[0]] = start.rates.get(axis.name, 0.0)
    _write_root(model, data, body, start, prefix, at)
    if facing != 0.0 and not body.planar:
        _turn_root(model, data, prefix, facing)
    lift_to_ground(model, data, body, prefix=prefix, ground_height=ground_height)


def lift_to_ground(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    body: Body,
    *,
    prefix: str = "",
    ground_height: Callable[[float, float], float],
) -> None:
    """Moves the root up or down so that the lowest point of the body just touches the ground."""
    mujoco.mj_kinematics(model, data)
    geoms = contact_geoms(model, body, prefix)
    points = np.concatenate([_below(surface_points(model, data, g), data.geom_xpos[g, 2]) for g in geoms])
    points = points[points[:, 2] < points[:, 2].min() + LOW]
    gap = min(z - ground_height(x, y) for x, y, z in points.tolist())
    address = model.joint(prefix + body.root_joints[0]).qposadr[0] + 2
    if body.planar:
        address = model.joint(prefix + "root.z").qposadr[0]
    data.qpos[address] += CLEARANCE - gap
    mujoco.mj_forward(model, data)


def ground_gap(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    body: Body,
    *,
    prefix: str = "",
    ground_height: Callable[[float, float], float],
) -> float:
    """Height of the body's lowest point above the ground below it (m); negative inside it."""
    mujoco.mj_kinematics(model, data)
    geoms = contact_geoms(model, body, prefix)
    points = np.concatenate([_below(surface_points(model, data, g), data.geom_xpos[g, 2]) for g in geoms])
    return min(float(z) - ground_height(x, y) for x, y, z in points.tolist())


def contact_geoms(model: mujoco.MjModel, body: Body, prefix: str = "") -> list[int]:
    """Ids of the body's geoms that can touch things."""
    ids = {model.body(prefix + link.model_name).id for link in body.links}
    return [g for g in range(model.ngeom) if model.geom_bodyid[g] in ids and model.geom_contype[g]]


def _write_root(
    model: mujoco.MjModel, data: mujoco.MjData, body: Body, start: Start, prefix: str, at: tuple[float, float]
) -> None:
    forward, left, up = start.velocity
    if body.planar:
        values = {
            "root.x": (at[0], forward),
            "root.z": (0.0, up),
            "root.pitch": (start.pitch, start.root_rate),
        }
        for name, (position, velocity) in values.items():
            joint = model.joint(prefix + name)
            data.qpos[joint.qposadr[0]] = position
            data.qvel[joint.dofadr[0]] = velocity
        return
    joint = model.joint(prefix + "root")
    q, v = joint.qposadr[0], joint.dofadr[0]
    lean, side = start.pitch / 2, start.roll / 2
    turned = [
        np.cos(side) * np.cos(lean),
        np.sin(side) * np.cos(lean),
        np.cos(side) * np.sin(lean),
        np.sin(side) * np.sin(lean),
    ]
    data.qpos[q : q + 7] = [at[0], at[1], 0.0, *turned]
    data.qvel[v : v + 6] = [forward, left, up, 0.0, start.root_rate, 0.0]


def _turn_root(model: mujoco.MjModel, data: mujoco.MjData, prefix: str, facing: float) -> None:
    """Turn a placed root, and the velocity it has, to the left; its rates are its own already."""
    joint = model.joint(prefix + "root")
    q, v = joint.qposadr[0], joint.dofadr[0]
    turn = np.array([np.cos(facing / 2), 0.0, 0.0, np.sin(facing / 2)])
    mujoco.mju_mulQuat(data.qpos[q + 3 : q + 7], turn, data.qpos[q + 3 : q + 7].copy())
    mujoco.mju_rotVecQuat(data.qvel[v : v + 3], data.qvel[v : v + 3].copy(), turn)


def _below(points: F64, height: float) -> F64:
    return points[points[:, 2] < height]


def surface_points(model: mujoco.MjModel, data: mujoco.MjData, geom: int) -> F64:
    """Points on a geom's surface in the world, (n, 3), fine enough to find where ground first touches it."""
    size = model.geom_size[geom]
    kind = model.geom_type[geom]
    if kind == mujoco.mjtGeom.mjGEOM_SPHERE:
        local = _SPHERE * size[0]
    elif kind == mujoco.mjtGeom.mjGEOM_CAPSULE:
        ends = _SPHERE * size[0] + np.sign(_SPHERE[:, 2:]) * [0.0, 0.0, size[1]]
        rings = [_RING * size[0] + [0.0, 0.0, z] for z in np.linspace(-size[1], size[1], 9)]
        local = np.concatenate([ends, *rings, _underside(size, data.geom_xmat[geom].reshape(3, 3))])
    elif kind == mujoco.mjtGeom.mjGEOM_BOX:
        local = _CUBE * size
    elif kind == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
        local = _SPHERE * size
    else:  # a mesh or cylinder of a wrapped MJCF: its bounding box
        local = model.geom_aabb[geom, :3] + _CUBE * model.geom_aabb[geom, 3:]
    world: F64 = data.geom_xpos[geom] + local @ data.geom_xmat[geom].reshape(3, 3).T
    return world


def _underside(size: F64, rotation: F64) -> F64:
    """The lowest line of a lying capsule, in its own frame, (n, 3): edges may touch between the rings."""
    down = -rotation[2] * [1.0, 1.0, 0.0]
    if np.linalg.norm(down) < LYING:
        return np.zeros((0, 3))
    line = np.zeros((_ALONG, 3))
    line[:, 2] = np.linspace(-size[1], size[1], _ALONG)
    return np.asarray(line + down / np.linalg.norm(down) * size[0])


def _unit_sphere(rings: int, around: int) -> F64:
    """Points on the unit sphere, poles of x, y and z included, (n, 3)."""
    polar, turn = np.meshgrid(np.linspace(0, np.pi, rings), np.linspace(0, 2 * np.pi, around, endpoint=False))
    points = np.stack([np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)], axis=-1)
    return points.reshape(-1, 3)


def _unit_cube(steps: int) -> F64:
    """Points on the faces of the cube from -1 to 1, (n, 3)."""
    line = np.linspace(-1.0, 1.0, steps)
    grid = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)
    faces: F64 = grid[np.abs(grid).max(axis=1) == 1.0]
    return faces


_SPHERE = _unit_sphere(25, 24)
_RING = _SPHERE[np.abs(_SPHERE[:, 2]) < 1e-9]
_CUBE = _unit_cube(25)
