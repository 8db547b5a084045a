"""``footfall list``: the skills, bodies and grounds there are."""

from __future__ import annotations

from typing import Annotated, Any

import typer

GROUNDS = (
    ("flat", "a plane"),
    ("slope:DEG", "a plane that rises ahead by so many degrees (down: negative)"),
    ("steps:X=H,…", "level ground that changes to height H at X"),
    ("profile:X=H,…", "straight lines through the points (X, H); an X given twice is a vertical step"),
    ("stairs:RISE,TREAD,COUNT", "stairs, up (or down: RISE negative)"),
    ("bumps:HEIGHT", "random bumps up to HEIGHT, by the seed"),
    ("fig5[:OFFSET]", "drops of 20 cm and slopes of 6° (SIMBICON, figure 5), OFFSET m further on"),
)


def list_all(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """List the skills, bodies and grounds."""
    from footfall.cli import show

    found = {"skills": _skills(), "bodies": _bodies(), "grounds": _grounds()}
    if as_json:
        show.print_json(found)
    else:
        _print(found)


def _skills() -> list[dict[str, Any]]:
    from footfall.script import skill_names
    from footfall.script.compile.compiler import load
    from footfall.script.source import FileLoader, find_skill
    from footfall.script.syntax.parser import parse_head

    rows = []
    for name in skill_names():
        head = parse_head(find_skill(name))
        if head.skill and head.skill.takes:  # groups of parameters are declared in what it calls
            head = load(find_skill(name), FileLoader()).scripts[0]
        rows.append(
            {
                "name": name,
                "body": head.body.text if head.body else "human",
                "doc": head.doc.strip().partition("\n")[0],
                "parameters": [p.name.text for p in head.parameters],
                "presets": [p.name.text for p in head.presets],
            }
        )
    return rows


def _bodies() -> list[dict[str, Any]]:
    from footfall.body import body_names, load_body

    rows = []
    for name in body_names():
        body = load_body(name)
        rows.append(
            {
                "name": name,
                "title": body.title,
                "mass": round(body.mass, 3),
                "joints": sum(len(joint.axes) for joint in body.joints),
                "starts": sorted(body.starts),
            }
        )
    return rows


def _grounds() -> list[dict[str, Any]]:
    return [{"name": name, "doc": doc} for name, doc in GROUNDS]


def _print(found: dict[str, list[dict[str, Any]]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from footfall.cli import show

    console = show.out()
    tables = (
        ("Skills", "skills", ("name", "body", "doc", "parameters", "presets"), "footfall run NAME"),
        ("Bodies", "bodies", ("name", "title", "mass", "joints", "starts"), "footfall body NAME"),
        ("Grounds", "grounds", ("name", "doc"), "footfall run SKILL --ground NAME"),
    )
    for title, key, columns, usage in tables:
        table = Table(title=f"{title}  [dim]{usage}[/]", title_justify="left", title_style="bold", box=None)
        for column in columns:
            table.add_column({"mass": "kg", "joints": "joint axes"}.get(column, column), overflow="fold")
        for row in found[key]:
            cells = (row[column] for column in columns)
            table.add_row(*(escape(", ".join(c) if isinstance(c, list) else str(c)) for c in cells))
        console.print(table)
        console.print()
