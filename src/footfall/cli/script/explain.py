"""``footfall explain``: what a code such as E012 means, or a word such as STEP."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def explain(
    code: Annotated[
        str, typer.Argument(help="A code such as E040, or a word such as STEP; all are listed without one.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """Explain an error, a warning or a statement, with an example; without one, list all of them."""
    from footfall.cli import show
    from footfall.script.help import explain as explanations
    from footfall.script.help.codes import CODES
    from footfall.script.help.manual import manual_data
    from footfall.script.statements import BY_WORD

    statement = explanations.find_statement(code)
    if statement and as_json:
        show.print_json({"statement": manual_data(statement)})
        return
    if statement:
        sys.stdout.write(explanations.explain(code) + "\n")
        return
    rows = [explanations.find_code(code)] if code else list(CODES.values())
    if as_json:
        show.print_json({"codes": [{"code": r.code, "title": r.title, "text": r.text} for r in rows]})
    elif code:
        sys.stdout.write(explanations.explain(code) + "\n")
    else:
        for row in rows:
            sys.stdout.write(f"{row.code}  {row.title}\n")
        sys.stdout.write(f"Statements: {', '.join(BY_WORD)}\n")
