"""``footfall compare``: two skills, recordings, searches or robustness reports, side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.cli.compare.sides import Side


def compare(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A skill, a .npz, a search's folder, a robust .json.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    seconds: Annotated[float, typer.Option(metavar="S", help="How long skills are run.")] = 10.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Draws their starts; 0 for the exact ones.")] = 0,
    plot: Annotated[
        Path | None, typer.Option(metavar="F.png", help="Curves of both, over each other.")
    ] = None,
    strip: Annotated[
        Path | None, typer.Option(metavar="F.png", help="Film strips, one above the other.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print what is equal, too.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a flat list of rows, as pandas.read_json wants it.")
    ] = False,
) -> None:
    """Compare two of a kind: a table of their numbers, curves, film strips."""
    options.number("--seconds", seconds, above=0, most=3600)
    options.distinct({"--plot": options.output("--plot", plot), "--strip": options.output("--strip", strip)})
    from footfall.cli import show
    from footfall.cli.compare.sides import read_side

    def read(_: Any) -> tuple[Side, Side]:
        return read_side(first, seconds, seed), read_side(second, seconds, seed)

    one, other = show.patiently(f"Comparing {first} and {second}", read)
    if (one.kind == "robust") != (other.kind == "robust"):
        raise FootfallError(
            f"a {one.kind} and a {other.kind} have nothing in common",
            where="footfall compare",
            help="compare two robustness reports, or two motions",
        )
    rows = table(one, other)
    _draw(one, other, plot, strip)
    if as_json:
        typer.echo(json.dumps(rows))
        return
    _print(one, other, rows if everything else [row for row in rows if row["a"] != row["b"]])
    for option, path in (("plot", plot), ("strip", strip)):
        if path is not None:
            show.out().print(f"  {option:5s}  [cyan]{path}[/]", soft_wrap=True)


def table(one: Side, other: Side) -> list[dict[str, Any]]:
    """A row for each number and each word that both have: quantity, a, b, difference, ratio."""
    rows: list[dict[str, Any]] = []
    for name in [name for name in one.words if name in other.words]:
        rows.append(
            {
                "quantity": name,
                "a": one.words[name],
                "b": other.words[name],
                "difference": None,
                "ratio": None,
            }
        )
    for name in [name for name in one.numbers if name in other.numbers]:
        a, b = one.numbers[name], other.numbers[name]
        known = a is not None and b is not None
        rows.append(
            {
                "quantity": name,
                "a": a,
                "b": b,
                "difference": b - a if known else None,  # type: ignore[operator]
                "ratio": b / a if known and a else None,  # type: ignore[operator]
            }
        )
    return rows


def _draw(one: Side, other: Side, plot: Path | None, strip: Path | None) -> None:
    if plot is None and strip is None:
        return
    if one.rec is None or other.rec is None:
        raise FootfallError(
            "a robustness report holds no motion to draw",
            where="--plot" if plot else "--strip",
            help="leave it out, or compare the skills themselves",
        )
    from footfall.cli.compare.pictures import overlay_plot, strips_above

    sides = ((one.name, one.rec), (other.name, other.rec))
    if plot is not None:
        overlay_plot(sides, plot)
    if strip is not None:
        strips_above(sides, strip)


def _print(one: Side, other: Side, rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    from footfall.cli import show

    found = Table(box=None, pad_edge=False)
    for title in ("", one.name, other.name, "difference", "ratio"):
        found.add_column(title, justify="left" if not title else "right", overflow="fold")
    for row in rows:
        found.add_row(str(row["quantity"]), *(_text(row[key]) for key in ("a", "b", "difference", "ratio")))
    show.out().print(found)
    if not rows:
        show.out().print("  they are the same")


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value:.4g}"
