"""Copies of phases: the text of a phase under another name, with the skill's parameters written out.

A parameter such as the `dt` of a walk stands for one number in all phases. In a copy it is written out, so
that each copy has its own, and the search may change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from footfall.script.syntax.expression_tree import Binary, Expr, Literal, Ref, Unary, walk
from footfall.script.syntax.tree import Action, Let, Phase, Script, To

WAIT = 2.0  # s after which a copied phase is left in any case: no wait is endless
REST = 0.3  # s of a copy of a phase that is never left by itself, as of standing


class Copier:
    """Copies pieces of one skill.

    Args:
        script: The skill.
    """

    def __init__(self, script: Script) -> None:
        self.script, self.text = script, script.source.text
        self._values = dict(_written(script))

    def expr(self, expr: Expr) -> str:
        """The text of an expression, with parameters written out."""
        return self._piece(expr.span.start, expr.span.end, [expr])

    def let(self, let: Let) -> str:
        """A LET or SET, with parameters written out."""
        parts = [let.value, *([let.when] if let.when is not None else [])]
        return self._piece(let.span.start, let.span.end, parts).rstrip(";") + ";"

    def phase(self, phase: Phase, way: To | None, name: str, target: str) -> list[str]:
        """A phase under another name, left by one transition, or when it waits too long.

        Args:
            phase: The phase.
            way: The transition that it leaves by; None for one that is never left.
            name: Of the copy.
            target: Where the copy leads.
        """
        lasts = f" LASTS {self.expr(phase.lasts)}" if phase.lasts is not None else ""
        lines = [f"PHASE {name}{lasts}"]
        lines += [f"  {self.let(let)}" for let in phase.lets]
        for action in phase.actions:
            piece = self._piece(action.span.start, action.span.end, _values_of(action))
            lines.append(f"  {piece.rstrip(';')};")
        if way is None:
            return [*lines, f"  TO {target} WHEN time > {REST};"]
        swap = " SWAP" if way.swap else ""
        when = self.expr(way.when)
        lines.append(f"  TO {target}{swap} WHEN {when};")
        if not re.search(r"\b(time|phi)\b", when):
            lines.append(f"  TO {target}{swap} WHEN time > {WAIT:g};")
        return lines

    def parameters(self, lines: Iterable[str]) -> list[str]:
        """Those parameters that some lines still name: their defaults are no plain numbers."""
        used = set(re.findall(r"[A-Za-z_]\w*", "\n".join(lines)))
        kept = [p for p in self.script.parameters if p.name.text not in self._values and p.name.text in used]
        return [self.text[p.span.start : p.span.end] for p in kept]

    def needed(self, lines: Iterable[str]) -> list[Let]:
        """The LETs and SETs of the head that some lines need, with those that these need, in order."""
        used = set(re.findall(r"[A-Za-z_]\w*", "\n".join(lines)))
        found: list[Let] = []
        for let in reversed(self.script.lets):
            if let.name.text in used:
                found.append(let)
                used |= set(re.findall(r"[A-Za-z_]\w*", self.let(let)))
        return found[::-1]

    def _piece(self, start: int, end: int, exprs: Iterable[Expr]) -> str:
        """A stretch of the text in which the parameters of some expressions are written out."""
        edits = [edit for expr in exprs for edit in self._edits(expr, alone=True)]
        out, at = "", start
        for first, last, new in sorted(edits):
            out += self.text[at:first] + new
            at = last
        return out + self.text[at:end]

    def _edits(self, expr: Expr, *, alone: bool) -> list[tuple[int, int, str]]:
        """(start, end, new text) of each parameter inside an expression."""
        found = []
        inside = {
            id(node) for part in walk(expr) if isinstance(part, (Binary, Unary)) for node in _sides(part)
        }
        for node in walk(expr):
            if isinstance(node, Ref) and len(node.parts) == 1 and node.text in self._values:
                value = self._values[node.text]
                bare = alone and id(node) not in inside
                text = value if bare or not value.startswith("-") else f"({value})"
                found.append((node.span.start, node.span.end, text))
        return found


def _sides(node: Binary | Unary) -> tuple[Expr, ...]:
    return (node.operand,) if isinstance(node, Unary) else (node.left, node.right)


def _values_of(action: Action) -> list[Expr]:
    """The expressions of a statement."""
    return [
        expr
        for subject in action.subjects
        for expr in (*subject.args, *(arg for clause in subject.clauses for arg in clause.args))
    ]


def _written(script: Script) -> Mapping[str, str]:
    """Parameters whose default is a plain number, as text without its mark."""
    text, found = script.source.text, {}
    for p in script.parameters:
        if isinstance(p.default, Literal):
            number = text[p.default.number.start : p.default.number.end]
            found[p.name.text] = f"{number} {p.default.unit}".strip()
    return found
