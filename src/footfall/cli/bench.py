"""``footfall bench``: how fast the closed loop is against bare physics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from footfall.errors import FootfallError, nearest


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
    body: Annotated[list[str] | None, typer.Option(help="Only this body. May be repeated.")] = None,
) -> None:
    """Measure speed: closed loop against bare physics, threads, compile time, and equal hashes."""
    from footfall.cli import show
    from footfall.engine.bench import SKILLS
    from footfall.engine.bench import bench as measure

    names = body or list(SKILLS)
    for name in names:
        if name not in SKILLS:
            raise FootfallError(
                f"there is no benchmark on the body '{name}'",
                where="--body",
                help=nearest(name, list(SKILLS)),
            )
    result = show.patiently("Measuring", lambda _: measure(names, show.note))
    if as_json:
        show.print_json(result)
    else:
        _print(result)


def _print(result: Mapping[str, Any]) -> None:
    from rich.table import Table

    from footfall.cli import show

    table = Table(box=None, title="One step of the simulation", title_justify="left")
    table.add_column("body")
    table.add_column("physics")
    for name in ("bare µs", "closed loop µs", "control µs", "ratio", "× real time"):
        table.add_column(name, justify="right")
    for name, found in result["bodies"].items():
        for physics, row in found.items():
            if physics == "faster":
                continue
            table.add_row(
                name,
                physics,
                f"{row['bare_us']:.1f}",
                f"{row['closed_us']:.1f}",
                f"{row['control_us']:.2f}",
                f"{row['ratio']:.3f}",
                f"{row['x_realtime']:.1f}",
            )
    console = show.out()
    console.print(table)
    for name, found in result["bodies"].items():
        if len(found) > 2:  # more than one setting, and the comparison
            console.print(
                f"{name}: the body's own settings are {found['faster']:.2f} times as fast as careful"
            )
    console.print(f"two threads do {result['two_threads']:.2f} times the work of one")
    if "compile_s" in result:
        console.print(f"a cold compile takes {result['compile_s']:.1f} s")
    hashes = {way: value for way, value in result["hashes"].items() if way != "same"}
    same = len(set(hashes.values())) == 1
    console.print(f"final states are {'[green]the same[/]' if same else '[bold red]different[/]'}:")
    for way, value in hashes.items():
        console.print(f"  [dim]{value}[/] {way.replace('_', ' ')}")
