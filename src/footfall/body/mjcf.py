"""Wrapping a user's own MJCF: a TOML file gives its bodies roles and its hinges gains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from footfall.body import roles as _roles
from footfall.body.checks import check_links
from footfall.body.mjcf_files import read_mjcf
from footfall.body.mjcf_spec import axis_kind, load_mjcf, turn_to_our_signs
from footfall.body.parse import read_rest
from footfall.body.schema import Axis, Body, Joint, Link, Shape, Vec3, axis_vector
from footfall.body.tables import Table
from footfall.errors import nearest

_KINDS = {
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): "capsule",
    int(mujoco.mjtGeom.mjGEOM_BOX): "box",
    int(mujoco.mjtGeom.mjGEOM_SPHERE): "sphere",
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): "ellipsoid",
}


@dataclass(frozen=True)
class _Played:
    """What an MJCF body is: its roles and its side."""

    roles: tuple[str, ...] = ()
    side: str = ""


def read_wrapped(table: Table, path: Path) -> Body:
    """Reads a body file that has the key ``mjcf``.

    Raises:
        FootfallError: For a bad file of either kind.
    """
    file = path.parent / table.text("mjcf")
    played = _read_roles(table.table("roles"))
    root = next((name for name, as_ in played.items() if "pelvis" in as_.roles), "")
    if not root:
        table.fail("no body has the role 'pelvis'", key="roles", help='give it to the root: NAME = "pelvis"')
    model, assets = read_mjcf(file)
    spec, planar = load_mjcf(model, assets, root, str(file))
    links = tuple(_links(table, spec, root, played))
    check_links(table, links)
    turn_to_our_signs(spec, {link.model_name: link.side for link in links})
    joints = tuple(_joints(table, spec.compile(), links, _Gains(table.table("gains"))))
    body = read_rest(table, path, links, joints, planar=planar, title=f"wraps {file.name}")
    return replace(body, mjcf=str(file), model=model, assets=assets)


def _read_roles(table: Table) -> dict[str, _Played]:
    """MJCF body name -> what it is. Written ``"left thigh"`` or ``["pelvis", "upper_back"]``."""
    played: dict[str, _Played] = {}
    for name in table.names():
        given = (table.text(name),) if isinstance(table.peek(name), str) else table.texts(name)
        sides, roles = set(), []
        for words in given:
            side, _, role = words.rpartition(" ")
            if role not in _roles.ROLES:
                table.fail(f"there is no role '{role}'", key=name, help=nearest(role, _roles.ROLES))
            if side not in (_roles.SIDES if role in _roles.SIDE_ROLES else ("",)):
                right = f'"left {role}" or "right {role}"' if role in _roles.SIDE_ROLES else f'"{role}"'
                table.fail(f"'{words}' has the wrong side", key=name, help=f"write {right}")
            sides.add(side)
            roles.append(role)
        if len(sides) != 1:
            table.fail("a body has one side and at least one role", key=name, help='write e.g. "left foot"')
        played[name] = _Played(tuple(roles), sides.pop())
    return played


def _links(table: Table, spec: Any, root: str, played: dict[str, _Played]) -> Iterator[Link]:
    """The root and all below it; a body without a role has its parent's side."""
    model = spec.compile()
    names = [body.name for body in (spec.body(root), *spec.body(root).find_all(mujoco.mjtObj.mjOBJ_BODY))]
    for name in played:
        if name not in names:
            table.fail(f"'{root}' has no part '{name}'", key="roles", help=nearest(name, names))
    sides: dict[str, str] = {}
    for name in names:
        i = model.body(name).id
        parent = "" if name == root else model.body(model.body_parentid[i]).name
        as_ = played.get(name, _Played(side=sides.get(parent, "")))
        sides[name] = as_.side
        if model.body_mass[i] <= 0:
            table.fail(f"'{name}' has no mass", key="mjcf", help="give it an inertial, or geoms with mass")
        geoms = [g for g in range(model.ngeom) if model.geom_bodyid[g] == i]
        yield Link(
            name=name,
            roles=as_.roles,
            side=as_.side,
            parent=parent,
            mass=float(model.body_mass[i]),
            com=_vec(model.body_ipos[i]),
            inertia=_vec(model.body_inertia[i]),
            at=_vec(model.body_pos[i]),
            shapes=tuple(_shape(model, g) for g in geoms),
            model_name=name,
        )


