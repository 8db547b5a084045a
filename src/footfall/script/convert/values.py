"""Values of a classic script as modern expressions, and what they can be when it runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from ..classic.checks import filling
from ..classic.loading import Project
from ..classic.tree import Linterp, Number, Value, Variable

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


def linterp(g: float, gmin: float, gmax: float, vmin: float, vmax: float) -> float:
    """The classic, unclamped line; where it is undefined, what the engine makes of it."""
    share = (g - gmin) / (gmax - gmin) if gmax != gmin else 0.0
    return vmin + (vmax - vmin) * share


class Expressions:
    """Writes the values of one script.

    Args:
        names: New names of its parameters, by their own.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def text(self, value: Value, factor: float = 1.0) -> str:
        """A value, times 1 or -1."""
        known = constant(value)
        if known is not None:
            return number(known * factor)
        if isinstance(value, Variable):
            name = self._names[value.text]
            return name if value.factor * factor > 0 else f"-{name}"
        assert isinstance(value, Linterp)
        line = self._line(value)
        return line if factor > 0 else f"-({line})"

    def _line(self, value: Linterp) -> str:
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

    def _minus(self, left: Value, right: Value) -> str:
        a, b = constant(left), constant(right)
        if a is not None and b is not None and len(number(a - b)) <= _DIGITS:
            return number(a - b)
        if b == 0:
            return self.text(left)
        if b is not None and b < 0:
            return f"{self.text(left)} + {number(-b)}"
        return f"{self.text(left)} - {self.text(right)}"


def _braced(text: str) -> str:
    return f"({text})" if " " in text or text.startswith("-") else text


def constant(value: Value) -> float | None:
    """The value, when it is one number whatever the parameters are."""
    if isinstance(value, Number):
        return value.value * value.factor
    if isinstance(value, Variable):
        return None
    if not value.works:
        return 0.0
    args = [constant(arg) for arg in value.args]
    known = [arg for arg in args if arg is not None]
    return linterp(*known) if len(known) == len(args) else None


class Possible:
    """What the parameters of the scripts of a project can be, from the calls."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._open: set[tuple[int, str]] = set()

    def of(self, value: Value, unit: int) -> frozenset[float] | None:
        """All values that it takes; None when they are not known."""
        known = constant(value)
        if known is not None:
            return frozenset((known,))
        if isinstance(value, Variable):
            parameter = self._parameter(unit, value.text)
            return None if parameter is None else frozenset(value.factor * x for x in parameter)
        assert isinstance(value, Linterp)
        choices: list[frozenset[float]] = []
        for arg in value.args:
            values = self.of(arg, unit)
            if values is None:
                return None
            choices.append(values)
        every = itertools.islice(itertools.product(*choices), _MOST + 1)
        out = frozenset(linterp(*args) for args in every)
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
        callee = self._project.scripts[unit]
        index = [p.text for p in callee.parameters].index(name)
        found: set[float] = set()
        for (caller, position), its in self._project.callees.items():
            call = self._project.scripts[caller].phases[position].call
            if its != unit or call is None:
                continue
            at = index
            if index >= len(call.args):
                if filling(call, callee) != "previous":
                    found.add(0.0)
                    continue
                at = index - 1
            values = self.of(call.args[at], caller)
            if values is None:
                return None
            found |= {rounded(value) for value in values}
        return frozenset(found) if len(found) <= _MOST else None
