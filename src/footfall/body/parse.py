"""Bodies by name or path: from the tables of a body file to a checked `Body`."""

from __future__ import annotations

import os
from pathlib import Path

from footfall.body.checks import check_links, check_numbers, check_planar
from footfall.body.parse_links import read_links
from footfall.body.schema import Axis, Body, Joint, Link, Physics, Servo, Start
from footfall.body.tables import Table, read_toml
from footfall.errors import FootfallError, nearest

LIBRARY = Path(__file__).parent / "data"  # the bodies that have names


def body_names() -> list[str]:
    """Names of the bodies in the library."""
    return sorted(path.stem for path in LIBRARY.glob("*.toml"))


def load_body(name_or_path: str | os.PathLike[str]) -> Body:
    """A body of the library, or one from a TOML file.

    Raises:
        FootfallError: For an unknown name or a bad file.
    """
    text = os.fspath(name_or_path)
    if text in body_names():
        return read_body(LIBRARY / f"{text}.toml")
    if isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text or os.sep in text:
        return read_body(Path(text))
    raise FootfallError(
        f"there is no body '{text}'", help=f"{nearest(text, body_names())}, or a path to a .toml file"
    )


def read_body(path: Path) -> Body:
    """Reads and checks a body file.

    Raises:
        FootfallError: Naming the file, the key, what is wrong and how to mend it.
    """
    table = read_toml(path)
    if "like" in table:
        table = _laid_over(table)
    if "mjcf" in table:
        from footfall.body.mjcf import read_wrapped

        return read_wrapped(table, path)
    return body_of(table, path)


def _laid_over(table: Table) -> Table:
    """The tables of a body of the library, with those of this file laid over them: ``like = "planar17"``."""
    base = read_toml(LIBRARY / f"{table.text('like', words=tuple(body_names()))}.toml")
    if "like" in base:
        table.fail("a body like another cannot be the model of a third", key="like")
    return table.over(base)


def body_of(table: Table, path: Path) -> Body:
    """The checked body of a body file's tables; `path` is where it stands, or would stand."""
    planar = table.flag("planar", False)
    look = _read_look(table.table("look", needed=False))
    links, joints = read_links(table, look)
    check_links(table, links)
    return read_rest(table, path, links, joints, planar=planar)


def read_rest(
    table: Table,
    path: Path,
    links: tuple[Link, ...],
    joints: tuple[Joint, ...],
    *,
    planar: bool,
    title: str = "",
) -> Body:
    """The checked body of a file whose links and joints have been read.

    Args:
        table: The whole file.
        path: Where it stands.
        links: Its links.
        joints: Their joints.
        planar: Whether it moves in the plane.
        title: Where the file gives none.
    """
    physics, settings = read_settings(table.table("physics", needed=False))
    body = Body(
        name=table.text("name", path.stem),
        title=table.text("title", title),
        planar=planar,
        links=links,
        joints=joints,
        starts=read_starts(table.table("start", needed=False), joints),
        physics=physics,
        settings=settings,
        root_servo=read_servo(table.table("root_servo")),
        lateral=read_lateral(table),
        collide_legs=table.flag("collide_legs", not planar),
        path=str(path),
    )
    check_planar(table, body)
    check_numbers(table, body)
    table.done()
    return body


def _read_look(table: Table) -> dict[str, tuple[float, ...]]:
    colours = {key: table.numbers(key, 3) for key in table.names()}
    for key, colour in colours.items():
        if not all(0 <= c <= 1 for c in colour):
            table.fail("a colour is red, green, blue from 0 to 1", key=key)
    return colours


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
        damping=table.text("damping", base.damping, words=("implicit", "explicit")),
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


def read_starts(table: Table, joints: tuple[Joint, ...]) -> dict[str, Start]:
    """The starts; a body without any has a still ``rest`` at its rest angles."""
    axes = {axis.name: axis for joint in joints for axis in joint.axes}
    starts = {name: _read_start(table.table(name), name, axes) for name in table.names()}
    if "rest" not in starts:
        starts["rest"] = Start("rest", (0.0, 0.0, 0.0), 0.0, 0.0, {}, {}, "left")
    return starts


def _read_start(table: Table, name: str, axes: dict[str, Axis]) -> Start:
    start = Start(
        name=name,
        velocity=table.vector("velocity", (0.0, 0.0, 0.0)),
        pitch=table.number("pitch", 0.0),
        root_rate=table.number("root_rate", 0.0),
        angles=_by_axis(table.table("angles", needed=False), axes),
        rates=_by_axis(table.table("rates", needed=False), axes),
        stance=table.text("stance", "left", words=("left", "right")),
        noise=table.number("noise", 1.0),
    )
    if not 0.0 <= start.noise <= 10.0:
        table.fail(f"noise = {start.noise:g} is out of range", key="noise", help="write 1, or less for less")
    for axis_name, angle in start.angles.items():
        low, high = axes[axis_name].low, axes[axis_name].high
        if low is not None and high is not None and not low <= angle <= high:
            table.fail(
                f"{axis_name} = {angle:g} is outside its range",
                key="angles",
                help=f"write an angle from {low:g} to {high:g}",
            )
    table.done()
    return start


def _by_axis(table: Table, axes: dict[str, Axis]) -> dict[str, float]:
    """Numbers by axis name; ``Hip.pitch`` stands for both sides and ``lHip`` for its pitch."""
    flat: dict[str, float] = {}
    for key in table.names():
        for full, value in _entries(table, key):
            names = [n for n in (full, f"l{full}", f"r{full}") if n in axes]
            if not names:
                table.fail(f"the body has no axis '{full}'", help=nearest(full, list(axes)))
            flat.update({n: value for n in names})
    return flat


def _entries(table: Table, key: str) -> list[tuple[str, float]]:
    """A key's entries: ``lHip = 0.1`` is pitch; ``lHip.roll = 0.1`` and ``"lHip.roll" = 0.1`` name it."""
    if isinstance(table.peek(key), dict):
        inner = table.table(key)
        return [(f"{key}.{axis}", inner.number(axis)) for axis in inner.names()]
    return [(key if "." in key else f"{key}.pitch", table.number(key))]
