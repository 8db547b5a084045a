"""Between which values an expression must lie, and whether a condition can be true or false at all.

Only what follows from the text alone is used: literals, and senses that have bounds by their
nature (time is never negative, phi runs from 0 to 1, angles of parts wrap at -pi and pi).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from .folding import fold
from .senses import find_sense, sense_kind
from .tree import Binary, Call, Contact, Curve, Expr, Let, Literal, Probe, Ref, Unary

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
# Angles of parts and things are told from -pi to pi: they wrap. A joint's is not: it may turn on.
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
        return _TRUTH if expr.kind == "key" else _POSITIVE
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
    return (-1.0, 1.0) if name in ("sin", "cos", "sign") else ANY
