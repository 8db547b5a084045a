"""Shapes, solver settings and root gains of a body file."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.body.schema import Physics, Servo, Shape, Vec3
from footfall.body.tables import Table
from footfall.errors import nearest

KINDS = ("capsule", "box", "sphere", "ellipsoid")
_GREY = (0.6, 0.62, 0.65)


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
    return tuple(_read_shape(row, look, side, mirror) for row in rows)


def _read_shape(row: Table, look: dict[str, tuple[float, ...]], side: str, mirror: bool) -> Shape:
    kind = row.text("kind", words=KINDS)
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
    shape = Shape(
        kind=kind,
        at=(at[0], flip * at[1], at[2]),
        to=(to[0], flip * to[1], to[2]),
        size=size,
        contact=row.flag("contact", False),
        rgba=_colour(row, look, side),
    )
    row.done()
    return shape


def _colour(row: Table, look: dict[str, tuple[float, ...]], side: str) -> tuple[float, float, float, float]:
    name = row.text("colour", "")
    red, green, blue = _GREY
    if name:
        sided = f"{name}_{side}"
        if name not in look and sided not in look:
            row.fail(f"[look] has no colour '{name}'", key="colour", help=nearest(name, sorted(look)))
        red, green, blue = look[sided if sided in look else name]
    return red, green, blue, 1.0


def read_settings(table: Table) -> tuple[Physics, dict[str, Physics]]:
    """The body's own settings, and others by name: ``[physics.careful]`` says what differs."""
    others = {name: table.table(name) for name in table.inner()}
    own = read_physics(table)
    return own, {name: read_physics(other, own) for name, other in others.items()}


def read_physics(table: Table, base: Physics | None = None) -> Physics:
    """Solver and contact settings, MuJoCo's words; what is left out is as in `base`."""
    base = base or Physics()
    solref = table.numbers("solref", 2, base.solref)
    limit_solref = table.numbers("limit_solref", 2, base.limit_solref)
    physics = Physics(
        timestep=table.number("timestep", base.timestep, above=0.0),
        integrator=table.text("integrator", base.integrator, words=("implicitfast", "implicit", "Euler")),
        cone=table.text("cone", base.cone, words=("elliptic", "pyramidal")),
        impratio=table.number("impratio", base.impratio, above=0.0),
        solver=table.text("solver", base.solver, words=("Newton", "CG", "PGS")),
        iterations=table.count("iterations", base.iterations),
        ls_iterations=table.count("ls_iterations", base.ls_iterations),
        tolerance=table.number("tolerance", base.tolerance, low=0.0),
        solref=(solref[0], solref[1]),
        solimp=table.numbers("solimp", 5, base.solimp),
        limit_solref=(limit_solref[0], limit_solref[1]),
        limit_solimp=table.numbers("limit_solimp", 5, base.limit_solimp),
        friction=table.number("friction", base.friction, low=0.0),
        spin=table.number("spin", base.spin, low=0.0),
        delay=table.number("delay", base.delay, low=0.0),
        jacobian=table.text("jacobian", base.jacobian, words=("auto", "dense", "sparse")),
        islands=table.flag("islands", base.islands),
    )
    if physics.timestep > 0.02:
        table.fail(f"{physics.timestep:g} s is too long a step", key="timestep", help="try 0.001")
    table.done()
    return physics


def read_servo(table: Table) -> Servo:
    """Gains of the world-frame servo on the root."""
    kp = table.number("kp", low=0.0)
    kd = table.number("kd", kp / 10, low=0.0)
    yaw_kp = table.number("yaw_kp", kp, low=0.0)
    servo = Servo(kp=kp, kd=kd, yaw_kp=yaw_kp, yaw_kd=table.number("yaw_kd", kd, low=0.0))
    table.done()
    return servo


def read_lateral(table: Table) -> tuple[float, float]:
    """The default sideways foot-placement gains."""
    cd, cv = table.numbers("lateral", 2, (0.5, 0.2))
    return cd, cv
