"""From the tables of a body file to a checked `Body`."""

from __future__ import annotations

from pathlib import Path

from footfall.body.checks import check_links, check_numbers, check_planar
from footfall.body.parse_links import read_links
from footfall.body.parse_parts import read_lateral, read_servo, read_settings
from footfall.body.parse_starts import read_starts
from footfall.body.schema import Body
from footfall.body.tables import Table, read_toml

LIBRARY = Path(__file__).parent / "data"  # the bodies that have names


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
    names = tuple(sorted(path.stem for path in LIBRARY.glob("*.toml")))
    base = read_toml(LIBRARY / f"{table.text('like', words=names)}.toml")
    if "like" in base:
        table.fail("a body like another cannot be the model of a third", key="like")
    return table.over(base)


def body_of(table: Table, path: Path) -> Body:
    """The checked body of a body file's tables; `path` is where it stands, or would stand."""
    planar = table.flag("planar", False)
    look = _read_look(table.table("look", needed=False))
    links, joints = read_links(table, look)
    check_links(table, links)
    physics, settings = read_settings(table.table("physics", needed=False))
    body = Body(
        name=table.text("name", path.stem),
        title=table.text("title", ""),
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
