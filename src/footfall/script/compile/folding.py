"""The value of an expression that holds only numbers."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping

from ..syntax.tree import Binary, Call, Expr, Literal, Ref, Unary

_BINARY: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: a / b if b else 0.0,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "and": lambda a, b: bool(a) and bool(b),
    "or": lambda a, b: bool(a) or bool(b),
}


def _linterp(x: float, x0: float, x1: float, y0: float, y1: float) -> float:
    if x0 == x1:
        return y0
    inside = min(max(x, min(x0, x1)), max(x0, x1)) - x0
    return y0 + inside / (x1 - x0) * (y1 - y0)


def line(x: float, x0: float, x1: float, y0: float, y1: float) -> float:
    """A classic linterp, which goes on beyond its ends; where it is undefined, as the engine has it."""
    share = (x - x0) / (x1 - x0) if x1 != x0 else 0.0
    return y0 + (y1 - y0) * share


_FUNCTIONS: dict[str, Callable[..., float]] = {
    "abs": abs,
    "min": min,
    "max": max,
    "sin": math.sin,
    "cos": math.cos,
    "sqrt": lambda x: math.sqrt(x) if x > 0 else 0.0,
    "sign": lambda x: float((x > 0) - (x < 0)),
    "clamp": lambda x, lo, hi: min(max(x, lo), hi),
    "linterp": _linterp,
    "line": line,
    "share": lambda x, x0, x1: _linterp(x, x0, x1, 0.0, 1.0),
    "blend": lambda share, a, b: a + share * (b - a),
}


def fold(expr: Expr, names: Mapping[str, float] | None = None) -> float | None:
    """The value in SI units; None when it depends on anything but numbers, or is not finite.

    Follows the instructions of `program.Op`: x / 0 is 0, the root of a negative number is 0.

    Args:
        expr: The expression.
        names: Values of names that count as numbers.
    """
    value = _fold(expr, names or {})
    return value if value is not None and math.isfinite(value) else None


def _fold(expr: Expr, names: Mapping[str, float]) -> float | None:
    if isinstance(expr, Literal):
        return expr.value * expr.factor
    if isinstance(expr, Ref):
        return names.get(expr.text)
    if isinstance(expr, Unary):
        inner = _fold(expr.operand, names)
        if inner is None:
            return None
        return -inner if expr.op == "-" else float(not inner)
    if isinstance(expr, Binary):
        left, right = _fold(expr.left, names), _fold(expr.right, names)
        return None if left is None or right is None else float(_BINARY[expr.op](left, right))
    if isinstance(expr, Call) and expr.function.text == "zero":
        return 0.0
    if isinstance(expr, Call) and expr.function.text in _FUNCTIONS:
        values = [_fold(a, names) for a in expr.args]
        known = [v for v in values if v is not None and math.isfinite(v)]
        if len(known) < len(values):
            return None
        try:
            return float(_FUNCTIONS[expr.function.text](*known))
        except TypeError:  # a wrong number of arguments: the checker says so
            return None
    return None
