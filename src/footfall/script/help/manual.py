"""A statement of the table in plain text, as `footfall explain STEP` and help in an editor show it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from ..statements import NOUNS, Arg, Clause, Statement

_WIDTH = 88
EXPERT = (
    "For experts: numbers that suit most bodies as they are. A natural time is sqrt(leg / g), a natural "
    "speed a leg in that time."
)


def clause_form(clause: Clause) -> str:
    """How a clause is written: ``.by(joint, [joint2], [share])``."""
    return f".{clause.name}({args_form(clause.args)})"


def args_form(args: tuple[Arg, ...]) -> str:
    """Names of arguments; in brackets what may be left out."""
    return ", ".join(f"[{a.name}]" if a.optional else a.name for a in args)


def usage(s: Statement) -> str:
    """How a statement is written: ``VF (forward, left, up).by(joint);``."""
    subject = {"": "", "text": "FILE", "servo": "JOINT", "clip": "REFERENCE"}.get(
        s.subject, s.subject.upper()
    )
    needed = "".join(clause_form(c) for c in s.clauses if c.name in s.must + s.needs[:1])
    args = f"({args_form(s.args)})" if s.args else ""
    gap = " " if subject or args else ""
    return f"{s.word}{gap}{subject}{args}{needed}{', …' if s.many else ''};"


def kind_of(arg: Arg) -> str:
    """What may stand there: its kind and its unit, or the words."""
    if arg.kind == "word":
        return " or ".join(arg.words)
    kind = NOUNS.get(arg.kind, arg.kind)
    return f"{kind}, {arg.measured}" if arg.measured else kind


def range_of(arg: Arg) -> str:
    """Between which numbers it must lie; "" for one that has no bounds to speak of."""
    return "{:g} to {:g}".format(*arg.range) if arg.is_value and arg.guarded else ""


def facts(arg: Arg) -> str:
    """Kind, unit, range and default of an argument on one line."""
    bounds = f", {range_of(arg)}" if range_of(arg) else ""
    default = f"; {arg.default_text} when left out" if arg.default_text else ""
    return f"{kind_of(arg)}{bounds}{default}"


def lines(args: tuple[Arg, ...]) -> list[str]:
    """A line for each argument: its name, its facts, its meaning."""
    return [f"{a.name} ({facts(a)})" + (f": {a.doc}" if a.doc else "") for a in args]


def clause_names(s: Statement) -> list[str]:
    """Short help: the clauses by name, those for experts on a line of their own."""
    plain = [f".{c.name}" for c in s.clauses if not c.expert]
    rare = [f".{c.name}" for c in s.clauses if c.expert]
    found = [f"clauses: {' '.join(plain)}"] if plain else []
    return found + ([f"for experts: {' '.join(rare)}"] if rare else [])


def manual(s: Statement) -> str:
    """All of a statement, for a terminal."""
    blocks = [usage(s), textwrap.fill(s.doc, _WIDTH), f"For example\n\n    {s.example}"]
    plain = [c for c in s.clauses if not c.expert]
    rare = [c for c in s.clauses if c.expert]
    body = [*_wrapped(lines(s.args), "    "), *_clauses(plain)]
    if body:
        blocks.append("\n".join(body))
    if rare:
        blocks.append("\n".join([*textwrap.wrap(EXPERT, _WIDTH), "", *_clauses(rare)]))
    return "\n\n".join(blocks)


def _clauses(clauses: list[Clause]) -> Iterator[str]:
    for clause in clauses:
        yield f"    {clause_form(clause)}"
        yield from _wrapped([clause.doc, *lines(clause.args)], "        ")


def _wrapped(paragraphs: list[str], indent: str) -> Iterator[str]:
    for text in paragraphs:
        yield from textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def manual_data(s: Statement) -> dict[str, Any]:
    """All of a statement as plain data."""
    return {
        "word": s.word,
        "usage": usage(s),
        "doc": s.doc,
        "example": s.example,
        "args": [_arg_data(a) for a in s.args],
        "clauses": [
            {"name": c.name, "doc": c.doc, "expert": c.expert, "args": [_arg_data(a) for a in c.args]}
            for c in s.clauses
        ],
    }


def _arg_data(arg: Arg) -> dict[str, Any]:
    low, high = arg.range if arg.is_value else (None, None)
    data = {"name": arg.name, "kind": arg.kind, "unit": arg.measured, "optional": arg.optional}
    return data | {
        "words": list(arg.words),
        "least": low,
        "most": high,
        "default": arg.default,
        "of": arg.of,
        "doc": arg.doc,
    }
