"""``footfall style``: styles of walking, blended or drawn at random."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footfall.cli import options
from footfall.errors import FootfallError, nearest
from footfall.files import write_text

if TYPE_CHECKING:
    from footfall.script.style import Style

LIBRARY = "genbicon/styles/"
Out = Annotated[
    Path | None, typer.Option("-o", "--out", metavar="F.skill", help="Where the style goes; else printed.")
]


def blend(
    one: Annotated[str, typer.Argument(metavar="STYLE", help="A style, like happy, or a file.")],
    other: Annotated[str, typer.Argument(metavar="STYLE", help="Another one.")],
    share: Annotated[
        float, typer.Option(metavar="S", help="Of the other one, 0 to 1; beyond exaggerates.")
    ] = 0.5,
    out: Out = None,
) -> None:
    """Blend two styles: each curve goes from the first one's to the other one's."""
    from footfall.script.style import blend as between
    from footfall.script.style import read_style

    options.number("--share", share, above=-2.000001, most=3)
    first, second = (read_style(_named(name)) for name in (one, other))
    _write(between(first, second, share, "blend" if out is None else out.stem), out)


def draw(
    seed: Annotated[int, typer.Option(metavar="N", help="Which style, 0 and up.")] = 0, out: Out = None
) -> None:
    """Draw a style at random: every knot uniform over the limits of the editor."""
    from footfall.robust.styles import random_style

    options.count("--seed", seed, least=0, most=2**31)
    _write(random_style(seed), out)


def _named(name: str) -> str:
    """A style of the library may be called by its last word."""
    from footfall.script import is_classic, skill_names

    known = [skill.removeprefix(LIBRARY) for skill in skill_names() if skill.startswith(LIBRARY)]
    if name in known:
        return LIBRARY + name
    if "/" in name or name.endswith(".skill") or is_classic(name):
        return name
    raise FootfallError(f"there is no style '{name}'", where="footfall style", help=nearest(name, known))


def _write(style: Style, out: Path | None) -> None:
    from footfall.cli import show
    from footfall.script.style import style_text

    text = style_text(style)
    if out is None:
        typer.echo(text, nl=False)
        return
    if out.suffix != ".skill":
        raise FootfallError(f"{out.name} is no script", where="--out", help="name a file that ends in .skill")
    try:
        write_text(out, text)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FootfallError(
            f"cannot write it: {reason}", where=f"--out {out}", help="name a folder that is there and yours"
        ) from None
    show.out().print(f"  style  [cyan]{out}[/]", soft_wrap=True)
