"""Reads ``TRANSITION to(n).after(condition);``."""

from __future__ import annotations

import re

from ..diagnostics import Findings
from ..program import Span
from .cursor import BrokenError, Cursor
from .names import ALIASES
from .tree import Number, Transition, Value, Word

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


def read_transition(cursor: Cursor, findings: Findings) -> Transition:
    """A transition whose TRANSITION was taken, up to and with its ``;``."""
    start = cursor.last - len("TRANSITION")
    if not cursor.take("to"):
        raise cursor.expected("to(position)")
    cursor.expect("(", "after to")
    target, target_span = cursor.integer("the position of a phase")
    cursor.expect(")", "after the position")
    cursor.expect(".", "before after(…)")
    if not cursor.take("after"):
        raise cursor.expected("after(condition)")
    cursor.expect("(", "after after")
    kind, values, name = _condition(cursor, findings)
    cursor.expect(")", "after the condition")
    cursor.expect(";", "after the transition")
    return Transition(cursor.span(start), target, target_span, kind, tuple(values), name)


def _condition(cursor: Cursor, findings: Findings) -> tuple[str, list[Value], Word | None]:
    word = cursor.word("a condition")
    if word.text not in KINDS:
        help, edit = findings.suggest(word.span, word.text, KINDS)
        message = f"there is no condition '{word.text[:30]}'"
        raise BrokenError("E116", word.span, message, "unknown", help, edit)
    wanted, count = KINDS[word.text]
    name = _name(cursor, wanted) if wanted else None
    if word.text == "stable" and cursor.text.startswith(")", cursor.skip()):
        message = f"stable without a tolerance is an older form, read as stable {STABLE:g}"
        findings.add("W116", word.span, message, "older form", f"write stable {STABLE:g}")
        return "stable", [Number(Span(cursor.unit, cursor.last, cursor.last), STABLE)], None
    values = []
    for _ in range(count):
        cursor.take(",")
        values.append(cursor.value())
    return word.text, values, name


def _name(cursor: Cursor, wanted: str) -> Word:
    start = cursor.skip()
    if wanted == "comparison":
        text = cursor.match(_COMPARISON)
        if text is None:
            raise cursor.expected("'>', '<' or 'x'")
        return Word(cursor.span(start), text)
    if wanted == "key":
        text = cursor.match(_KEY)
        if text is None:
            raise cursor.expected("a key")
        return Word(cursor.span(start), text.upper())
    word = cursor.word(wanted)
    return Word(word.span, ALIASES.get(word.text, word.text))
