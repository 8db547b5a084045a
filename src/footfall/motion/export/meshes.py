"""The shapes of a model as triangles."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.motion.clips.rotations import rotate
from footfall.motion.export.axes import Floats

Triangles = NDArray[np.int64]
AROUND = 20  # corners of a circle
RINGS = 10  # from pole to pole; even, so that a capsule has its two circles
_GEOM = mujoco.mjtGeom
_ROUND = (int(_GEOM.mjGEOM_SPHERE), int(_GEOM.mjGEOM_ELLIPSOID), int(_GEOM.mjGEOM_CAPSULE))


@dataclass(frozen=True)
class Mesh:
    """Triangles: corners (k, 3) in m, their normals (k, 3), indices (m, 3), anticlockwise from outside."""

    points: Floats
    normals: Floats
    triangles: Triangles

    def placed(self, at: Floats, turn: Floats) -> Mesh:
        """The same, turned by a quaternion (4,) and then moved by (3,) m."""
        return Mesh(rotate(turn, self.points) + at, rotate(turn, self.normals), self.triangles)


def joined(meshes: list[Mesh]) -> Mesh:
    """Many as one."""
    firsts = np.cumsum([0] + [len(mesh.points) for mesh in meshes[:-1]])
    return Mesh(
        np.concatenate([mesh.points for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.triangles + first for mesh, first in zip(meshes, firsts, strict=True)]),
    )


def shape_mesh(model: mujoco.MjModel, geom: int, reach: tuple[Floats, Floats]) -> Mesh | None:
    """The triangles of a shape in its own frame; None for a kind that cannot be drawn.

    Args:
        model: The model.
        geom: The shape's index.
        reach: Lowest and highest corner (2,) of what an unbounded floor shows, m in the floor's frame.
    """
    kind, size = int(model.geom_type[geom]), np.array(model.geom_size[geom])
    if kind in _ROUND:
        stretch = size[1] if kind == _GEOM.mjGEOM_CAPSULE else 0.0
        return _ball(size if kind == _GEOM.mjGEOM_ELLIPSOID else np.full(3, size[0]), stretch)
    if kind == _GEOM.mjGEOM_CYLINDER:
        return _cylinder(size[0], size[1])
    if kind == _GEOM.mjGEOM_BOX:
        return _box(size)
    if kind == _GEOM.mjGEOM_PLANE:
        (x0, y0), (x1, y1) = reach
        corners = np.array([[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]])
        return Mesh(corners, np.tile([0.0, 0.0, 1.0], (4, 1)), np.array([[0, 1, 2], [0, 2, 3]]))
    if kind == _GEOM.mjGEOM_MESH:
        return _mesh(model, int(model.geom_dataid[geom]))
    if kind == _GEOM.mjGEOM_HFIELD:
        return _field(model, int(model.geom_dataid[geom]))
    return None


def _ball(radii: Floats, stretch: float) -> Mesh:
    """An ellipsoid; a capsule where its halves stand ±`stretch` apart along z."""
    up = np.linspace(0.0, np.pi, RINGS + 1)
    up = np.concatenate([up[: RINGS // 2 + 1], up[RINGS // 2 :]]) if stretch else up
    round_ = np.linspace(0.0, 2.0 * np.pi, AROUND + 1)
    a, b = (x.ravel() for x in np.meshgrid(up, round_, indexing="ij"))
    unit = np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)], axis=1)
    points = unit * radii
    half = len(points) // 2
    points[:half, 2] += stretch
    points[half:, 2] -= stretch
    normals = unit / radii
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(points, normals, _grid(len(up), AROUND + 1, poles=True))


def _grid(rows: int, columns: int, poles: bool = False) -> Triangles:
    """Triangles of a grid of corners, row by row; with poles, the first and last row are one point each."""
    i, j = (x.ravel() for x in np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij"))
    a, b = i * columns + j, i * columns + j + 1
    first = np.stack([a, a + columns, b + columns], axis=1)
    second = np.stack([a, b + columns, b], axis=1)
    if poles:
        first, second = first[i < rows - 2], second[i > 0]
    return np.concatenate([first, second])


def _cylinder(radius: float, half: float) -> Mesh:
    turn = np.linspace(0.0, 2.0 * np.pi, AROUND + 1)
    ring = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
    high = np.array([0.0, 0.0, half])
    side = Mesh(
        np.concatenate([ring * radius + high, ring * radius - high]),
        np.concatenate([ring, ring]),
        _grid(2, AROUND + 1),
    )
    fan = np.stack([np.zeros(AROUND, int), 1 + np.arange(AROUND), 2 + np.arange(AROUND)], axis=1)
    up = np.tile([0.0, 0.0, 1.0], (AROUND + 2, 1))
    lid = np.concatenate([[[0.0, 0.0, 0.0]], ring * radius])
    return joined([side, Mesh(lid + high, up, fan), Mesh(lid - high, -up, fan[:, ::-1])])


def _box(size: Floats) -> Mesh:
    points: list[Floats] = []
    normals: list[Floats] = []
    triangles: list[list[int]] = []
    for axis in range(3):
        for sign in (1.0, -1.0):
            normal = np.eye(3)[axis] * sign
            u, v = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3] * sign
            first = len(points)
            points += [normal + s * u + t * v for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            normals += [normal] * 4
            triangles += [[first, first + 1, first + 2], [first, first + 2, first + 3]]
    return Mesh(np.array(points) * size, np.array(normals), np.array(triangles))


def _mesh(model: mujoco.MjModel, mesh: int) -> Mesh:
    """A mesh of the model; each triangle has corners of its own, so that edges stay sharp."""
    first, faces = int(model.mesh_vertadr[mesh]), int(model.mesh_faceadr[mesh])
    points = np.asarray(model.mesh_vert[first : first + int(model.mesh_vertnum[mesh])], float)
    triangles = np.asarray(model.mesh_face[faces : faces + int(model.mesh_facenum[mesh])])
    corners = points[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1)
    corners, normals = corners[length > 0.0], normals[length > 0.0] / length[length > 0.0, None]
    return Mesh(
        corners.reshape(-1, 3), np.repeat(normals, 3, axis=0), np.arange(3 * len(corners)).reshape(-1, 3)
    )


def _field(model: mujoco.MjModel, field: int) -> Mesh:
    """The upper side of a height field."""
    rows, columns = int(model.hfield_nrow[field]), int(model.hfield_ncol[field])
    first = int(model.hfield_adr[field])
    wide, deep, high, _ = model.hfield_size[field].tolist()
    heights = np.asarray(model.hfield_data[first : first + rows * columns], float).reshape(rows, columns)
    x, y = np.linspace(-wide, wide, columns), np.linspace(-deep, deep, rows)
    slope_y, slope_x = np.gradient(heights * high, y, x)
    grid_y, grid_x = np.meshgrid(y, x, indexing="ij")
    points = np.stack([grid_x, grid_y, heights * high], axis=-1).reshape(-1, 3)
    normals = np.stack([-slope_x, -slope_y, np.ones_like(slope_x)], axis=-1).reshape(-1, 3)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(points, normals, _grid(rows, columns)[:, ::-1])
