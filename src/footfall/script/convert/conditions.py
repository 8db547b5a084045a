"""Classic transitions as conditions that are true at the same tick.

A classic leaf phase tests its transitions after it has run a tick, a modern one at once: hence
``time > 0``. A classic calling phase tests them when the called script has returned: ``complete``.
"""

from __future__ import annotations

from dataclasses import replace

from ..compile.bounds import fold
from ..syntax.expression_tree import Binary, Call, Expr, Probe, walk
from ..syntax.tree import Phase, To
from .notes import Notes
from .values import Expressions, number
from .words import is_entity, is_key

TICK = 1e-4  # s, of the original; `iterations` counts them in a phase that calls nothing
_REMEMBER = ("random", "pass")  # must not be tested before it is their turn


class Conditions:
    """Writes the conditions of one script."""

    def __init__(self, expressions: Expressions, notes: Notes) -> None:
        self._expressions = expressions
        self._notes = notes

    def condition(self, to: To, phase: Phase) -> tuple[str, str]:
        """The condition, or "" when it can never hold; and a comment on it, or ""."""
        if to.kind == "iterations" and isinstance(to.when, Call):
            return self._iterations(to, to.when.args[0], phase)
        if phase.call and to.kind == "time":
            message = f"'time' never fires in a phase that calls {phase.call.path.text}; left out"
            return "", self._notes.add(to.span, message)
        if to.kind == "complete":
            return _tested(phase), ""
        if to.kind == "time" and isinstance(to.when, Binary):
            seconds = fold(to.when.right)
            if seconds is not None and seconds < 0:
                return _tested(phase), ""
            return self._expressions.condition(to.when), ""
        if not _is_writable(to.when):
            return self._unwritable(to, phase)
        when = _simple(to.when)
        text = self._expressions.condition(when)
        guard = "complete" if phase.call else "time > 0" if phase.actions else ""
        if not guard:
            return text, ""
        braced = f"({text})" if isinstance(when, Binary) and when.op == "or" else text
        first = phase.call or to.kind in _REMEMBER
        return (f"{guard} and {braced}" if first else f"{braced} and {guard}"), ""

    def _iterations(self, to: To, count: Expr, phase: Phase) -> tuple[str, str]:
        """It fires one later than it says: written out."""
        known, text = fold(count), self._expressions.text(count)
        if phase.call:
            comment = ""
            if any(t is not to and t.kind not in ("complete", "time") for t in phase.transitions):
                message = "'iterations' goes on counting when the phase is left another way; here it does not"
                comment = self._notes.add(to.span, message)
            return f"returns >= {number(known + 1) if known is not None else f'{text} + 1'}", comment
        more = 1 if phase.actions else 0
        if known is not None:
            return f"time >= {number(round((known + more) * TICK, 9))}", ""
        return f"time >= {f'({text} + 1)' if more else text} * {number(TICK)}", ""

    def _unwritable(self, to: To, phase: Phase) -> tuple[str, str]:
        name = next(e.name.text for e in walk(to.when) if isinstance(e, Probe))
        message = f"'{to.kind} {name}' cannot be written: the name is not legal; left out"
        if to.kind != "release":
            return "", self._notes.add(to.span, message)
        message = message.replace("left out", "the key counts as released")
        return _tested(phase), self._notes.add(to.span, message)


def _tested(phase: Phase) -> str:
    """The condition that holds whenever the transitions of a phase are tested."""
    return "complete" if phase.call else "time > 0" if phase.actions else "time >= 0"


def _is_writable(when: Expr) -> bool:
    """Whether the key or the entity of a condition has a legal name."""
    legal = {"key": is_key, "near": is_entity}
    probes = (e for e in walk(when) if isinstance(e, Probe) and e.kind in legal)
    return all(legal[probe.kind](probe.name.text) for probe in probes)


def _simple(expr: Expr) -> Expr:
    """A condition without what is certain: one of two ``anglerange`` forms, when both angles are numbers."""
    if not isinstance(expr, Binary) or expr.op not in ("and", "or"):
        return expr
    left, right = _simple(expr.left), _simple(expr.right)
    for one, other in ((left, right), (right, left)):
        certain = fold(one)
        if certain is not None:
            return other if bool(certain) == (expr.op == "and") else one
    return replace(expr, left=left, right=right)
