"""Where the shapes of a figure are: outlines for drawing, extents for framing."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_PLANE = int(mujoco.mjtGeom.mjGEOM_PLANE)
_FIELD = int(mujoco.mjtGeom.mjGEOM_HFIELD)
_SPHERE = int(mujoco.mjtGeom.mjGEOM_SPHERE)
_CAPSULE = int(mujoco.mjtGeom.mjGEOM_CAPSULE)
_CYLINDER = int(mujoco.mjtGeom.mjGEOM_CYLINDER)
_BOX = int(mujoco.mjtGeom.mjGEOM_BOX)
_MESH = int(mujoco.mjtGeom.mjGEOM_MESH)

_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
_TURN = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)


def shown(model: mujoco.MjModel, geom: int) -> bool:
    """Whether a geom is drawn: groups 0 to 2, as in MuJoCo's viewer, and not see-through."""
    return bool(model.geom_group[geom] <= 2 and colour(model, geom)[3] > 0.0)


def colour(model: mujoco.MjModel, geom: int) -> Floats:
    """Colour (4,) of a geom, 0 to 1, its material's when it has one."""
    material = int(model.geom_matid[geom])
    own = np.asarray(model.geom_rgba[geom], dtype=float)
    plain = np.allclose(own, [0.5, 0.5, 0.5, 1.0])
    return np.asarray(model.mat_rgba[material], dtype=float) if material >= 0 and plain else own


def figure_geoms(model: mujoco.MjModel, root_name: str) -> list[int]:
    """Every drawn geom of the body tree that hangs on `root_name`."""
    root = model.body(root_name).id
    return [
        g for g in range(model.ngeom) if shown(model, g) and _hangs_on(model, int(model.geom_bodyid[g]), root)
    ]


def ground_geoms(model: mujoco.MjModel) -> list[int]:
    """Every drawn geom that is fixed to the world."""
    return [g for g in range(model.ngeom) if shown(model, g) and int(model.geom_bodyid[g]) == 0]


def is_plane(model: mujoco.MjModel, geom: int) -> bool:
    """Whether a geom is an unbounded floor."""
    return int(model.geom_type[geom]) == _PLANE


def spine(model: mujoco.MjModel, data: mujoco.MjData, geom: int) -> tuple[Floats, float]:
    """A round shape as its centre line: points (1 or 2, 3) and radius, in m; radius 0 when not round."""
    kind, size = int(model.geom_type[geom]), model.geom_size[geom]
    centre = np.array(data.geom_xpos[geom])
    if kind == _SPHERE:
        return centre[None, :], float(size[0])
    if kind == _CAPSULE:
        along = np.array(data.geom_xmat[geom]).reshape(3, 3)[:, 2] * size[1]
        return np.stack([centre - along, centre + along]), float(size[0])
    return centre[None, :], 0.0


def outline(model: mujoco.MjModel, data: mujoco.MjData, geom: int) -> Floats:
    """Points (k, 3) in the world whose hull is the shape, or nearly so; (0, 3) for planes and fields."""
    kind, size = int(model.geom_type[geom]), model.geom_size[geom]
    if kind in (_PLANE, _FIELD):
        return np.zeros((0, 3))
    if kind == _MESH:
        mesh = int(model.geom_dataid[geom])
        first = int(model.mesh_vertadr[mesh])
        local = np.asarray(model.mesh_vert[first : first + int(model.mesh_vertnum[mesh])], dtype=float)
    elif kind == _BOX:
        local = _CORNERS * size
    elif kind in (_CAPSULE, _CYLINDER):
        ring = np.stack([np.cos(_TURN), np.sin(_TURN), np.zeros_like(_TURN)], axis=1) * size[0]
        local = np.concatenate([ring + [0, 0, size[1]], ring - [0, 0, size[1]]])
        if kind == _CAPSULE:
            tip = size[0] + size[1]
            local = np.concatenate([local, [[0, 0, tip], [0, 0, -tip]]])
    else:
        radii = np.full(3, size[0]) if kind == _SPHERE else size
        local = np.concatenate([_meridian(a) for a in (0.0, 0.8, 1.6, 2.4)]) * radii
    turn = np.array(data.geom_xmat[geom]).reshape(3, 3)
    return np.asarray(local @ turn.T + data.geom_xpos[geom], dtype=float)


def extent(model: mujoco.MjModel, data: mujoco.MjData, geoms: list[int]) -> tuple[Floats, Floats]:
    """Lowest and highest corner (3,) of the box around `geoms`, in m."""
    points = [outline(model, data, g) for g in geoms]
    cloud = np.concatenate([p for p in points if len(p)] or [np.zeros((1, 3))])
    return cloud.min(axis=0), cloud.max(axis=0)


def _hangs_on(model: mujoco.MjModel, body: int, root: int) -> bool:
    while body not in (0, root):
        body = int(model.body_parentid[body])
    return body == root


def _meridian(angle: float) -> Floats:
    flat = np.cos(_TURN)
    return np.stack([flat * np.cos(angle), flat * np.sin(angle), np.sin(_TURN)], axis=1)
