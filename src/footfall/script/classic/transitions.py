"""Reads ``TRANSITION to(n).after(condition);``, the condition into an expression that holds when it does."""

from __future__ import annotations

import re

from ..diagnostics import Findings
from ..program import Span
from ..syntax.expression_tree import Binary, Call, Contact, Expr, Probe, Ref, Unary
from ..syntax.tree import Name, To
from .cursor import BrokenError, Cursor
from .names import ALIASES
from .pieces import unwritten

# kind -> (what name it wants, how many numbers)
KINDS: dict[str, tuple[str, int]] = {
    "time": ("", 1),
    "contact": ("a part", 0),
    "nocontact": ("a part", 0),
    "complete": ("", 0),
    "stable": ("", 1),
    "iterations": ("", 1),
    "fallen": ("comparison", 1),
    "anglerange": ("", 2),
    "press": ("key", 0),
    "release": ("key", 0),
    "pass": ("the name of an entity", 1),
    "random": ("", 1),
}
STABLE = 0.01  # m/s and rad/s: the tolerance of the older after(stable)
_KEY = re.compile(r"[^\s();]")
_COMPARISON = re.compile(r"[<>]|x(?![A-Za-z0-9_])")


def read_transition(cursor: Cursor, findings: Findings) -> To:
    """A transition whose TRANSITION was taken, up to and with its ``;``."""
    start = cursor.last - len("TRANSITION")
    if not cursor.take("to"):
        raise cursor.expected("to(position)")
    cursor.expect("(", "after to")
    position, where = cursor.integer("the position of a phase")
    cursor.expect(")", "after the position")
    cursor.expect(".", "before after(…)")
    if not cursor.take("after"):
        raise cursor.expected("after(condition)")
    cursor.expect("(", "after after")
    kind, condition = _condition(cursor, findings)
    cursor.expect(")", "after the condition")
    cursor.expect(";", "after the transition")
    target = Name("end" if position == -1 else str(position), where)
    return To(cursor.span(start), target, False, condition, kind)


def _condition(cursor: Cursor, findings: Findings) -> tuple[str, Expr]:
    word = cursor.word("a condition")
    if word.text not in KINDS:
        help, edit = findings.suggest(word.span, word.text, KINDS)
        message = f"there is no condition '{word.text[:30]}'"
        raise BrokenError("E116", word.span, message, "unknown", help, edit)
    wanted, count = KINDS[word.text]
    name = _name(cursor, wanted) if wanted else Name("", word.span)
    values: list[Expr] = []
    if word.text == "stable" and cursor.text.startswith(")", cursor.skip()):
        message = f"stable without a tolerance is an older form, read as stable {STABLE:g}"
        findings.add("W116", word.span, message, "older form", f"write stable {STABLE:g}")
        values.append(unwritten(STABLE, cursor.unit, cursor.last))
    while len(values) < count:
        cursor.take(",")
        values.append(cursor.value())
    return word.text, _holds(word, name, values, cursor.span(word.span.start))


def _name(cursor: Cursor, wanted: str) -> Name:
    start = cursor.skip()
    if wanted == "comparison":
        text = cursor.match(_COMPARISON)
        if text is None:
            raise cursor.expected("'>', '<' or 'x'")
        return Name(text, cursor.span(start))
    if wanted == "key":
        text = cursor.match(_KEY)
        if text is None:
            raise cursor.expected("a key")
        return Name(text.upper(), cursor.span(start))
    word = cursor.word(wanted)
    return Name(ALIASES.get(word.text, word.text), word.span)


def _holds(word: Name, name: Name, values: list[Expr], span: Span) -> Expr:
    """The expression of a condition: its word, its name (without text when it has none), its numbers."""
    kind = word.text
    if kind == "complete":
        return unwritten(1.0, span.unit, span.start)
    if kind == "iterations":
        return Call(span, word, tuple(values))
    if kind in ("contact", "press"):
        return Contact(span, name) if kind == "contact" else Probe(span, "key", name)
    if kind in ("nocontact", "release"):
        inner = Contact(span, name) if kind == "nocontact" else Probe(span, "key", name)
        return Unary(span, "not", inner)
    if kind == "pass":
        beyond = Binary(span, "-", Probe(span, "near", name), values[0])
        return Call(span, Name("passed", word.span), (beyond,))
    if kind == "fallen":
        lean = _lean(span)
        if name.text == "x":
            return Binary(span, ">", Call(span, Name("abs", name.span), (lean,)), values[0])
        return Binary(span, name.text, lean, values[0])
    if kind == "anglerange":
        return _anglerange(span, *values)
    sense, op = {"time": ("time", ">"), "stable": ("motion", "<"), "random": ("random", "<")}[kind]
    return Binary(span, op, Probe(span, sense, name), values[0])


def _lean(span: Span) -> Expr:
    """The lean of the trunk, forwards."""
    return Ref(span, (Name("uTorso", span), Name("pitch", span)))


def _anglerange(span: Span, a: Expr, b: Expr) -> Expr:
    """Between a and b when a < b; else not between b and a."""

    def between(low: Expr, high: Expr) -> Expr:
        above, below = Binary(span, ">", _lean(span), low), Binary(span, "<", _lean(span), high)
        return Binary(span, "and", above, below)

    inside = Binary(span, "and", Binary(span, "<", a, b), between(a, b))
    outside = Binary(span, "and", Binary(span, ">=", a, b), Unary(span, "not", between(b, a)))
    return Binary(span, "or", inside, outside)
