"""``footfall body``: a body's links and joints as tables, and its picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.errors import FootfallError, nearest

if TYPE_CHECKING:
    from footfall.body.schema import Body


def show_body(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A body of the library, or a .toml file.")],
    start: Annotated[str, typer.Option(metavar="NAME", help="The named start to draw it in.")] = "rest",
    picture: Annotated[
        Path | None, typer.Option(metavar="F.png", help="Where the picture goes; out/NAME.png when left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """Print a body's links and joints, and draw it."""
    options.output("--picture", picture)
    from footfall.body import load_body
    from footfall.cli import show

    with options.at(name):
        body = load_body(name)
    if start not in body.starts:
        raise FootfallError(
            f"{body.name} has no start '{start}'", where="--start", help=nearest(start, sorted(body.starts))
        )
    path = picture or _default_picture(body)
    _draw(body, start, path)
    if as_json:
        show.print_json({**facts(body), "picture": str(path)})
    else:
        _print(body, path)


def facts(body: Body) -> dict[str, Any]:
    """What can be said of a body in plain data (SI units, angles in radians)."""
    return {
        "name": body.name,
        "title": body.title,
        "planar": body.planar,
        "mass": body.mass,
        "internal_dof": len(body.axes),
        "dof": len(body.axes) + (3 if body.planar else 6),
        "timestep": body.physics.timestep,
        "collide_legs": body.collide_legs,
        "starts": sorted(body.starts),
        "links": [
            {"name": k.name, "roles": list(k.roles), "parent": k.parent, "mass": k.mass} for k in body.links
        ],
        "joints": [
            {"name": a.name, "low": a.low, "high": a.high, "kp": a.kp, "kd": a.kd, "limit": a.limit}
            for a in body.axes
        ],
    }


def _default_picture(body: Body) -> Path:
    folder = Path("out")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FootfallError(
            f"cannot make the folder 'out' for the picture: {reason}", help="name a file with --picture F.png"
        ) from None
    path = folder / f"{Path(body.name).stem}.png"
    options.output("--picture", path)
    return path


def _draw(body: Body, start: str, path: Path) -> None:
    import mujoco

    from footfall.body import add_body, place
    from footfall.motion.picture import body_picture
    from footfall.world import World, add_world

    spec = mujoco.MjSpec()
    add_world(spec, World())
    add_body(spec, body)
    model = spec.compile()
    data = mujoco.MjData(model)
    place(model, data, body, body.starts[start], ground_height=lambda x, y: 0.0)
    body_picture(model, data.qpos, str(path), f"{body.name} ({start})")


def _print(body: Body, path: Path) -> None:
    from rich.markup import escape
    from rich.table import Table

    from footfall.body.table import AXIS_COLUMNS, LINK_COLUMNS, describe
    from footfall.cli import show

    known = describe(body)
    console = show.out()
    console.print(f"[bold]{escape(body.name)}[/]  {escape(body.title)}")
    console.print(
        f"{known.mass:.1f} kg, {known.height:.2f} m, {known.internal_dof} joint axes, "
        f"{known.dof} degrees of freedom in all, time step {body.physics.timestep * 1000:g} ms; "
        f"starts: {', '.join(known.starts)}"
    )
    for title, columns, rows in (("Links", LINK_COLUMNS, known.links), ("Joints", AXIS_COLUMNS, known.axes)):
        table = Table(title=title, title_justify="left", title_style="bold", box=None)
        for column in columns:
            table.add_column(column, overflow="fold")
        for row in rows:
            table.add_row(*map(escape, row))
        console.print(table)
    console.print(f"  picture  [cyan]{escape(str(path))}[/]", soft_wrap=True)
