"""LET: which names are known where, and what an expression rests on through them.

A LET is known from its line on: one at the head in the rest of the script, one of a phase in the rest of
that phase. It can only use what stands above it, so there are no circles. One with arguments is written out
wherever it is used. A SET is a LET that is watched at every tick and kept from the first at which its
condition holds; where it is used it is only read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from .tree import Call, Curve, Expr, Let, Phase, Ref, Script, walk

Lets = Mapping[str, Let]
PASSING = frozenset({"time", "phi", "complete", "returns"})  # what starts over with a phase
MAX_DEPTH = 4  # LETs with arguments inside each other
MAX_PIECES = 40  # values and operators of a LET with arguments: it is written out at every use


def known(script: Script, phase: Phase | None = None) -> dict[str, Let]:
    """The LETs of a script's head and of one of its phases, by name, in the order of the text."""
    return {let.name.text: let for let in (*script.lets, *(phase.lets if phase else ()))}


def all_lets(script: Script) -> tuple[Let, ...]:
    """Every LET of a script, in the order of the text."""
    return (*script.lets, *(let for phase in script.phases for let in phase.lets))


def uses(expr: Expr, lets: Lets) -> Iterator[str]:
    """The names of the LETs that stand in an expression."""
    for node in walk(expr):
        name = node.function.text if isinstance(node, Call) else node.text if isinstance(node, Ref) else ""
        if name in lets:
            yield name


def needed(expr: Expr, lets: Lets, have: Collection[str] = ()) -> list[Let]:
    """The LETs that an expression rests on, directly or through others, in the order of the text.

    Args:
        expr: The expression.
        lets: The LETs that are known there.
        have: Names of those that are left out, with all that they rest on.
    """
    found: set[str] = set()
    waiting = [expr]
    while waiting:
        for name in uses(waiting.pop(), lets):
            if name not in found and name not in have:
                found.add(name)
                if lets[name].when is None:  # what is kept is read, not worked out
                    waiting.append(lets[name].value)
    return [let for name, let in lets.items() if name in found]


@dataclass(frozen=True)
class Scope:
    """The LETs that are known in one place, by name, in the order of the text."""

    lets: Lets

    @cached_property
    def _passing(self) -> dict[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for name, let in self.lets.items():
            rests = frozenset() if let.when else self._own(let.value)
            inside = () if let.when else uses(let.value, self.lets)
            found[name] = rests.union(*(found.get(n, ()) for n in inside))
        return found

    @staticmethod
    def _own(expr: Expr) -> frozenset[str]:
        nodes = list(walk(expr))
        names = {node.text for node in nodes if isinstance(node, Ref)} & PASSING
        return frozenset(names | ({"phi"} if any(isinstance(node, Curve) for node in nodes) else set()))

    def passing(self, expr: Expr) -> frozenset[str]:
        """What of `PASSING` an expression rests on, through LETs too; a curve runs over phi."""
        return self._own(expr).union(*(self._passing[name] for name in uses(expr, self.lets)))

    @cached_property
    def depths(self) -> dict[str, int]:
        """How many LETs with arguments stand inside each other, itself included; 0 for one without."""
        found: dict[str, int] = {}
        for name, let in self.lets.items():
            inside = max((found.get(other, 0) for other in uses(let.value, self.lets)), default=0)
            found[name] = inside + 1 if let.args else 0
        return found
