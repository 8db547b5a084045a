"""The long text behind a code, with an example and what is said about it, or behind a statement's word."""

from __future__ import annotations

import textwrap

from ...errors import FootfallError, nearest
from ..compile.compiler import check
from ..diagnostics import Diagnostic
from ..statements import BY_WORD, Statement
from .codes import CODES, Code
from .manual import manual
from .mistakes import MISTAKES, mistakes_loader

_WIDTH = 88


def find_code(code: str) -> Code:
    """The row of a code, however it is capitalised.

    Raises:
        FootfallError: There is no such code.
    """
    row = CODES.get(code.strip().upper())
    if row is None:
        help = nearest(code.strip().upper(), [*CODES, *BY_WORD]) if code.strip() else ""
        if not help.startswith("did you mean"):
            help = "`footfall explain` without a code lists all of them, and the words of statements"
        raise FootfallError(f"there is no code or statement '{code}'", help=help)
    return row


def find_statement(word: str) -> Statement | None:
    """The row of a statement's word, however it is capitalised; None without one."""
    return BY_WORD.get(word.strip().upper())


def example_of(code: str) -> tuple[str, Diagnostic] | None:
    """A script with the mistake, and what the checker says about it; None when none is stored."""
    text = MISTAKES.get(code)
    if text is None:
        return None
    found = check(text, name="example.skill", loader=mistakes_loader())
    return text, next(d for d in found if d.code == code)


def explain(code: str) -> str:
    """The explanation of a code, or of a statement's word, for a terminal.

    Raises:
        FootfallError: There is no such code or word.
    """
    if statement := find_statement(code):
        return manual(statement)
    row = find_code(code)
    severity = "warning" if row.code.startswith("W") else "error"
    blocks = [f"{severity} {row.code}: {row.title}", textwrap.fill(row.text, _WIDTH)]
    if example := example_of(row.code):
        text, finding = example
        if len(max(text.splitlines(), key=len)) <= _WIDTH:
            blocks.append("For example\n\n" + textwrap.indent(text.rstrip(), "    "))
            blocks.append("gives\n\n" + textwrap.indent(finding.render(), "    "))
    return "\n\n".join(blocks)
