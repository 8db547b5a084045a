"""Expressions to three-operand instructions over one register file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..names import find_sense
from ..poses import POSES
from ..program import Mark, Op, Sense, Span
from ..source import Source
from ..syntax.declarations import needed
from ..syntax.expression_tree import Binary, Call, Contact, Curve, Expr, Literal, Probe, Ref, Unary
from ..syntax.expressions import ExpressionParser
from ..syntax.tree import Let
from .bounds import ANY
from .emitting import Emitter

_BINARY = {
    "+": Op.ADD,
    "-": Op.SUB,
    "*": Op.MUL,
    "/": Op.DIV,
    "<": Op.LT,
    "<=": Op.LE,
    ">": Op.GT,
    ">=": Op.GE,
    "==": Op.EQ,
    "!=": Op.NE,
    "and": Op.AND,
    "or": Op.OR,
}
_UNARY = {"-": Op.NEG, "not": Op.NOT}
_ONE = {"abs": Op.ABS, "sin": Op.SIN, "cos": Op.COS, "sqrt": Op.SQRT, "sign": Op.SIGN}
_MANY = {"min": Op.MIN, "max": Op.MAX}
_ITERATIONS = {"count": Op.COUNT, "ticks": Op.TICKS}  # of classic scripts, as "line" and "zero" (tree.py)

# name -> (fewest, most) arguments; most None: any number
FUNCTIONS: dict[str, tuple[int, int | None]] = {
    **dict.fromkeys(_ONE, (1, 1)),
    **dict.fromkeys(_MANY, (2, None)),
    "clamp": (3, 3),
    "linterp": (5, 5),
    "passed": (1, 1),
    "lasting": (1, 1),
    "ramp": (3, 3),
    "share": (3, 3),
    "blend": (3, 3),
    "feet": (2, 2),
    "froude": (1, 1),
}
TIPPING, ROLLING = 0.7, 1.0  # of body.feet: feet that only tip, and feet that roll from heel to toe


@dataclass(frozen=True)
class NamedValue:
    """A LET while its script is compiled.

    Attributes:
        let: The LET.
        label: Name for the slots of its literals.
        register: Where its value goes, in whichever code range computes it; -1: it has arguments.
        counter: Where the value of a SET is kept; -1: it is a LET.
    """

    let: Let
    label: str
    register: int
    counter: int = -1


@cache
def pose_test(name: str) -> Expr:
    """The condition of a pose, as a tree of its own text."""
    return ExpressionParser(Source(f"near {name}", "", POSES[name][1]), 0).expression()


class Lowering(Emitter):
    """Turns expressions into instructions.

    Attributes:
        scope: Parameter name -> register, of the unit being compiled.
        lets: LET name -> its value, of the place being compiled.
    """

    def __init__(self, kinds: Mapping[Span, str]) -> None:
        super().__init__()
        self.scope: Mapping[str, int] = {}
        self.lets: Mapping[str, NamedValue] = {}
        self._kinds = kinds
        self._written = True  # whether literals stand in the script's own text
        self._named_here: set[str] = set()
        self._lets: dict[str, Let] = {}
        self._lets_of: Mapping[str, NamedValue] = self.lets
        self._guard = -1  # register that must be true for a random number to be drawn

    def begin(self) -> int:
        """See `Emitter.begin`."""
        self._named_here.clear()
        self.bounded = bool(self.lets)
        return super().begin()

    def value(self, expr: Expr) -> int:
        """The register that holds an expression's value after its code has run."""
        if isinstance(expr, Literal):
            return self.literal(expr)
        if isinstance(expr, Ref):
            own = self.scope.get(expr.text)
            if own is not None:
                return own
            if expr.text in self.lets:
                return self._named(expr)
            sense = find_sense(tuple(p.text for p in expr.parts))
            assert sense is not None, f"unchecked name {expr.text}"
            return self._sensed(sense)
        if isinstance(expr, Probe) and expr.kind == "pose":
            return self._pose(expr.name.text)
        if isinstance(expr, Probe):
            return self._sensed(Sense(expr.kind, expr.name.text))
        if isinstance(expr, Contact):
            return self.sense(Sense("contact", expr.part.text, ""))
        if isinstance(expr, Unary):
            return self.emit(_UNARY[expr.op], self.value(expr.operand))
        if isinstance(expr, Binary):
            return self._binary(expr)
        if isinstance(expr, Call) and expr.function.text in self.lets:
            return self._inlined(self.lets[expr.function.text], [self.value(a) for a in expr.args])
        if isinstance(expr, Call) and expr.function.text == "zero":
            return self.slot(0.0, Span(expr.span.unit, expr.span.start, expr.span.start), "number")
        if isinstance(expr, Call):
            return self._call(expr.function.text, [self.value(a) for a in expr.args])
        return self._curve(expr)

    def _sensed(self, sense: Sense) -> int:
        return self.emit(Op.RANDOM, self._guard) if sense.kind == "random" else self.sense(sense)

    def _named(self, ref: Ref) -> int:
        """The register of a LET; it and what it depends on are computed where a range first needs them."""
        if ref.text not in self._named_here:
            if self._lets_of is not self.lets:
                self._lets_of, self._lets = self.lets, {name: v.let for name, v in self.lets.items()}
            for let in needed(ref, self._lets, self._named_here):
                if not let.args:
                    self._named_here.add(let.name.text)
                    self._evaluate(self.lets[let.name.text])
        return self.lets[ref.text].register

    def _inlined(self, named: NamedValue, args: list[int]) -> int:
        """The value of a LET with arguments, whose names stand for registers meanwhile."""
        scope, label = self.scope, self.label
        self.scope = {**scope, **{a.text: reg for a, reg in zip(named.let.args, args, strict=True)}}
        self.label = named.label
        value = self.value(named.let.value)
        self.scope, self.label = scope, label
        return value

    def _evaluate(self, named: NamedValue) -> None:
        """Put the value of a LET where it belongs, or that which a SET has kept."""
        if named.counter >= 0:
            self.emit(Op.LATCH, named.counter, dst=named.register)
            return
        guard, label, before = self._guard, self.label, self.extent
        self._guard, self.label = -1, named.label
        self.send(self.value(named.let.value), named.register, before)
        self._guard, self.label = guard, label

    def watch(self, named: NamedValue) -> None:
        """Code that keeps the value of a SET from the tick on at which its condition first holds."""
        assert named.let.when is not None, "a LET is not kept"
        self.label = named.label
        self.emit(Op.MOV, self.value(named.let.value), dst=named.register)
        self.emit(Op.LATCH, named.counter, self.value(named.let.when), dst=named.register)
        self._named_here.add(named.let.name.text)

    def _binary(self, expr: Binary) -> int:
        """Right of an `and` no random number is drawn, and nothing remembered, while its left is false."""
        left = self.value(expr.left)
        outer = self._guard
        if expr.op == "and":
            self._guard = left if outer < 0 else self.emit(Op.AND, outer, left)
        right = self.value(expr.right)
        self._guard = outer
        return self.emit(_BINARY[expr.op], left, right)

    def _pose(self, name: str) -> int:
        """Whether the body is in a pose. Its numbers stand in no text of the script: no search has them."""
        scope, lets = self.scope, self.lets
        self.scope, self.lets, self._written = {}, {}, False
        value = self.value(pose_test(name))
        self.scope, self.lets, self._written = scope, lets, True
        return value

    def literal(self, node: Literal, kind: str = "", legal: tuple[float, float] = ANY) -> int:
        """The slot of a literal; every literal of the text has its own."""
        if not self._written:
            return self.constant(node.value * node.factor)
        mark = Mark(node.mark.std, node.mark.lo, node.mark.hi) if node.mark else None
        kind = kind or self._kinds.get(node.span, "number")
        return self.slot(node.value * node.factor, node.number, kind, node.factor, mark, legal)

    def _call(self, name: str, args: list[int]) -> int:
        if name in _ONE:
            return self.emit(_ONE[name], args[0])
        if name == "clamp":
            return self.emit(Op.MIN, self.emit(Op.MAX, args[0], args[1]), args[2])
        if name == "linterp":
            return self._linterp(*args)
        if name == "line":
            return self._line(*args)
        if name in _ITERATIONS:
            return self.emit(_ITERATIONS[name], self.counter(), args[0])
        if name == "passed":
            # 0 is neither near nor past, so nothing is remembered while the guard is false
            value = args[0] if self._guard < 0 else self.emit(Op.MUL, args[0], self._guard)
            return self.emit(Op.PASSED, self.counter(), value)
        if name == "lasting":
            return self.emit(Op.LASTED, self.counter(), args[0])
        if name == "ramp":
            return self._ramp(*args)
        if name == "blend":
            return self.blend(*args)
        if name == "share":
            return self._share_of_way(*args)
        if name == "feet":
            return self.blend(self._rolling(), *args)
        if name == "froude":
            return self.emit(Op.DIV, self.emit(Op.ABS, args[0]), self.sense(Sense("body", "", "speed")))
        result = args[0]
        for arg in args[1:]:
            result = self.emit(_MANY[name], result, arg)
        return result

    def _linterp(self, x: int, x0: int, x1: int, y0: int, y1: int) -> int:
        """y0 at x0, y1 at x1, a straight line between, level outside; x0 may be above x1."""
        return self.blend(self._share_of_way(x, x0, x1), y0, y1)

    def _line(self, x: int, x0: int, x1: int, y0: int, y1: int) -> int:
        """The same line, which goes on beyond its ends."""
        share = self.emit(Op.DIV, self.emit(Op.SUB, x, x0), self.emit(Op.SUB, x1, x0))
        return self.emit(Op.ADD, y0, self.emit(Op.MUL, self.emit(Op.SUB, y1, y0), share))

    def _share_of_way(self, x: int, x0: int, x1: int) -> int:
        """How far x is on the way from x0 to x1, from 0 to 1."""
        way = self.emit(Op.DIV, self.emit(Op.SUB, x, x0), self.emit(Op.SUB, x1, x0))
        return self.clamped(way, 0.0, 1.0)

    def _rolling(self) -> int:
        """How far the body's feet roll, from 0 (they tip) to 1."""
        feet = self.sense(Sense("body", "", "feet"))
        return self._share_of_way(feet, self.constant(TIPPING), self.constant(ROLLING))

    def _ramp(self, x: int, rate: int, begin: int) -> int:
        """A value that follows x from `begin` on; the instruction finds the rate where it puts the result."""
        counter = self.counter()
        self.counter()  # whether it has begun
        self.emit(Op.BEGIN, counter, begin)
        return self.emit(Op.RAMP, counter, x, dst=self.emit(Op.MOV, rate, dst=self.temp()))

    def _curve(self, curve: Curve) -> int:
        phi = self.sense(Sense("phi"))
        if table := curve_table(curve):
            self.curves.append(np.array(table, dtype=np.float64))
            return self.emit(Op.CURVE, len(self.curves) - 1, phi)
        # y0 + sum of (phi - x0) / (x1 - x0), from 0 to 1, times (y1 - y0) over the pieces
        knots = [(self.value(x), self.value(y)) for x, y in curve.knots]
        (x0, y0), (x1, y1) = knots[:2]
        total = self.blend(self._share_of_way(phi, x0, x1), y0, y1)
        for (x0, y0), (x1, y1) in zip(knots[1:], knots[2:], strict=False):
            share = self._share_of_way(phi, x0, x1)
            total = self.emit(Op.ADD, total, self.emit(Op.MUL, share, self.emit(Op.SUB, y1, y0)))
        return total


def curve_table(curve: Curve) -> list[tuple[float, float]]:
    """The knots of a curve that is all plain literals; empty when it is not.

    A marked literal needs a slot that a search can write, so its curve is not a table.
    """
    table = []
    for x, y in curve.knots:
        if not (isinstance(x, Literal) and isinstance(y, Literal)) or x.mark or y.mark:
            return []
        table.append((x.value * x.factor, y.value * y.factor))
    return table
