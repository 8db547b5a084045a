"""LET: which names are known where, and what an expression rests on through them.

A LET is known from its line on: one at the head in the rest of the script, one of a phase in the rest of
that phase. It can only use what stands above it, so there are no circles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .tree import Expr, Let, Phase, Ref, Script, walk

Lets = Mapping[str, Let]


def known(script: Script, phase: Phase | None = None) -> dict[str, Let]:
    """The LETs of a script's head and of one of its phases, by name, in the order of the text."""
    return {let.name.text: let for let in (*script.lets, *(phase.lets if phase else ()))}


def all_lets(script: Script) -> tuple[Let, ...]:
    """Every LET of a script, in the order of the text."""
    return (*script.lets, *(let for phase in script.phases for let in phase.lets))


def needed(expr: Expr, lets: Lets) -> list[Let]:
    """The LETs that an expression rests on, directly or through others, in the order of the text."""
    found: set[str] = set()
    waiting = [expr]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, Ref) and node.text in lets and node.text not in found:
                found.add(node.text)
                waiting.append(lets[node.text].value)
    return [let for name, let in lets.items() if name in found] if found else []


def walk_through(expr: Expr, lets: Lets) -> Iterator[Expr]:
    """An expression and all inside it, and inside the LETs it rests on."""
    yield from walk(expr)
    for let in needed(expr, lets):
        yield from walk(let.value)
