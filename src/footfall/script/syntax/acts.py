"""The arguments of statements, each with its row in the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..program import Span
from ..statements import BY_KEY, Arg, Statement
from .tree import Action, Expr, Name, Phase, Ref, Subject


def arguments(word: str, subject: Subject) -> Iterator[tuple[str, Arg, Expr]]:
    """What is written of a subject: its clause ("" for the subject's own), its row, the expression."""
    row = BY_KEY[word]
    for arg, expr in zip(row.args, subject.args, strict=False):
        yield "", arg, expr
    clauses = {c.name: c for c in row.clauses}
    for node in subject.clauses:
        clause = clauses.get(node.name.text)
        for arg, expr in zip(clause.args if clause else (), node.args, strict=False):
            yield node.name.text, arg, expr


@dataclass(frozen=True)
class Act:
    """One subject of a statement, with what is written of it by the names of the row's columns.

    Attributes:
        span: Where it stands.
        row: Of the table.
        values: Numbers, by the names of `Statement.values`.
        names: Names and words, by those of `Statement.refs`.
        joined: Whether it stands in one list with the one before it.
    """

    span: Span
    row: Statement
    values: Mapping[str, Expr]
    names: Mapping[str, Name]
    joined: bool = False

    @property
    def op(self) -> str:
        """Its primitive."""
        return self.row.op


def acts_of(phase: Phase) -> tuple[Act, ...]:
    """The statements of a phase, one for each subject."""
    return tuple(
        _act(action, subject, i > 0) for action in phase.actions for i, subject in enumerate(action.subjects)
    )


def _act(action: Action, subject: Subject, joined: bool) -> Act:
    row = BY_KEY[action.word.text]
    values: dict[str, Expr] = {}
    names = {row.subject: subject.name} if row.subject and subject.name else {}
    for clause, arg, expr in arguments(action.word.text, subject):
        column = f"{clause}_{arg.name}" if clause else arg.name
        if arg.is_value:
            values[column] = expr
        elif isinstance(expr, Ref):
            names[column] = expr.parts[0]
    return Act(subject.span if row.many else action.span, row, values, names, joined)
