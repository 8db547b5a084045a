"""Expressions to three-operand instructions over one register file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .lets import needed
from .program import COUNTED, F64, Mark, Op, Sense, Slot, Span
from .ranges import ANY
from .senses import find_sense
from .statements import Arg
from .tree import Binary, Call, Contact, Curve, Expr, Let, Literal, Probe, Ref, Unary

# While compiling, a register is region << _SHIFT | index: sizes of regions are not yet known.
PARAM, DEFAULT, INPUT, FRAME, SENSED, NAMED, KEPT, TEMP = range(8)
_SHIFT = 24
_INDEX = (1 << _SHIFT) - 1

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

# name -> (fewest, most) arguments; most None: any number
FUNCTIONS: dict[str, tuple[int, int | None]] = {
    **dict.fromkeys(_ONE, (1, 1)),
    **dict.fromkeys(_MANY, (2, None)),
    "clamp": (3, 3),
    "linterp": (5, 5),
    "passed": (1, 1),
    "ramp": (3, 3),
    "share": (3, 3),
    "blend": (3, 3),
    "feet": (2, 2),
    "froude": (1, 1),
}
TIPPING, ROLLING = 0.7, 1.0  # of body.feet: feet that only tip, and feet that roll from heel to toe


MAX_CODE = 100_000  # instructions of a Program with LETs: the longest of the library has 2,000
_IMPURE = frozenset((Op.SENSE, Op.RANDOM, *COUNTED))  # the same twice is not the same


def register(region: int, index: int) -> int:
    """A register of a region, before the regions are laid out."""
    return region << _SHIFT | index


def is_kept(reg: int) -> bool:
    """Whether a register is a temp that no code range shares."""
    return reg >> _SHIFT == KEPT


@dataclass(frozen=True)
class NamedValue:
    """A LET while its script is compiled.

    Attributes:
        let: The LET.
        label: Name for the slots of its literals.
        register: Where its value goes, in whichever code range works it out; -1: it has arguments.
    """

    let: Let
    label: str
    register: int


class TooMuchCodeError(Exception):
    """A script whose LETs, written out, come to more than `MAX_CODE` instructions."""


class Lowering:
    """Builds parameters, instructions, senses and curves of one Program.

    The numbers of the text are `params`; those that it leaves out, `defaults`, follow them in the Program.

    Attributes:
        scope: Parameter name -> register, of the unit being compiled.
        lets: LET name -> its value, of the place being compiled.
        label: Name for the slots of the literals that are met.
    """

    def __init__(self, kinds: Mapping[Span, str]) -> None:
        self.params: list[float] = []
        self.slots: list[Slot] = []
        self.defaults: list[float] = []
        self.default_slots: list[Slot] = []
        self.code: list[tuple[int, int, int, int]] = []
        self.senses: list[Sense] = []
        self.curves: list[F64] = []
        self.n_kept = 0
        self.n_counters = 0
        self.n_temps = 0
        self.scope: Mapping[str, int] = {}
        self.lets: Mapping[str, NamedValue] = {}
        self.label = ""
        self._kinds = kinds
        self._labels: dict[str, int] = {}
        self._slot_of: dict[Span, int] = {}
        self._sensed_here: set[int] = set()
        self._named_here: set[str] = set()
        self._lets: dict[str, Let] = {}
        self._lets_of: Mapping[str, NamedValue] = self.lets
        self._worked_out: dict[tuple[int, int, int, int], int] = {}  # op and operands -> where its result is
        self._share = -1  # the register that SHARE named last
        self._sense_rows: dict[Sense, int] = {}
        self._constants: dict[float, int] = {}
        self._temps_here = 0
        self._guard = -1  # register that must be true for a random number to be drawn

    def begin(self) -> int:
        """Begin a code range: temps start over, nothing is known yet. Returns its first row."""
        self._sensed_here.clear()
        self._named_here.clear()
        self._worked_out.clear()
        self._share = -1
        self._temps_here = 0
        return len(self.code)

    def keep(self) -> int:
        """A temp that no code range shares."""
        self.n_kept += 1
        return register(KEPT, self.n_kept - 1)

    def counter(self) -> int:
        """A counter of its own for COUNT, TICKS or PASSED."""
        self.n_counters += 1
        return self.n_counters - 1

    def emit(self, op: Op, a: int, b: int = -1, dst: int | None = None) -> int:
        """Append an instruction that writes a fresh temp, or `dst`; returns where it writes.

        A temp is written once in a code range, so what has been worked out there is not worked out again.
        """
        if dst is None:
            key = self._key(op, a, b)
            known = self._worked_out.get(key)
            if known is not None:
                return known
            dst = self._temp()
            if op not in _IMPURE:
                self._worked_out[key] = dst
        if self.lets and len(self.code) >= MAX_CODE:
            raise TooMuchCodeError
        self.code.append((int(op), dst, a, b))
        return dst

    def _key(self, op: int, a: int, b: int) -> tuple[int, int, int, int]:
        return int(op), a, b, self._share if op == Op.BLEND else -1

    def _temp(self) -> int:
        self._temps_here += 1
        self.n_temps = max(self.n_temps, self._temps_here)
        return register(TEMP, self._temps_here - 1)

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
            return self.emit(Op.RANDOM, self._guard) if sense.kind == "random" else self.sense(sense)
        if isinstance(expr, Probe):
            return self.sense(Sense(expr.kind, expr.name.text))
        if isinstance(expr, Contact):
            return self.sense(Sense("contact", expr.part.text, ""))
        if isinstance(expr, Unary):
            return self.emit(_UNARY[expr.op], self.value(expr.operand))
        if isinstance(expr, Binary):
            return self._binary(expr)
        if isinstance(expr, Call) and expr.function.text in self.lets:
            return self._written_out(self.lets[expr.function.text], [self.value(a) for a in expr.args])
        if isinstance(expr, Call):
            return self._call(expr.function.text, [self.value(a) for a in expr.args])
        return self._curve(expr)

    def _named(self, ref: Ref) -> int:
        """The register of a LET; it and those it rests on are worked out where a range first needs them."""
        if ref.text not in self._named_here:
            if self._lets_of is not self.lets:
                self._lets_of, self._lets = self.lets, {name: v.let for name, v in self.lets.items()}
            for let in needed(ref, self._lets, self._named_here):
                if not let.args:
                    self._named_here.add(let.name.text)
                    self._work_out(self.lets[let.name.text])
        return self.lets[ref.text].register

    def _written_out(self, named: NamedValue, args: list[int]) -> int:
        """The value of a LET with arguments, whose names stand for registers meanwhile."""
        scope, label = self.scope, self.label
        self.scope = {**scope, **{a.text: reg for a, reg in zip(named.let.args, args, strict=True)}}
        self.label = named.label
        value = self.value(named.let.value)
        self.scope, self.label = scope, label
        return value

    def _work_out(self, named: NamedValue) -> None:
        """Put the value of a LET where it belongs: by its last instruction, or by one more."""
        guard, label, first, temps = self._guard, self.label, len(self.code), self._temps_here
        self._guard, self.label = -1, named.label
        value = self.value(named.let.value)
        self._guard, self.label = guard, label
        last = self.code[-1] if len(self.code) > first else None
        key = self._key(last[0], last[2], last[3]) if last else None
        if last and key and self._worked_out.get(key) == value == last[1] >= register(TEMP, temps):
            self.code[-1] = (last[0], named.register, last[2], last[3])
            self._worked_out[key] = named.register
        else:
            self.emit(Op.MOV, value, dst=named.register)

    def _binary(self, expr: Binary) -> int:
        """Right of an `and` no random number is drawn, and nothing remembered, while its left is false."""
        left = self.value(expr.left)
        outer = self._guard
        if expr.op == "and":
            self._guard = left if outer < 0 else self.emit(Op.AND, outer, left)
        right = self.value(expr.right)
        self._guard = outer
        return self.emit(_BINARY[expr.op], left, right)

    def literal(self, node: Literal, legal: tuple[float, float] = ANY) -> int:
        """The slot of a literal; every literal of the text has its own."""
        mark = Mark(node.mark.std, node.mark.lo, node.mark.hi) if node.mark else None
        kind = self._kinds.get(node.span, "number")
        return self.slot(node.value * node.factor, node.number, kind, node.factor, mark, legal)

    def slot(
        self,
        value: float,
        span: Span,
        kind: str,
        factor: float = 1.0,
        mark: Mark | None = None,
        legal: tuple[float, float] = ANY,
    ) -> int:
        """A parameter register for a number of the text."""
        if span not in self._slot_of:
            self._slot_of[span] = len(self.params)
            self.params.append(value)
            kind = "number" if kind == "truth" else kind
            self.slots.append(Slot(span, self._own_label(), kind, factor, mark, legal))
        return register(PARAM, self._slot_of[span])

    def _own_label(self) -> str:
        """The label, numbered when it is not the first."""
        count = self._labels[self.label] = self._labels.get(self.label, 0) + 1
        return self.label if count == 1 else f"{self.label} ({count})"

    def within(self, reg: int, low: float, high: float) -> int:
        """A register's value held between two numbers."""
        return self.emit(Op.MIN, self.emit(Op.MAX, reg, self._constant(low)), self._constant(high))

    def _constant(self, value: float) -> int:
        """The slot of a number that does not stand in the text; its span is empty."""
        if value not in self._constants:
            self._constants[value] = len(self.params)
            self.params.append(value)
            self.slots.append(Slot(Span(0, 0, 0), f"bound {value:g}", "number"))
        return register(PARAM, self._constants[value])

    def default(self, arg: Arg) -> int:
        """The register of an argument that is left out; -1 when it has no default.

        Its number stands in no text, so its slot has an empty span; it has a label as any other.
        """
        if arg.default is None:
            return -1
        self.defaults.append(arg.default)
        self.default_slots.append(Slot(Span(0, 0, 0), self._own_label(), arg.kind, legal=arg.range))
        own = register(DEFAULT, len(self.defaults) - 1)
        return self.emit(Op.MUL, own, self.sense(Sense("body", "", arg.of))) if arg.of else own

    def sense(self, sense: Sense) -> int:
        """The register of something sensed, read once in a code range."""
        row = self._sense_rows.setdefault(sense, len(self.senses))
        if row == len(self.senses):
            self.senses.append(sense)
        dst = register(SENSED, row)
        if row not in self._sensed_here:
            self._sensed_here.add(row)
            self.emit(Op.SENSE, row, dst=dst)
        return dst

    def _call(self, name: str, args: list[int]) -> int:
        if name in _ONE:
            return self.emit(_ONE[name], args[0])
        if name == "clamp":
            return self.emit(Op.MIN, self.emit(Op.MAX, args[0], args[1]), args[2])
        if name == "linterp":
            return self._linterp(*args)
        if name == "passed":
            # 0 is neither near nor past, so nothing is remembered while the guard is false
            value = args[0] if self._guard < 0 else self.emit(Op.MUL, args[0], self._guard)
            return self.emit(Op.PASSED, self.counter(), value)
        if name == "ramp":
            return self._ramp(*args)
        if name == "blend":
            return self._blend(*args)
        if name == "share":
            return self._on_the_way(*args)
        if name == "feet":
            return self._blend(self._rolling(), *args)
        if name == "froude":
            return self.emit(Op.DIV, self.emit(Op.ABS, args[0]), self.sense(Sense("body", "", "speed")))
        result = args[0]
        for arg in args[1:]:
            result = self.emit(_MANY[name], result, arg)
        return result

    def _linterp(self, x: int, x0: int, x1: int, y0: int, y1: int) -> int:
        """y0 at x0, y1 at x1, a straight line between, level outside; x0 may be above x1."""
        return self._blend(self._on_the_way(x, x0, x1), y0, y1)

    def _on_the_way(self, x: int, x0: int, x1: int) -> int:
        """How far x is on the way from x0 to x1, from 0 to 1."""
        way = self.emit(Op.DIV, self.emit(Op.SUB, x, x0), self.emit(Op.SUB, x1, x0))
        return self.within(way, 0.0, 1.0)

    def _blend(self, share: int, y0: int, y1: int) -> int:
        """y0 at share 0, y1 at share 1; several with one share name it once."""
        if (int(Op.BLEND), y0, y1, share) in self._worked_out:
            return self._worked_out[int(Op.BLEND), y0, y1, share]
        if self._share != share:
            self.emit(Op.SHARE, share, dst=register(TEMP, 0))
            self._share = share
        return self.emit(Op.BLEND, y0, y1)

    def _rolling(self) -> int:
        """How far the body's feet roll, from 0 (they tip) to 1."""
        feet = self.sense(Sense("body", "", "feet"))
        return self._on_the_way(feet, self._constant(TIPPING), self._constant(ROLLING))

    def _ramp(self, x: int, rate: int, begin: int) -> int:
        """A value that follows x from `begin` on; the instruction finds the rate where it puts the result."""
        counter = self.counter()
        self.counter()  # whether it has begun
        self.emit(Op.BEGIN, counter, begin)
        return self.emit(Op.RAMP, counter, x, dst=self.emit(Op.MOV, rate, dst=self._temp()))

    def _curve(self, curve: Curve) -> int:
        phi = self.sense(Sense("phi"))
        if table := curve_table(curve):
            self.curves.append(np.array(table, dtype=np.float64))
            return self.emit(Op.CURVE, len(self.curves) - 1, phi)
        # y0 + sum of (phi - x0) / (x1 - x0), from 0 to 1, times (y1 - y0) over the pieces
        knots = [(self.value(x), self.value(y)) for x, y in curve.knots]
        (x0, y0), (x1, y1) = knots[:2]
        total = self._blend(self._on_the_way(phi, x0, x1), y0, y1)
        for (x0, y0), (x1, y1) in zip(knots[1:], knots[2:], strict=False):
            share = self._on_the_way(phi, x0, x1)
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


class Layout:
    """Turns registers of regions into indices of the one register file."""

    def __init__(self, *sizes: int) -> None:
        """Sizes of the regions, but the last, in their order."""
        self._offsets = [sum(sizes[:region]) for region in range(len(sizes) + 1)]

    def index(self, reg: int) -> int:
        """The register's index; -1 (none) stays."""
        return reg if reg < 0 else self._offsets[reg >> _SHIFT] + (reg & _INDEX)

    def row(self, row: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """An instruction with its registers laid out; a table's index is left alone."""
        op, dst, a, b = row
        a = a if op in (Op.SENSE, Op.CURVE, *COUNTED) else self.index(a)
        return op, self.index(dst), a, self.index(b)
