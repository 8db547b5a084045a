"""``footfall body adopt``: a body file for a robot that is not ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from footfall.cli import options


def adopt_body(
    file: Annotated[Path, typer.Argument(metavar="ROBOT.xml", help="An MJCF of anybody's.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", metavar="F.toml", help="Where the body file goes; ROBOT.toml when left out."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """Make a body file for a robot: roles from names and tree, gains from masses, and what is in its way."""
    from footfall.body import load_body
    from footfall.body.adopt import adopt
    from footfall.cli import show
    from footfall.files import write_text
    from footfall.quiet import keep_warnings

    keep_warnings()
    path = out or Path(f"{file.stem}.toml")
    options.output("--out", path)
    found = adopt(file.resolve(), f"{path.stem}.footfall.xml")
    if found.mjcf:
        write_text(path.with_name(f"{path.stem}.footfall.xml"), found.mjcf)
        write_text(path, found.toml)
    else:
        relative = file.resolve()
        write_text(path, found.toml.replace(f'mjcf = "{file.name}"', f'mjcf = "{relative}"', 1))
    body = load_body(str(path))  # what was written can be read
    if as_json:
        show.print_json(
            {
                "body": str(path),
                "mass": body.mass,
                "root": found.root,
                "roles": {name: guess.words for name, guess in found.roles.items()},
                "gains": {name: list(row) for name, row in found.gains.items()},
                "faults": list(found.faults),
            }
        )
        return
    console = show.out()
    console.print(f"  body  [cyan]{path}[/]: {body.mass:.1f} kg, {len(body.axes)} hinges", soft_wrap=True)
    for name, guess in found.roles.items():
        console.print(f"    {name:24s} {guess.words}", soft_wrap=True)
    console.print("  gains (kp N m/rad, kd N m s/rad, limit N m)")
    for name, row in found.gains.items():
        console.print(f"    {name:24s} {row[0]:8g} {row[1]:8g} {row[2]:8g}", soft_wrap=True)
    console.print("  in its way:" if found.faults else "  nothing is in its way")
    for fault in found.faults:
        console.print(f"    - {fault}", soft_wrap=True, highlight=False)
    console.print(f"  try   footfall run genbicon/walk --body {path} --seconds 20", soft_wrap=True)
