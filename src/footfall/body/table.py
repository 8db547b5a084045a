"""What `footfall body NAME` prints: rows of links, rows of hinges, and totals."""

from __future__ import annotations

import math
from dataclasses import dataclass

import mujoco

from footfall.body.build import add_body
from footfall.body.schema import Body
from footfall.body.starts import contact_geoms, surface_points

LINK_COLUMNS = ("link", "roles", "parent", "mass kg", "inertia kg m²")
AXIS_COLUMNS = ("hinge", "limits deg", "kp", "kd", "torque N m")


@dataclass(frozen=True)
class Description:
    """A body in rows for people.

    Attributes:
        links: A row per link, as in `LINK_COLUMNS`.
        axes: A row per hinge, as in `AXIS_COLUMNS`.
        mass: kg.
        height: Of the zero pose, lowest to highest contact shape (m).
        internal_dof: Hinges.
        dof: Hinges and the root's degrees of freedom.
        starts: Names of the starts.
    """

    links: tuple[tuple[str, ...], ...]
    axes: tuple[tuple[str, ...], ...]
    mass: float
    height: float
    internal_dof: int
    dof: int
    starts: tuple[str, ...]


def describe(body: Body) -> Description:
    """The rows and totals of a body."""
    links = tuple(
        (
            link.name,
            ", ".join(link.roles),
            link.parent or "–",
            f"{link.mass:.3g}",
            " ".join(f"{i:.3g}" for i in link.inertia),
        )
        for link in body.links
    )
    axes = tuple(
        (axis.name, _limits(axis.low, axis.high), f"{axis.kp:g}", f"{axis.kd:g}", f"{axis.limit:g}")
        for axis in body.axes
    )
    internal = len(body.axes)
    return Description(
        links=links,
        axes=axes,
        mass=body.mass,
        height=standing_height(body),
        internal_dof=internal,
        dof=internal + (3 if body.planar else 6),
        starts=tuple(body.starts),
    )


def standing_height(body: Body) -> float:
    """From the lowest to the highest point of the contact shapes in the zero pose (m)."""
    spec = mujoco.MjSpec()
    add_body(spec, body)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    heights = [surface_points(model, data, geom)[:, 2] for geom in contact_geoms(model, body)]
    return float(max(h.max() for h in heights) - min(h.min() for h in heights))


def _limits(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "none"
    return f"{math.degrees(low):.0f} … {math.degrees(high):.0f}"
