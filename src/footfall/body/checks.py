"""What every body must be, whether it was read from TOML or wraps an MJCF."""

from __future__ import annotations

from footfall.body import roles as _roles
from footfall.body.schema import Body, Link, Physics
from footfall.body.tables import Table
from footfall.errors import nearest

# What the numbers of a body may be: least, most, unit. Wide enough for an insect and for a crane; what
# lies beyond is a slip of the pen, or makes the physics overflow.
LEGAL: dict[str, tuple[float, float, str]] = {
    "mass": (1e-6, 1e5, "kg"),
    "inertia": (1e-12, 1e7, "kg m²"),
    "place": (-1e3, 1e3, "m"),
    "size": (1e-4, 1e3, "m"),
    "kp": (1e-3, 1e6, "N m/rad"),
    "kd": (1e-4, 1e5, "N m s/rad"),
    "limit": (1e-3, 1e6, "N m"),
    "armature": (0.0, 1e4, "kg m²"),
    "rest": (-10.0, 10.0, "rad"),
    "range": (-10.0, 10.0, "rad"),
    "lateral": (-100.0, 100.0, ""),
    "timestep": (1e-5, 0.02, "s"),
    "impratio": (1e-3, 1e4, ""),
    "iterations": (1, 1000, ""),
    "tolerance": (0.0, 1.0, ""),
    "friction": (0.0, 100.0, ""),
    "spin": (0.0, 10.0, "m"),
    "delay": (0.0, 1.0, "s"),
    "solref": (-1e6, 1e6, ""),
    "solimp": (0.0, 100.0, ""),
    "velocity": (-100.0, 100.0, "m/s"),
    "rate": (-1e3, 1e3, "rad/s"),
    "angle": (-10.0, 10.0, "rad"),
}


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


def check_numbers(table: Table, body: Body) -> None:
    """Refuses numbers that no body has: MuJoCo would take them, and its results would be no numbers."""
    for link in body.links:
        key = f"link '{link.name}'"
        _within(table, key, "mass", link.mass)
        _within(table, key, "inertia", *link.inertia)
        _within(table, key, "place", *link.at, *link.com)
        for shape in link.shapes:
            sizes = shape.size[:1] if shape.kind in ("capsule", "sphere") else shape.size
            _within(table, key, "size", *sizes)
            _within(table, key, "place", *shape.at, *shape.to)
    for axis in body.axes:
        key = f"joint '{axis.name}'"
        for name in ("kp", "kd", "limit", "armature", "rest"):
            _within(table, key, name, getattr(axis, name))
        if axis.low is not None and axis.high is not None:
            _within(table, key, "range", axis.low, axis.high)
    servo = body.root_servo
    _within(table, "root_servo", "kp", servo.kp, servo.yaw_kp)
    _within(table, "root_servo", "kd", servo.kd, servo.yaw_kd)
    _within(table, "lateral", "lateral", *body.lateral)
    for physics in (body.physics, *body.settings.values()):
        _check_physics(table, physics)
    for start in body.starts.values():
        key = f"start.{start.name}"
        _within(table, key, "velocity", *start.velocity)
        _within(table, key, "rate", start.root_rate, *start.rates.values())
        _within(table, key, "angle", start.pitch, *start.angles.values())


def _within(table: Table, key: str, name: str, *values: float) -> None:
    low, high, unit = LEGAL[name]
    for value in values:
        if not low <= value <= high:  # NaN is within nothing
            help = f"write a number from {low:g} to {high:g}{' ' + unit if unit else ''}"
            table.fail(f"its {name} cannot be {value:g}", key=key, help=help)


def _check_physics(table: Table, physics: Physics) -> None:
    names = ("timestep", "impratio", "iterations", "tolerance", "friction", "spin", "delay", "solref")
    for name in names:
        value = getattr(physics, name)
        _within(table, "physics", name, *(value if isinstance(value, tuple) else (value,)))
    _within(table, "physics", "iterations", physics.ls_iterations)
    _within(table, "physics", "solref", *physics.limit_solref)
    _within(table, "physics", "solimp", *physics.solimp, *physics.limit_solimp)
