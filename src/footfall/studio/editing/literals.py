"""The numbers of a script, in its tree."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.script.compile.kinds import arguments
from footfall.script.syntax.expression_tree import Binary, Curve, Expr, Literal, Ref, walk
from footfall.script.syntax.tree import Do, Let, Script, To


def waiting(when: Expr) -> Expr | None:
    """What ``time`` is compared with in a condition ``time > …``, SIMBICON's duration of a state."""
    for expr in walk(when):
        if not isinstance(expr, Binary) or expr.op not in (">", ">="):
            continue
        left, right = expr.left, expr.right
        if isinstance(left, Ref) and left.text == "time" and isinstance(right, (Literal, Ref)):
            return right
    return None


def literals(script: Script) -> Iterator[Literal]:
    """All numbers of a script, in the order of its tree."""
    for expr in _expressions(script):
        yield from (e for e in walk(expr) if isinstance(e, Literal))


def knot_kinds(script: Script) -> dict[int, str]:
    """Where the values of a curve's knots stand, and what kind of number they are."""
    kinds: dict[int, str] = {}
    for action in (action for phase in script.phases for action in phase.actions):
        for subject in action.subjects:
            for _, arg, expr in arguments(action.word.text, subject):
                for knot in (k for e in walk(expr) if isinstance(e, Curve) for k in e.knots):
                    kinds |= {e.number.start: arg.kind for e in walk(knot[1]) if isinstance(e, Literal)}
    return kinds


def _expressions(script: Script) -> Iterator[Expr]:
    yield from (p.default for p in script.parameters)
    yield from (p.default for group in script.groups for p in group.parameters)
    yield from (rule for rule in (script.fall, script.goal, script.limit) if rule is not None)
    yield from (let.value for let in script.lets)
    yield from (let.when for let in script.lets if let.when)
    yield from (to.when for to in script.always)
    for phase in script.phases:
        if phase.lasts is not None:
            yield phase.lasts
        for s in phase.statements:
            if isinstance(s, To):
                yield s.when
            elif isinstance(s, Do):
                yield from (a.value for a in s.args)
            elif isinstance(s, Let):
                yield s.value
            else:
                for subject in s.subjects:
                    yield from subject.args
                    for clause in subject.clauses:
                        yield from clause.args
