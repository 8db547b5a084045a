"""The statements of a classic phase, one for each subject, with their arguments by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..compile.kinds import arguments
from ..program import Span
from ..statements import BY_KEY, Statement
from ..syntax.expression_tree import Expr, Ref
from ..syntax.tree import Action, Name, Phase, Subject


@dataclass(frozen=True)
class Act:
    """One subject of a statement, with what is written of it by the names of the row's columns.

    Attributes:
        span: Where it stands.
        row: Of the table.
        op: Its primitive.
        values: Numbers, by the names of `Statement.values`.
        names: Names and words, by those of `Statement.refs`.
        joined: Whether it stands in one list with the one before it.
    """

    span: Span
    row: Statement
    op: str
    values: Mapping[str, Expr]
    names: Mapping[str, Name]
    joined: bool = False


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
    return Act(subject.span if row.many else action.span, row, row.op, values, names, joined)
