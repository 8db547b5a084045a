"""``footfall studio``: the page in the browser, and the server behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.studio.workspace.project import Project

FIRST = "simbicon/walk3d"
HOME = Path("footfall-studio") / "first"  # the project when none is named; made when something is saved
PORT = 8765
_MORE_PORTS = 20  # tried after the usual one


def studio(
    project: Annotated[
        str | None,
        typer.Argument(metavar="[PROJECT]", help="A folder of scripts, a script file, or a skill's name."),
    ] = None,
    port: Annotated[int | None, typer.Option(metavar="P", help=f"{PORT}, or the next free one.")] = None,
    host: Annotated[
        str, typer.Option(metavar="H", help="Where to listen; 0.0.0.0 lets other machines in, with the link.")
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open the page.")] = True,
) -> None:
    """Open the studio: see a body walk, push it, change its script while it walks.

    Ctrl-C ends it.
    """
    if port is not None and not 1 <= port <= 65535:
        raise FootfallError(f"{port} is not a port", where="--port", help="give a number from 1 to 65535")
    opened, skill = find_project(project)
    from footfall.cli import show
    from footfall.studio.server import serve

    sock = serve.listen(host, port, PORT, _MORE_PORTS)
    show.warm_up()
    serve.run(
        sock, opened, skill, host, browser=browser, say=lambda text: show.out().print(text, soft_wrap=True)
    )


def find_project(name: str | None) -> tuple[Project, str]:
    """The project and the script that a name stands for.

    Args:
        name: A folder, a script file, a skill of the library, or None.

    Raises:
        FootfallError: It is none of them.
    """
    from footfall.errors import nearest
    from footfall.script import is_classic, skill_names
    from footfall.studio.workspace.project import Project

    if name is None:
        return Project(HOME.resolve()), FIRST
    if name in skill_names():
        return Project(HOME.resolve()), name
    path = Path(name)
    if path.suffix == ".skill" or is_classic(name):
        opened = Project(path.resolve().parent)
        opened.open(path.name)
        return opened, path.name
    if path.exists() and not path.is_dir():
        raise FootfallError("this is not a folder", where=name, help="name a folder, or a .skill file")
    if not path.exists() and not path.resolve().parent.is_dir():
        raise FootfallError(
            "there is no such folder, script or skill", where=name, help=nearest(name, skill_names())
        )
    opened = Project(path.resolve())
    files = opened.files()
    return opened, files[0] if files else FIRST
