"""From the tables of a body file to a checked `Body`."""

from __future__ import annotations

import math
from pathlib import Path

from footfall.body import roles as _roles
from footfall.body.parse_parts import read_physics, read_servo, read_shapes
from footfall.body.parse_starts import read_starts
from footfall.body.schema import AXES, Axis, Body, Joint, Link, Vec3
from footfall.body.tables import Table, read_toml
from footfall.errors import nearest


def read_body(path: Path) -> Body:
    """Reads and checks a body file.

    Raises:
        FootfallError: Naming the file, the key, what is wrong and how to mend it.
    """
    table = read_toml(path)
    if "mjcf" in table:
        from footfall.body.mjcf import read_wrapped

        return read_wrapped(table, path)
    planar = table.flag("planar", False)
    look = _read_look(table.table("look", needed=False))
    links, joints = _read_links(table, look)
    check_links(table, links)
    body = Body(
        name=table.text("name", path.stem),
        title=table.text("title", ""),
        planar=planar,
        links=links,
        joints=joints,
        starts=read_starts(table.table("start", needed=False), joints),
        physics=read_physics(table.table("physics", needed=False)),
        root_servo=read_servo(table.table("root_servo")),
        lateral=read_lateral(table),
        collide_legs=table.flag("collide_legs", not planar),
        path=str(path),
    )
    _check_planar(table, body)
    table.done()
    return body


def read_lateral(table: Table) -> tuple[float, float]:
    """The default sideways foot-placement gains."""
    cd, cv = table.numbers("lateral", 2, (0.5, 0.2))
    return cd, cv


def _read_look(table: Table) -> dict[str, tuple[float, ...]]:
    colours = {key: table.numbers(key, 3) for key in table.keys()}
    for key, colour in colours.items():
        if not all(0 <= c <= 1 for c in colour):
            table.fail("a colour is red, green, blue from 0 to 1", key=key)
    return colours


def _read_links(table: Table, look: dict[str, tuple[float, ...]]) -> tuple[tuple[Link, ...], tuple[Joint, ...]]:
    rows = list(table.tables("link", []))
    if not rows:
        table.fail("the body has no links", help="add at least one [[link]]")
    both = {row.text("name") for row in rows if row.text("side", "") == "both"}
    has_lower_back = any("lower_back" in row.texts("roles", (), words=_roles.ROLES) for row in rows)
    links: list[Link] = []
    joints: list[Joint] = []
    # Left and right limbs stay together, left first: parents come before children either way.
    for row in rows:
        side = row.text("side", "", words=("left", "right", "both", ""))
        for one in ("left", "right") if side == "both" else (side,):
            link = _read_link(row, look, one, both)
            joint = _read_joint(row, link, has_lower_back)
            if link.name in {other.name for other in links}:
                row.fail(f"there are two links named '{link.name}'", key="name", help="give each its own name")
            links.append(link)
            if joint.axes:
                if joint.name in {other.name for other in joints}:
                    row.fail(f"two links have the joint '{joint.name}'", key="roles", help="give each link its own role")
                joints.append(joint)
        row.done()
    return tuple(links), tuple(joints)


def _sided(name: str, side: str) -> str:
    """A link's name on one side: ``thigh`` on the left is ``lThigh``."""
    return side[0] + name[:1].upper() + name[1:]


def _read_link(row: Table, look: dict[str, tuple[float, ...]], side: str, both: set[str]) -> Link:
    name = row.text("name")
    if not name.isidentifier():
        row.fail(f"'{name}' is not a name", key="name", help="use letters, digits and _, a letter first")
    mirrored = name in both
    parent = row.text("parent", "")
    if parent in both:
        if not side:
            row.fail(f"'{parent}' is there twice, left and right", key="parent", help='name one, e.g. "lThigh"')
        parent = _sided(parent, side)
    at, com = row.vector("at", (0.0, 0.0, 0.0)), row.vector("com")
    inertia = row.vector("inertia", above=0.0)
    a, b, c = sorted(inertia)
    if a + b < c * (1 - 1e-9):
        row.fail("no solid has these moments", key="inertia", help="the two smaller must add up to the largest")
    mirror = mirrored and side == "right"
    roles = row.texts("roles", (), words=_roles.ROLES)
    for role in roles:
        if (role in _roles.SIDE_ROLES) != bool(side):
            need = "needs a side" if role in _roles.SIDE_ROLES else "has no side"
            row.fail(f"a link with the role '{role}' {need}", key="side", help='side is "left", "right" or "both"')
    full_name = _sided(name, side) if mirrored else name
    return Link(
        name=full_name,
        roles=roles,
        side=side,
        parent=parent,
        mass=row.number("mass", above=0.0),
        com=flip(com) if mirror else com,
        inertia=inertia,
        at=flip(at) if mirror else at,
        shapes=read_shapes(row.tables("shapes", []), look, side, mirror),
        model_name=full_name,
    )


