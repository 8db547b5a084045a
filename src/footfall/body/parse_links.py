"""Links of a body file: their shapes and hinges."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.body import roles as _roles
from footfall.body.mannequin import PARTS, UNSEEN, dressed
from footfall.body.schema import AXES, Axis, Joint, Link, Shape, Vec3, axis_vector
from footfall.body.tables import Table
from footfall.errors import nearest

KINDS = ("capsule", "box", "sphere", "ellipsoid")
_GREY = (0.6, 0.62, 0.65)


def read_links(
    table: Table, look: dict[str, tuple[float, ...]]
) -> tuple[tuple[Link, ...], tuple[Joint, ...]]:
    """All links, those of both sides twice, and their joints.

    Args:
        table: The whole file.
        look: The body's named colours.
    """
    rows = list(table.tables("link", []))
    if not rows:
        table.fail("the body has no links", help="add at least one [[link]]")
    names: set[str] = set()
    for row in rows:
        if row.text("name") in names:
            row.fail("another link has this name", key="name", help="give each link its own name")
        names.add(row.text("name"))
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
                row.fail(f"another link is named '{link.name}'", key="name", help="give each its own name")
            links.append(link)
            if joint.axes:
                if joint.name in {other.name for other in joints}:
                    row.fail(
                        f"another link has the joint '{joint.name}'", key="roles", help="change its role"
                    )
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
            row.fail(
                f"'{parent}' is there twice, left and right", key="parent", help='name one, e.g. "lThigh"'
            )
        parent = _sided(parent, side)
    at, com = row.vector("at", (0.0, 0.0, 0.0)), row.vector("com")
    inertia = row.vector("inertia", above=0.0)
    a, b, c = sorted(inertia)
    if a + b < c * (1 - 1e-9):
        row.fail(
            "no solid has these moments", key="inertia", help="the two smaller must add up to the largest"
        )
    mirror = mirrored and side == "right"
    roles = row.texts("roles", (), words=_roles.ROLES)
    for role in roles:
        if (role in _roles.SIDE_ROLES) != bool(side):
            need = "needs a side" if role in _roles.SIDE_ROLES else "has no side"
            row.fail(
                f"a link with the role '{role}' {need}", key="side", help='side is "left", "right" or "both"'
            )
    full_name = _sided(name, side) if mirrored else name
    return Link(
        name=full_name,
        roles=roles,
        side=side,
        parent=parent,
        mass=row.number("mass", above=0.0),
        com=_flip(com) if mirror else com,
        inertia=inertia,
        at=_flip(at) if mirror else at,
        shapes=read_shapes(row.tables("shapes", []), look, side, mirror),
        model_name=full_name,
    )


def _flip(v: Vec3) -> Vec3:
    """The mirror image of a point: left becomes right."""
    return v[0], -v[1], v[2]


def _read_joint(row: Table, link: Link, has_lower_back: bool) -> Joint:
    names = [_roles.joint_name(role, link.side, has_lower_back) for role in link.roles]
    name = next((n for n in names if n), link.name)
    hinges = row.table("joint", needed=False)
    if not link.parent and hinges.names():
        row.fail("the root has no joint of its own", key="joint", help="name its parent, or remove the joint")
    axes = [_read_axis(hinges.table(axis), name, axis, link.side) for axis in AXES if axis in hinges]
    for key in hinges.names():
        if key not in AXES:
            hinges.fail(f"unknown axis '{key}'", help=nearest(key, AXES))
    return Joint(name, link.parent, link.name, tuple(axes))


def _read_axis(table: Table, joint: str, axis: str, side: str) -> Axis:
    low: float | None = None
    high: float | None = None
    if "range" in table:
        low, high = table.numbers("range", 2)
        if not low < high:
            table.fail(
                "the low limit must be below the high one", key="range", help=f"write range = [{high}, {low}]"
            )
    rest = table.number("rest", 0.0)
    if low is not None and high is not None and not low <= rest <= high:
        table.fail(
            f"{rest:g} is outside the range", key="rest", help=f"write a number from {low:g} to {high:g}"
        )
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


def read_shapes(
    rows: Iterable[Table], look: dict[str, tuple[float, ...]], side: str, mirror: bool
) -> tuple[Shape, ...]:
    """The shapes of a link.

    Args:
        rows: Their tables.
        look: The body's named colours.
        side: The link's side: a colour ``leg`` becomes ``leg_left`` where the look has it.
        mirror: Whether y is to be flipped.
    """
    return tuple(shape for row in rows for shape in _read_shape(row, look, side, mirror))


def _read_shape(row: Table, look: dict[str, tuple[float, ...]], side: str, mirror: bool) -> tuple[Shape, ...]:
    """A shape, or those of a part of the mannequin."""
    kind = row.text("kind", words=(*KINDS, *PARTS))
    flip = -1.0 if mirror else 1.0
    if kind == "capsule":
        at, to = row.vector("from"), row.vector("to")
        if at == to:
            row.fail("a capsule's ends must be apart", key="to", help='use kind = "sphere", or move one end')
    else:
        at = to = row.vector("at", (0.0, 0.0, 0.0))
    size: Vec3
    if kind in ("capsule", "sphere"):
        size = (row.number("radius", above=0.0), 0.0, 0.0)
    else:
        x, y, z = row.vector("size", above=0.0)
        size = (x / 2, y / 2, z / 2)
    at, to = (at[0], flip * at[1], at[2]), (to[0], flip * to[1], to[2])
    contact, rgba = row.flag("contact", False), _colour(row, look, side)
    if contact and kind in PARTS and not kind.startswith("shoe"):
        row.fail(f"a {kind} is only drawn", key="contact", help="add a shape of its own that touches things")
    row.done()
    if kind in PARTS:
        return dressed(kind, at, size, contact, look, rgba)
    return (Shape(kind, at, to, size, contact, rgba),)


def _colour(row: Table, look: dict[str, tuple[float, ...]], side: str) -> tuple[float, float, float, float]:
    name = row.text("colour", "")
    if name == "unseen":
        return UNSEEN
    red, green, blue = _GREY
    if name:
        sided = f"{name}_{side}"
        if name not in look and sided not in look:
            row.fail(f"[look] has no colour '{name}'", key="colour", help=nearest(name, sorted(look)))
        red, green, blue = look[sided if sided in look else name]
    return red, green, blue, 1.0
