"""The margin of a GOAL: how far a condition is from being true, so that a search has a slope.

A comparison of two values gives their difference d, positive on the right side, scaled to d / (s + |d|):
from -1 to 1, and s is the size of the number that it is compared with (1 where that is 0 or no number). `and`
takes the smaller of two margins, `or` the larger, `not` the reverse; what is only true or false gives 1 or
-1. A value that SET keeps counts by the best margin that its condition had so far.

The margin is code like any other: instructions that are added to a Program's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from .program import COUNTED, Op, Program, Rule, Span
from .source import Source
from .syntax.expression_tree import Binary, Expr
from .syntax.parser import parse

Row = tuple[int, int, int, int]
_COMPARED = {Op.LT: (1, 0), Op.LE: (1, 0), Op.GT: (0, 1), Op.GE: (0, 1), Op.EQ: (0, 1), Op.NE: (0, 1)}
_JOINED = {Op.AND: Op.MIN, Op.OR: Op.MAX}


@dataclass(frozen=True)
class Margins:
    """A Program whose code has margins too.

    Attributes:
        program: The Program, with more code and more temps.
        goal: Of its GOAL; None without one.
        sets: By counter, (first, last + 1) of the code of each SET's condition.
        best: By counter, the register that `goal` reads the best margin of that SET from.
    """

    program: Program
    goal: Rule | None
    sets: Mapping[int, tuple[int, int]]
    best: Mapping[int, int]


def with_margins(program: Program) -> Margins:
    """Add the margins of the root's GOAL and SETs to a Program."""
    writer = _Writer(program)
    sets: dict[int, tuple[int, int]] = {}
    first, last = program.units[0].sets
    for k in range(first, last):
        op, _, counter, when = program.code[k].tolist()
        if op == Op.LATCH and when >= 0:
            rule = writer.write(first, k, when, {})
            sets[counter] = (rule.first, rule.last)
    goal, best = None, {counter: writer.register() for counter in sets}
    if program.goal is not None:
        goal = writer.write(program.goal.first, program.goal.last, program.goal.value, best)
    return Margins(writer.program(), goal, sets, best)


class _Writer:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._rows: list[Row] = [(op, dst, a, b) for op, dst, a, b in program.code.tolist()]
        self._constant = len(program.params) + program.n_inputs + program.n_frame
        self._next = self._end = self._constant + program.n_sensed + program.n_temps
        self._best: Mapping[int, int] = {}
        self._copied: dict[int, Row] = {}  # by the register that a row writes

    def register(self) -> int:
        self._next += 1
        return self._next - 1

    def program(self) -> Program:
        added = self._next - self._end
        code = np.array(self._rows, np.int32).reshape(-1, 4)
        # reading a counter looks at the next one too, whether that is kept
        counters = self._program.n_counters + 1
        n_temps = self._program.n_temps + added
        return replace(self._program, code=code, n_temps=n_temps, n_counters=counters)

    def write(self, first: int, last: int, value: int, best: Mapping[int, int]) -> Rule:
        """Copy a range of code, and add that which computes the margin of its result."""
        begin, self._best = len(self._rows), best
        self._copied = {}
        for row in self._program.code[first:last].tolist():
            pure = _pure((row[0], row[1], row[2], row[3]))
            self._rows.append(pure)
            self._copied[pure[1]] = pure
        result = self._emit(Op.MOV, self._margin(value))
        return Rule(begin, len(self._rows), result)

    def _emit(self, op: Op, a: int, b: int = -1) -> int:
        dst = self.register()
        self._rows.append((int(op), dst, a, b))
        return dst

    def _margin(self, reg: int) -> int:
        """The register of a condition's margin."""
        op, _, a, b = self._copied.get(reg, (-1, reg, -1, -1))
        if op in _COMPARED:
            return self._compared(Op(op), a, b)
        if op in _JOINED:
            return self._emit(_JOINED[Op(op)], self._margin(a), self._margin(b))
        if op == Op.NOT:
            return self._emit(Op.NEG, self._margin(a))
        if op == Op.MOV:
            return self._margin(a)
        if op == Op.LATCH and a in self._best:
            return self._best[a]
        zero = self._emit(Op.SUB, reg, reg)
        true = self._emit(Op.NE, reg, zero)  # 2 true - 1
        return self._emit(Op.SUB, self._emit(Op.ADD, true, true), self._emit(Op.EQ, zero, zero))

    def _compared(self, op: Op, a: int, b: int) -> int:
        plus, minus = (a, b) if _COMPARED[op] == (0, 1) else (b, a)
        d = self._emit(Op.SUB, plus, minus)
        size = self._emit(Op.ABS, d)
        if op in (Op.EQ, Op.NE):
            d = size if op == Op.NE else self._emit(Op.NEG, size)
        return self._emit(Op.DIV, d, self._emit(Op.ADD, self._scale(a, b), size))

    def _scale(self, a: int, b: int) -> int:
        """The size of the number that a value is compared with; 1 where that is 0 or no number."""
        numbers = [reg for reg in (b, a) if self._is_constant(reg)]
        numbers.sort(key=lambda reg: reg >= len(self._program.params))  # a literal before a parameter
        number = numbers[0] if numbers else None
        zero = self._emit(Op.SUB, a, a)
        if number is None:
            return self._emit(Op.EQ, zero, zero)
        return self._emit(Op.ADD, self._emit(Op.ABS, number), self._emit(Op.EQ, number, zero))

    def _is_constant(self, reg: int) -> bool:
        if reg < self._constant:
            return True
        op, dst, a, b = self._copied.get(reg, (-1, -1, -1, -1))
        plain = 0 <= op <= Op.MAX or Op.SIN <= op <= Op.SIGN
        return plain and a != dst and self._is_constant(a) and (b < 0 or self._is_constant(b))


def _pure(row: Row) -> Row:
    """An instruction that changes nothing but its register: looking must not count, draw or keep."""
    op, dst, a, _ = row
    if op in COUNTED:
        return int(Op.LATCH), dst, a, -1
    return (int(Op.SUB), dst, dst, dst) if op == Op.RANDOM else row


@dataclass(frozen=True)
class Part:
    """One of the conditions that a GOAL joins by `and`.

    Attributes:
        text: As it is written.
        value: The register of its truth, once the GOAL's code has run.
    """

    text: str
    value: int


def goal_parts(program: Program) -> tuple[Part, ...]:
    """The conditions that the root's GOAL joins by `and`; none without a GOAL."""
    unit = program.units[0]
    if program.goal is None or not unit.modern:
        return ()
    goal = parse(Source(unit.name, unit.path, unit.text)).goal
    if goal is None:
        return ()
    rows = {
        dst: (op, a, b) for op, dst, a, b in program.code[program.goal.first : program.goal.last].tolist()
    }
    found: list[Part] = []

    def split(expr: Expr, reg: int) -> None:
        op, a, b = rows.get(reg, (-1, -1, -1))
        if isinstance(expr, Binary) and expr.op == "and" and op == Op.AND:
            split(expr.left, a)
            split(expr.right, b)
        else:
            found.append(Part(_text(unit.text, expr.span), reg))

    split(goal, program.goal.value)
    return tuple(found)


def _text(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())
