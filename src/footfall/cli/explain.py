"""``footfall explain``: what a code such as E012 means."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def explain(
    code: Annotated[str, typer.Argument(help="A code such as E040; all are listed without one.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """Explain an error or a warning, with an example; without a code, list all of them."""
    from footfall.cli import show
    from footfall.script import explain as explanations
    from footfall.script.codes import CODES

    rows = [explanations.find_code(code)] if code else list(CODES.values())
    if as_json:
        show.print_json({"codes": [{"code": r.code, "title": r.title, "text": r.text} for r in rows]})
    elif code:
        sys.stdout.write(explanations.explain(code) + "\n")
    else:
        for row in rows:
            sys.stdout.write(f"{row.code}  {row.title}\n")