def flip(v: Vec3) -> Vec3:
    """The mirror image of a point: left becomes right."""
    return v[0], -v[1], v[2]


def axis_vector(axis: str, side: str) -> Vec3:
    """The direction about which a positive angle turns (see the signs in `schema`)."""
    if axis == "pitch":
        return 0.0, 1.0, 0.0
    outwards = -1.0 if side == "right" else 1.0
    if axis == "yaw":
        return 0.0, 0.0, outwards
    return (outwards if side else -1.0), 0.0, 0.0


def _read_joint(row: Table, link: Link, has_lower_back: bool) -> Joint:
    names = [_roles.joint_name(role, link.side, has_lower_back) for role in link.roles]
    name = next((n for n in names if n), link.name)
    hinges = row.table("joint", needed=False)
    if not link.parent and hinges.keys():
        row.fail("the root has no joint of its own", key="joint", help="name its parent, or remove the joint")
    axes = [_read_axis(hinges.table(axis), name, axis, link.side) for axis in AXES if axis in hinges]
    for key in hinges.keys():
        if key not in AXES:
            hinges.fail(f"unknown axis '{key}'", help=nearest(key, AXES))
    return Joint(name, link.parent, link.name, tuple(axes))


def _read_axis(table: Table, joint: str, axis: str, side: str) -> Axis:
    low: float | None = None
    high: float | None = None
    if "range" in table:
        low, high = table.numbers("range", 2)
        if not low < high:
            table.fail("the low limit must be below the high one", key="range", help=f"write range = [{high}, {low}]")
    rest = table.number("rest", 0.0)
    if low is not None and high is not None and not low <= rest <= high:
        table.fail(f"{rest:g} is outside the range", key="rest", help=f"write a number from {low:g} to {high:g}")
    kp = table.number("kp", low=0.0)
    result = Axis(
        name=f"{joint}.{axis}",
        joint=joint,
        axis=axis,
        vector=axis_vector(axis, side),
        low=low,
        high=high,
        kp=kp,
        kd=table.number("kd", kp / 10, low=0.0),
        limit=table.number("limit", above=0.0),
        rest=rest,
        armature=table.number("armature", 0.0, low=0.0),
        model_name=f"{joint}.{axis}",
    )
    table.done()
    return result


def check_links(table: Table, links: tuple[Link, ...]) -> None:
    """Refuses a body that is no tree with one root, a pelvis at its root and two feet."""
    names = [link.name for link in links]
    place = {name: i for i, name in enumerate(names)}
    roots = [link.name for link in links if not link.parent]
    for i, link in enumerate(links):
        where = f"link '{link.name}'.parent"
        if link.parent and link.parent not in place:
            table.fail(f"there is no link '{link.parent}'", key=where, help=nearest(link.parent, names))
        if link.parent and place[link.parent] >= i:
            table.fail(
                f"'{link.parent}' comes later, or the links form a ring",
                key=where,
                help="list parents before their children",
            )
    if len(roots) != 1 or links[0].parent:
        table.fail(f"a body has one root, listed first; this one has {len(roots)}", help="give each other link a parent")
    parts: dict[str, str] = {}
    for link in links:
        for part in (_roles.part_name(role, link.side) for role in link.roles):
            if part in parts:
                table.fail(f"'{link.name}' and '{parts[part]}' are both {part}", help="give each role to one link")
            parts[part] = link.name
    if "pelvis" not in links[0].roles:
        table.fail(f"the root '{links[0].name}' has not the role 'pelvis'", help='add roles = ["pelvis"] to it')
    for foot in ("lFoot", "rFoot"):
        if foot not in parts:
            side = "left" if foot == "lFoot" else "right"
            table.fail(f"the body has no {side} foot", help='give a link roles = ["foot"] and side = "both"')
        _check_foot(table, next(link for link in links if link.name == parts[foot]))


def _check_foot(table: Table, foot: Link) -> None:
    if not any(shape.contact for shape in foot.shapes):
        where = f"link '{foot.name}'.shapes"
        table.fail("this foot cannot touch the ground", key=where, help="set contact = true on one of its shapes")


def _check_planar(table: Table, body: Body) -> None:
    for axis in body.axes if body.planar else ():
        if axis.axis != "pitch":
            table.fail(f"a planar body has pitch hinges only, not {axis.name}", help="remove it, or planar = true")
    if not math.isfinite(body.mass):
        table.fail("the body's mass is not finite")
