"""Expressions in the tree of a script: numbers, names, senses, operators, calls, curves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..program import Span
from .tokens import Name


@dataclass(frozen=True)
class MarkNode:
    """A search mark ``~std<lo,hi>``; the bounds are infinite when left out."""

    span: Span
    std: float
    lo: float
    hi: float


@dataclass(frozen=True)
class Literal:
    """A number as written.

    Attributes:
        span: All of it: sign, number, mark, unit.
        number: Sign and number only: what a tuned value replaces.
        value: In its own unit.
        factor: Times this, it is in SI units.
        unit: ``deg`` or "".
        mark: The search mark, if any.
    """

    span: Span
    number: Span
    value: float
    factor: float = 1.0
    unit: str = ""
    mark: MarkNode | None = None


@dataclass(frozen=True)
class Ref:
    """A name or dotted names: a parameter, ``com.height``, ``swKnee``, a word of a clause."""

    span: Span
    parts: tuple[Name, ...]

    @property
    def text(self) -> str:
        """As written, without layout."""
        return ".".join(p.text for p in self.parts)


@dataclass(frozen=True)
class Contact:
    """``contact part`` or ``part touches ground``."""

    span: Span
    part: Name


@dataclass(frozen=True)
class Probe:
    """``key A``, ``near BOX`` or ``near stand``: something that has a name of its own.

    Attributes:
        kind: key, near or pose; in a classic script also time, motion or random, because its parameters
            may be called the same.
        name: The key, the entity of the world, or the pose; else without text.
    """

    span: Span
    kind: str
    name: Name


@dataclass(frozen=True)
class Unary:
    """``-x`` or ``not x``."""

    span: Span
    op: str
    operand: Expr


@dataclass(frozen=True)
class Binary:
    """``left op right``."""

    span: Span
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Call:
    """``function(args)``."""

    span: Span
    function: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Curve:
    """``curve(x: y, …)`` over phi."""

    span: Span
    knots: tuple[tuple[Expr, Expr], ...]


Expr = Literal | Ref | Contact | Probe | Unary | Binary | Call | Curve


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression."""
    if isinstance(expr, Unary):
        return (expr.operand,)
    if isinstance(expr, Binary):
        return (expr.left, expr.right)
    if isinstance(expr, Call):
        return expr.args
    if isinstance(expr, Curve):
        return tuple(e for knot in expr.knots for e in knot)
    return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and all inside it, in the order of the text."""
    waiting = [expr]  # not by recursion: each of the generators would hand on all that the inner ones yield
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))
