"""Values of a classic script as modern expressions, and what they can be when it runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from ..compile.bounds import fold, line
from ..syntax.expression_tree import Binary, Call, Contact, Expr, Probe, Ref, Unary, children
from ..syntax.tree import Project, calls_of

_DIGITS = 10  # characters of a difference that is written as one number
_MOST = 64  # values that are followed; more are "anything"


def number(value: float) -> str:
    """A number as scripts are written: the shortest digits that give the same value.

    >>> number(0.5), number(-0.25), number(300.0), number(-0.0)
    ('.5', '-.25', '300', '0')
    """
    if value == 0:
        return "0"
    text = repr(abs(value))
    text = text.removesuffix(".0").removeprefix("0") or "0"
    return f"-{text}" if value < 0 else text


def rounded(value: float) -> float:
    """A value as the original handed it over: as text with six decimals."""
    return math.floor(value * 1e6 + 0.5) / 1e6


class Expressions:
    """Writes the values and conditions of one script.

    Args:
        names: New names of its parameters, by their own.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def text(self, value: Expr, factor: float = 1.0) -> str:
        """A value, times 1 or -1."""
        known = fold(value)
        if known is not None:
            return number(known * factor)
        if isinstance(value, Unary) and value.op == "-":
            return self.text(value.operand, -factor)
        if isinstance(value, Ref):
            name = value.text if len(value.parts) > 1 else self._names[value.text]
            return name if factor > 0 else f"-{name}"
        assert isinstance(value, Call), "no classic value"
        line = self._line(value)
        return line if factor > 0 else f"-({line})"

    def condition(self, expr: Expr) -> str:
        """A condition, or a part of one."""
        if isinstance(expr, Contact):
            return f"contact {expr.part.text}"
        if isinstance(expr, Probe):
            return f"{expr.kind} {expr.name.text}".rstrip()
        if isinstance(expr, Unary) and expr.op == "not":
            inner = self.condition(expr.operand)
            return f"not ({inner})" if isinstance(expr.operand, Binary) else f"not {inner}"
        if isinstance(expr, Binary):
            right = self.condition(expr.right)
            return f"{self.condition(expr.left)} {expr.op} {_braced(right) if expr.op == '-' else right}"
        if isinstance(expr, Call) and expr.function.text in ("abs", "passed"):
            return f"{expr.function.text}({self.condition(expr.args[0])})"
        return self.text(expr)

    def _line(self, value: Call) -> str:
        """The line in full: the modern linterp is level beyond its ends, the classic one goes on."""
        g, gmin, gmax, vmin, vmax = value.args
        share = self._minus(g, gmin)
        width = self._minus(gmax, gmin)
        if width != "1":
            share = f"{_braced(share)} / {_braced(width)}"
        rise = self._minus(vmax, vmin)
        product = f"{_braced(rise)} * {_braced(share)}"
        start = self.text(vmin)
        return product if start == "0" else f"{start} + {product}"

    def _minus(self, left: Expr, right: Expr) -> str:
        a, b = fold(left), fold(right)
        if a is not None and b is not None and len(number(a - b)) <= _DIGITS:
            return number(a - b)
        if b == 0:
            return self.text(left)
        if b is not None and b < 0:
            return f"{self.text(left)} + {number(-b)}"
        return f"{self.text(left)} - {self.text(right)}"


def _braced(text: str) -> str:
    return f"({text})" if " " in text or text.startswith("-") else text


class Possible:
    """What the parameters of the scripts of a project can be, from the calls."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._open: set[tuple[int, str]] = set()

    def of(self, value: Expr, unit: int) -> frozenset[float] | None:
        """All values that it takes; None when they are not known."""
        known = fold(value)
        if known is not None:
            return frozenset((known,))
        if isinstance(value, Ref):
            return self._parameter(unit, value.text)
        choices: list[frozenset[float]] = []
        for arg in children(value):
            values = self.of(arg, unit)
            if values is None:
                return None
            choices.append(values)
        every = itertools.islice(itertools.product(*choices), _MOST + 1)
        out = frozenset(-args[0] if isinstance(value, Unary) else line(*args) for args in every)
        return out if len(out) <= _MOST else None

    def _parameter(self, unit: int, name: str) -> frozenset[float] | None:
        if unit == 0 or (unit, name) in self._open:
            return None
        self._open.add((unit, name))
        try:
            return self._from_calls(unit, name)
        finally:
            self._open.discard((unit, name))

    def _from_calls(self, unit: int, name: str) -> frozenset[float] | None:
        index = [p.name.text for p in self._project.scripts[unit].parameters].index(name)
        found: set[float] = set()
        for script in self._project.scripts:
            for call in calls_of(script):
                if self._project.callees.get(call.span) != unit:
                    continue
                values = self.of(call.args[index].value, script.unit)
                if values is None:
                    return None
                found |= {rounded(value) for value in values}
        return frozenset(found) if len(found) <= _MOST else None
