"""A classic script as plain data. Every number and name has its span."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..program import Span
from ..source import Source


@dataclass(frozen=True)
class Word:
    """A name as written; `text` has aliases resolved."""

    span: Span
    text: str


@dataclass(frozen=True)
class Number:
    """A literal, or a default that is not written.

    Attributes:
        span: The literal with its sign; empty (start = end) for a default.
        value: Its value.
        factor: The value times this is what the statement means (-1 in translated older forms).
    """

    span: Span
    value: float
    factor: float = 1.0


@dataclass(frozen=True)
class Variable:
    """A parameter of the script; `factor` as in `Number`."""

    span: Span
    text: str
    factor: float = 1.0


@dataclass(frozen=True)
class Linterp:
    """``linterp(g, gmin, gmax, vmin, vmax)``; `works` is False where the original reads it as 0."""

    span: Span
    args: tuple[Value, ...]
    works: bool = True


Value = Number | Variable | Linterp


@dataclass(frozen=True)
class Act:
    """One compiled statement: a row of the table with its values and names.

    Attributes:
        span: The statement, or its entry in a list.
        word: As written: ``POSE``.
        op: The table's primitive: ``lipose`` for ``POSE j(1).time(2)``.
        values: By the names of `Statement.values`.
        names: By the names of `Statement.refs`; words too.
    """

    span: Span
    word: str
    op: str
    values: Mapping[str, Value]
    names: Mapping[str, Word]


@dataclass(frozen=True)
class Transition:
    """``TRANSITION to(target).after(kind …)``.

    Attributes:
        span: The statement.
        target: Position of a phase, or -1.
        target_span: The number.
        kind: time, contact, nocontact, complete, stable, iterations, fallen, anglerange, press,
            release, pass or random.
        values: Its numbers.
        name: A part, key or entity; the comparison of ``fallen``; None where there is none.
    """

    span: Span
    target: int
    target_span: Span
    kind: str
    values: tuple[Value, ...] = ()
    name: Word | None = None


@dataclass(frozen=True)
class Call:
    """``> file(args).atPhase(start);``.

    Attributes:
        span: The statement.
        name: The file, as typed.
        args: Its arguments.
        start: Position of the callee's first phase.
        start_span: Where that stands; the statement when it is not written.
        inline: Where a dump of the optimiser holds the callee itself (an offset); -1 elsewhere.
    """

    span: Span
    name: Word
    args: tuple[Value, ...]
    start: int
    start_span: Span
    inline: int = -1


@dataclass(frozen=True)
class Phase:
    """``PHASE label … ENDPHASE``."""

    span: Span
    label: Word
    acts: tuple[Act, ...]
    transitions: tuple[Transition, ...]
    call: Call | None


@dataclass(frozen=True)
class Script:
    """One classic script.

    Attributes:
        source: Its text.
        unit: Its index among the scripts compiled together.
        name: The display name and its span.
        parameters: In order.
        phases: In order; targets are positions in it.
        includes: The names of its SCRIPTS list.
        torque_limit: Of its SET, if any.
        doc: The comment lines at its head, joined.
    """

    source: Source
    unit: int
    name: Word
    parameters: tuple[Word, ...]
    phases: tuple[Phase, ...]
    includes: tuple[Word, ...]
    torque_limit: Number | None
    doc: str
