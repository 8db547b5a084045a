"""Expressions: numbers with marks and units, names, operators by binding power."""

from __future__ import annotations

import math
from typing import NoReturn

from .. import poses
from ..diagnostics import Edit
from ..names import JOINTS, PARTS
from ..program import Span
from .expression_tree import Binary, Call, Contact, Curve, Expr, Literal, MarkNode, Probe, Ref, Unary
from .tokens import Cursor, Kind, Recover, Token, shorten
from .tree import Name

MAX_NESTING = 40  # parentheses and calls inside each other
MAX_OPERATORS = 100  # in one expression: keeps trees shallow enough to walk

UNITS = {"deg": math.pi / 180}
_SUBJECTS = frozenset((*JOINTS, *PARTS))
_NOT = 3
_COMPARE = 4
_MINUS = 7
_POWER = {"or": 1, "and": 2, "+": 5, "-": 5, "*": 6, "/": 6}
_POWER |= dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), _COMPARE)
NOT_NUMBERS = frozenset({"nan", "inf", "infinity"})
_FOREIGN_UNITS = {
    "degrees": "write 'deg'",
    "degree": "write 'deg'",
    "rad": "angles are in radians already: leave 'rad' out",
    "s": "times are in seconds already: leave 's' out",
    "sec": "times are in seconds already: leave 'sec' out",
    "ms": "times are in seconds: divide by 1000",
    "m": "lengths are in metres already: leave 'm' out",
    "cm": "lengths are in metres: divide by 100",
    "mm": "lengths are in metres: divide by 1000",
    "N": "forces are in newtons already: leave 'N' out",
    "Nm": "torques are in newton metres already: leave 'Nm' out",
    "kg": "masses are in kilograms already: leave 'kg' out",
}