def _vec(values: Any) -> Vec3:
    return float(values[0]), float(values[1]), float(values[2])


def _shape(model: mujoco.MjModel, geom: int) -> Shape:
    """A geom as a shape for tables; one of another kind as the box around it."""
    kind = _KINDS.get(int(model.geom_type[geom]), "box")
    at = to = model.geom_pos[geom]
    size = model.geom_size[geom]
    if kind == "capsule":
        along = np.zeros(3)
        mujoco.mju_rotVecQuat(along, np.array([0.0, 0.0, size[1]]), model.geom_quat[geom])
        at, to, size = at - along, at + along, np.array([size[0], 0.0, 0.0])
    elif kind == "box":
        size = model.geom_aabb[geom, 3:]
    contact = bool(model.geom_contype[geom] or model.geom_conaffinity[geom])
    red, green, blue, alpha = (float(c) for c in model.geom_rgba[geom])
    return Shape(kind, _vec(at), _vec(to), _vec(size), contact, (red, green, blue, alpha))


class _Gains:
    """The table of gains: by axis (``Hip.yaw``), by joint (``Hip``, ``lHip``), else ``default``."""

    def __init__(self, table: Table) -> None:
        self._rows = {}
        for key in table.names():
            row = table.table(key)
            kp = row.number("kp", low=0.0)
            kd = row.number("kd", kp / 10, low=0.0)
            self._rows[key] = (kp, kd, row.number("limit", above=0.0), row.number("rest", 0.0))
            row.done()
        self._table = table

    def of(self, axis_name: str) -> tuple[float, float, float, float]:
        """kp, kd, torque limit and rest angle of an axis."""
        joint = axis_name.partition(".")[0]
        for key in (axis_name, axis_name[1:], joint, joint[1:], "default"):
            if key in self._rows:
                return self._rows[key]
        self._table.fail(f"no gains for {axis_name}", help="add default = { kp = 100, kd = 10, limit = 100 }")

    def check(self, axis_names: list[str]) -> None:
        """Refuses rows that are for no axis of the body."""
        known = {"default"}
        for name in axis_names:
            joint = name.partition(".")[0]
            known |= {name, name[1:], joint, joint[1:]}
        for key in self._rows:
            if key not in known:
                self._table.fail(f"the body has no joint '{key}'", help=nearest(key, sorted(known)))


def _joints(table: Table, model: mujoco.MjModel, links: tuple[Link, ...], gains: _Gains) -> Iterator[Joint]:
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    has_lower_back = any("lower_back" in link.roles for link in links)
    names: list[str] = []
    for link in links[1:]:
        named = [_roles.joint_name(role, link.side, has_lower_back) for role in link.roles]
        name = next((n for n in named if n), link.name)
        i = model.body(link.model_name).id
        first, count = int(model.body_jntadr[i]), int(model.body_jntnum[i])
        axes = [_axis(table, model, data, j, name, link.side, gains) for j in range(first, first + count)]
        names += [axis.name for axis in axes]
        if len({axis.axis for axis in axes}) < len(axes):
            table.fail(
                f"two hinges of '{link.name}' turn about nearly one axis", key="mjcf", help="part them"
            )
        if axes:
            yield Joint(name, link.parent, link.name, tuple(axes))
    gains.check(names)


def _axis(
    table: Table, model: mujoco.MjModel, data: mujoco.MjData, joint: int, name: str, side: str, gains: _Gains
) -> Axis:
    model_name = model.joint(joint).name
    if model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_HINGE:
        table.fail(f"the joint '{model_name}' is no hinge", key="mjcf", help="use hinges below the root")
    kind = axis_kind(data.xaxis[joint])
    limited = bool(model.jnt_limited[joint])
    low, high = (float(v) for v in model.jnt_range[joint])
    kp, kd, limit, rest = gains.of(f"{name}.{kind}")
    return Axis(
        name=f"{name}.{kind}",
        joint=name,
        axis=kind,
        vector=axis_vector(kind, side),
        low=low if limited else None,
        high=high if limited else None,
        kp=kp,
        kd=kd,
        limit=limit,
        rest=rest,
        armature=float(model.dof_armature[model.jnt_dofadr[joint]]),
        model_name=model_name,
    )
