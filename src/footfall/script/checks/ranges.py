"""Checks of values against the legal range in their row of the table."""

from __future__ import annotations

import math

from ..compile.ranges import bounds
from ..diagnostics import Findings
from ..statements import UNITS, Arg
from ..syntax.tree import Expr, Literal


def check_legal(arg: Arg, expr: Expr, what: str, findings: Findings) -> None:
    """Refuse a value that lies outside its range whatever happens, and a mark that leads there.

    Args:
        arg: Its row.
        expr: The value.
        what: What it is an argument of, for messages.
        findings: Where mistakes are noted.
    """
    low, high = arg.range
    help = f"write a value from {low:g} to {high:g} {UNITS.get(arg.kind, '')}".rstrip()
    least, most = bounds(expr)
    if most < low or least > high:
        value = most if most < low else least
        message = f"'{arg.name}' of {what} cannot be {value:g}"
        findings.add("E072", expr.span, message, "out of range", help)
        return
    if not isinstance(expr, Literal) or expr.mark is None:
        return
    for bound in (expr.mark.lo, expr.mark.hi):
        if math.isfinite(bound) and not low <= bound * expr.factor <= high:
            message = f"a search may take '{arg.name}' of {what} to {bound:g}"
            findings.add("E072", expr.mark.span, message, "out of range", help)
            return
