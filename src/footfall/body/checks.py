"""What every body must be, whether it was read from TOML or wraps an MJCF."""

from __future__ import annotations

from footfall.body import roles as _roles
from footfall.body.schema import Body, Link
from footfall.body.tables import Table
from footfall.errors import nearest


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
        table.fail(
            f"a body has one root, listed first; this one has {len(roots)}",
            help="give each other link a parent",
        )
    parts: dict[str, str] = {}
    for link in links:
        for part in (_roles.part_name(role, link.side) for role in link.roles):
            if part in parts:
                table.fail(
                    f"'{link.name}' and '{parts[part]}' are both {part}", help="give each role to one link"
                )
            parts[part] = link.name
    if "pelvis" not in links[0].roles:
        table.fail(
            f"the root '{links[0].name}' has not the role 'pelvis'", help='add roles = ["pelvis"] to it'
        )
    for foot in ("lFoot", "rFoot"):
        if foot not in parts:
            side = "left" if foot == "lFoot" else "right"
            table.fail(f"the body has no {side} foot", help='give a link roles = ["foot"] and side = "both"')
        _check_foot(table, next(link for link in links if link.name == parts[foot]))


def _check_foot(table: Table, foot: Link) -> None:
    if not any(shape.contact for shape in foot.shapes):
        where = f"link '{foot.name}'.shapes"
        table.fail(
            "this foot cannot touch the ground", key=where, help="set contact = true on one of its shapes"
        )


def check_planar(table: Table, body: Body) -> None:
    """Refuses a planar body with hinges that leave the plane."""
    for axis in body.axes if body.planar else ():
        if axis.axis != "pitch":
            table.fail(
                f"a planar body has pitch hinges only, not {axis.name}", help="remove it, or planar = true"
            )