class ExpressionParser(Cursor):
    """Reads expressions. On an error it notes it and raises `Recover`."""

    _nesting = 0
    _operators = 0

    def expression(self) -> Expr:
        """One whole expression."""
        self.forget_depth()
        return self._binary(0)

    def forget_depth(self) -> None:
        """Begin to count nesting and operators anew: at a statement, after an error."""
        self._nesting = 0
        self._operators = 0

    def inner(self) -> Expr:
        """An expression inside parentheses or a call."""
        if self._nesting == 0:
            self._operators = 0
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            self._too_deep()
        expr = self._binary(0)
        self._nesting -= 1
        return expr

    def close(self, opened: Token) -> None:
        """Step over the ``)`` that belongs to `opened`."""
        if self.take(")"):
            return
        if self.token.text == ";" or self.at_statement():
            self._unclosed(opened, "write ')' where the list ends")
        self.fail("',' or ')'")

    def _unclosed(self, opened: Token, help: str) -> NoReturn:
        span = self.span_of(opened)
        self.findings.add("E003", span, "this '(' is never closed", "no ')' for it", help, self.insert(")"))
        raise Recover

    def _binary(self, power: int) -> Expr:
        left = self._prefix()
        if self.token.text == "~":
            self._stray_mark(left)
        while (own := _POWER.get(self.token.text, 0)) > power:
            self._operators += 1
            if self._operators > MAX_OPERATORS:
                self._too_deep()
            op = self.advance()
            right = self._binary(own)
            if own == _COMPARE and _POWER.get(self.token.text) == _COMPARE:
                self._chained(op, right)
            left = Binary(self.span_from(left.span.start), op.text, left, right)
        return left

    def _prefix(self) -> Expr:
        token = self.token
        if token.text == "not":
            return self._unary(_NOT)
        if token.text == "-":
            number = self.peek()
            if number.kind is Kind.NUMBER and self.source.text[token.end : number.start].strip() == "":
                self.advance()
                return self._literal(token)
            return self._unary(_MINUS)
        if token.kind is Kind.NUMBER:
            return self._literal(token)
        if token.text == "(":
            self.advance()
            expr = self.inner()
            self.close(token)
            return expr
        return self._named()

    def _unary(self, power: int) -> Expr:
        token = self.advance()
        self._operators += 1
        if self._operators > MAX_OPERATORS:
            self._too_deep()
        operand = self._binary(power)
        return Unary(self.span_from(token.start), token.text, operand)

    def _named(self) -> Expr:
        token = self.token
        if token.text.lower() in NOT_NUMBERS:
            message, help = f"'{token.text}' is not a number", "write a finite number"
            self.findings.add("E006", self.span_of(token), message, "not a number", help)
            raise Recover
        if token.text == "contact":
            self.advance()
            part = self.name("a part after 'contact'")
            return Contact(self.span_from(token.start), part)
        if token.text in ("key", "near"):
            self.advance()
            pose = self._pose() if token.text == "near" else None
            probed = pose or self._probed(token.text)
            return Probe(self.span_from(token.start), "pose" if pose else token.text, probed)
        name = self.name("a value")
        if self.token.text == "(":
            return self._call(name)
        parts = [name]
        while self.token.text == ".":
            self.advance()
            parts.append(self.name(f"what to sense of '{shorten(name.text)}'"))
        if self.token.text == "touches" and len(parts) == 1:
            self.advance()
            self.expect("ground", "'touches'")
            return Contact(self.span_from(token.start), name)
        return Ref(self.span_from(token.start), tuple(parts))

    def _pose(self) -> Name | None:
        """Step over the name of a pose, if one stands here; its hyphens are no minus signs."""
        start = self.token.start
        found = poses.NAME.match(self.source.text, start)
        if found is None:
            return None
        while self.token.start < found.end():
            self.advance()
        return Name(found[0], self.span_from(start))

    def _probed(self, kind: str) -> Name:
        if kind == "near":
            return self.name("a pose or the name of an entity after 'near'")
        token = self.token
        if token.kind not in (Kind.WORD, Kind.NUMBER):
            self.fail("a key after 'key'", "write a letter or a digit: key A")
        self.advance()
        return Name(token.text, self.span_of(token))

    def _call(self, name: Name) -> Expr:
        opened = self.advance()
        if name.text == "curve":
            knots = [self._knot()]
            while self.take(","):
                knots.append(self._knot())
            self.close(opened)
            return Curve(self.span_from(name.span.start), tuple(knots))
        args = self.arguments(opened)
        return Call(self.span_from(name.span.start), name, args)

    def arguments(self, opened: Token) -> tuple[Expr, ...]:
        """Expressions up to the ``)`` that belongs to `opened`; none is fine."""
        if self.take(")"):
            return ()
        args = [self.inner()]
        while self.token.text == ",":
            self._check_closed(opened)
            self.advance()
            args.append(self.inner())
        self.close(opened)
        return tuple(args)

    def _check_closed(self, opened: Token) -> None:
        """Whether ``, name(`` can follow: a joint or part with arguments begins a new subject."""
        name, after = self.peek(), self.peek(2)
        if after.text == "(" and name.text in _SUBJECTS:
            self._unclosed(opened, f"write ')' before ', {name.text}'")

    def _knot(self) -> tuple[Expr, Expr]:
        x = self.inner()
        self.expect(":", "the knot's place in a curve")
        return x, self.inner()

    def _literal(self, first: Token) -> Literal:
        """A number; `first` is its sign (already read) or the number itself."""
        token = self.advance()
        value = self._finite(token, first.text == "-")
        number = self.span_from(first.start)
        mark = self._mark() if self.token.text == "~" else None
        unit = self._unit()
        span = self.span_from(first.start)
        return Literal(span, number, value, UNITS.get(unit, 1.0), unit, mark)

    def _finite(self, token: Token, negative: bool) -> float:
        value = float(token.text)
        if math.isinf(value):
            message = f"the number {shorten(token.text)} is too large"
            self.findings.add("E006", self.span_of(token), message, "too large", "numbers end near 1e308")
            raise Recover
        return -value if negative else value

    def _unit(self) -> str:
        token = self.token
        if token.text in UNITS:
            return self.advance().text
        if token.text in _FOREIGN_UNITS:
            help = _FOREIGN_UNITS[token.text]
            span = self.span_of(token)
            edit = None
            if help.endswith("'deg'"):
                edit = Edit(span, "deg")
            elif "leave" in help:
                edit = Edit(Span(self.unit, self.last_end, span.end), "")
            self.findings.add("E007", span, f"'{token.text}' is not a unit here", "not a unit", help, edit)
            return self.advance().text
        return ""

    def _mark(self) -> MarkNode:
        start = self.advance().start
        std = self._signed("a standard deviation after '~'")
        lo, hi = -math.inf, math.inf
        if opened := self.take("<"):
            lo = self._signed("the lower bound")
            self.expect(",", "the lower bound")
            hi = self._signed("the upper bound")
            if not self.take(">"):
                self.fail("'>' after the upper bound", "a mark reads value~std<lower,upper>")
            span = self.span_from(opened.start)
            if lo > hi:
                message = f"the lower bound {lo:g} is above the upper bound {hi:g}"
                edit = Edit(span, f"<{hi:g},{lo:g}>")
                self.findings.add("E009", span, message, "empty range", f"write <{hi:g},{lo:g}>", edit)
        return MarkNode(self.span_from(start), std, lo, hi)

    def _stray_mark(self, before: Expr) -> NoReturn:
        """A mark that does not follow a number directly."""
        help = "mark the numbers it is made of, or make it a parameter with a marked default"
        if isinstance(before, Literal) and before.unit:
            number = self.source.text[before.number.start : before.number.end]
            help = f"the unit comes last: write {number}~… {before.unit}"
        elif isinstance(before, Literal):
            help = "a number has one mark: remove the second"
        self.findings.add(
            "E012", self.span_of(self.token), "a search mark belongs to a number", "no number", help
        )
        raise Recover

    def _signed(self, what: str) -> float:
        negative = self.take("-") is not None
        if self.token.kind is not Kind.NUMBER:
            self.fail(what, "a mark reads value~std<lower,upper>")
        return self._finite(self.advance(), negative)

    def _chained(self, op: Token, middle: Expr) -> NoReturn:
        shown = shorten(self.source.text[middle.span.start : middle.span.end])
        help = f"write 'a {op.text} {shown} and {shown} {self.token.text} b'"
        span = self.span_of(self.token)
        self.findings.add("E056", span, "comparisons cannot be chained", "second comparison", help)
        raise Recover

    def _too_deep(self) -> NoReturn:
        help = "split it: give parts of it to parameters or to other statements"
        self.findings.add("E008", self.span_of(self.token), "the expression is too long", "too deep", help)
        raise Recover
