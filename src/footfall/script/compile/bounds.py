"""What is known of a value before a script runs: its number, or the least and the most it can be."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping

from ..names import find_sense, sense_kind
from ..syntax.expression_tree import Binary, Call, Contact, Curve, Expr, Literal, Probe, Ref, Unary
from ..syntax.tree import Let

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


Range = tuple[float, float]

ANY: Range = (-math.inf, math.inf)
_TRUTH: Range = (0.0, 1.0)
_POSITIVE: Range = (0.0, math.inf)
_BY_SENSE: dict[str, Range] = {
    "phi": (0.0, 1.0),
    "swSide": (-1.0, 1.0),
    "random": (0.0, math.nextafter(1.0, 0.0)),
    "time": _POSITIVE,
    "returns": _POSITIVE,
    "motion": _POSITIVE,
    "force": _POSITIVE,
    "gravity": _POSITIVE,
}
# Angles of parts and props are measured from -pi to pi: they wrap. A joint's is not: it may turn on.
_WRAPPED = ("part", "thing")
_BY_ATTRIBUTE: dict[tuple[str, str], Range] = {
    **{("thing", name): _POSITIVE for name in ("distance", "deep", "wide", "tall")},
    **{("body", name): _POSITIVE for name in ("mass", "weight", "leg", "time", "speed", "stance")},
    ("thing", "held"): (0.0, 2.0),
    ("body", "knee"): (-1.0, 1.0),
    ("body", "arms"): _TRUTH,
    ("body", "feet"): _TRUTH,
}
_MIRRORED = {">": "<", ">=": "<="}


def truth(condition: Expr) -> bool | None:
    """True or False when a condition can be nothing else; None when it depends."""
    if isinstance(condition, Unary) and condition.op == "not":
        inner = truth(condition.operand)
        return None if inner is None else not inner
    if isinstance(condition, Binary) and condition.op in ("and", "or"):
        sides = (truth(condition.left), truth(condition.right))
        decisive = condition.op == "or"
        if decisive in sides:
            return decisive
        return None if None in sides else not decisive
    if isinstance(condition, Binary):
        return _compare(condition.op, bounds(condition.left), bounds(condition.right))
    return None


def _compare(op: str, left: Range, right: Range) -> bool | None:
    if op in _MIRRORED:
        op, left, right = _MIRRORED[op], right, left
    if op == "<":
        return True if left[1] < right[0] else False if left[0] >= right[1] else None
    if op == "<=":
        return True if left[1] <= right[0] else False if left[0] > right[1] else None
    if op in ("==", "!=") and (left[1] < right[0] or right[1] < left[0]):
        return op == "!="
    return None


Names = Mapping[str, Range]
_NONE: Names = {}


def bounds(expr: Expr) -> Range:
    """The least and the greatest value that an expression can have, its numbers as they are written."""
    constant = fold(expr)
    return _bounds(expr, _NONE, bounds) if constant is None else (constant, constant)


def reach(expr: Expr, names: Names = _NONE) -> Range:
    """The least and the greatest value that an expression can have, wherever a search takes marked numbers.

    Args:
        expr: The expression.
        names: The same of names, where it is known.
    """
    if isinstance(expr, Literal):
        value = expr.value * expr.factor
        ends = (expr.mark.lo * expr.factor, expr.mark.hi * expr.factor) if expr.mark else (value, value)
        return min(value, *ends), max(value, *ends)
    return _bounds(expr, names, lambda inner: reach(inner, names))


def reaches(lets: Mapping[str, Let]) -> dict[str, Range]:
    """The least and the greatest value that each LET can have; those with arguments are left out."""
    found: dict[str, Range] = {}
    for name, let in lets.items():
        if not let.args:
            low, high = reach(let.value, found)
            found[name] = (min(low, 0.0), max(high, 0.0)) if let.when else (low, high)
    return found


def _bounds(expr: Expr, names: Names, bounds: Callable[[Expr], Range]) -> Range:
    if isinstance(expr, Contact):
        return _TRUTH
    if isinstance(expr, Probe):
        return _POSITIVE if expr.kind == "near" else _TRUTH
    if isinstance(expr, Ref):
        return names[expr.text] if expr.text in names else _of_name(expr)
    if isinstance(expr, Unary):
        low, high = bounds(expr.operand)
        return (-high, -low) if expr.op == "-" else _TRUTH
    if isinstance(expr, Binary):
        return _of_sum(expr.op, bounds(expr.left), bounds(expr.right))
    if isinstance(expr, Curve):
        knots = [bounds(y) for _, y in expr.knots]
        return min(low for low, _ in knots), max(high for _, high in knots)
    return _of_call(expr.function.text, [bounds(a) for a in expr.args]) if isinstance(expr, Call) else ANY


def _of_name(ref: Ref) -> Range:
    sense = find_sense(tuple(p.text for p in ref.parts))
    if sense is None:
        return ANY
    if sense_kind(sense) == "truth":
        return _TRUTH
    if sense.kind in _WRAPPED and sense_kind(sense) == "angle":
        return -math.pi, math.pi
    return _BY_ATTRIBUTE.get((sense.kind, sense.attr), _BY_SENSE.get(sense.kind, ANY))


def _of_sum(op: str, left: Range, right: Range) -> Range:
    if op == "+":
        return left[0] + right[0], left[1] + right[1]
    if op == "-":
        return left[0] - right[1], left[1] - right[0]
    if op == "*" and not any(math.isinf(x) for x in (*left, *right)):
        products = [x * y for x in left for y in right]
        return min(products), max(products)
    return ANY if op in "*/" else _TRUTH


def _hull(ranges: list[Range]) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _of_call(name: str, args: list[Range]) -> Range:
    if name == "abs" and len(args) == 1:
        low, high = args[0]
        inside = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        return inside, max(abs(low), abs(high))
    if name in ("min", "max") and args:
        lows, highs = [a[0] for a in args], [a[1] for a in args]
        return (min(lows), min(highs)) if name == "min" else (max(lows), max(highs))
    if name == "clamp" and len(args) == 3:
        x, least, most = args
        return min(max(x[0], least[0]), most[0]), min(max(x[1], least[1]), most[1])
    if name == "share":
        return _TRUTH
    if name in ("linterp", "feet") and len(args) in (2, 5):
        return _hull(args[-2:])
    if name == "blend" and len(args) == 3 and args[0][0] >= 0 and args[0][1] <= 1:
        return _hull(args[1:])
    if name == "froude":
        return _POSITIVE
    if name == "passed":
        return _TRUTH
    if name == "zero":
        return 0.0, 0.0
    return (-1.0, 1.0) if name in ("sin", "cos", "sign") else ANY
