"""What all statements are made of: names, values in parentheses, clauses, the end."""

from __future__ import annotations

from ..diagnostics import Findings
from ..program import Span
from ..syntax.expression_tree import Expr, Literal, Ref
from ..syntax.tree import ClauseNode, Name
from .cursor import KEYWORDS, BrokenError, Cursor
from .names import ALIASES


def unwritten(value: float, unit: int, at: int) -> Literal:
    """A number that does not stand in the text; its span is empty."""
    nowhere = Span(unit, at, at)
    return Literal(nowhere, nowhere, value)


def clause(name: str, *args: Expr | Name) -> ClauseNode:
    """A clause of the table's row, whatever it is called in the text; its span is that of what it says."""
    exprs = tuple(Ref(arg.span, (arg,)) if isinstance(arg, Name) else arg for arg in args)
    span = Span(exprs[0].span.unit, exprs[0].span.start, exprs[-1].span.end)
    return ClauseNode(span, Name(name, span), exprs)


class Pieces:
    """Reads the pieces of a statement, or refuses with `BrokenError`."""

    def __init__(self, cursor: Cursor, findings: Findings) -> None:
        self._in = cursor
        self._findings = findings

    def name(self, what: str) -> Name:
        """A joint's or part's name, an alias resolved."""
        word = self._in.word(what)
        if word.text in KEYWORDS:
            self._in.at = word.span.start
            raise self._in.expected(what)
        return Name(ALIASES.get(word.text, word.text), word.span)

    def _default(self, value: float) -> Literal:
        """A number that is not written."""
        return unwritten(value, self._in.unit, self._in.last)

    def _gains(self, given: list[Expr], defaults: tuple[float, float]) -> tuple[Expr, Expr]:
        kp = given[0] if given else self._default(defaults[0])
        return kp, given[1] if len(given) > 1 else self._default(defaults[1])

    def _counted(self, owner: str, least: int, most: int, works: bool = False) -> list[Expr]:
        """The values in parentheses behind `owner`, so many of them."""
        start = self._in.skip()
        self._in.expect("(", f"after {owner}")
        values = self._in.values_until_close(owner, works)
        if not least <= len(values) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            message = f"{owner} takes {wanted} values, not {len(values)}"
            raise BrokenError("E112", self._in.span(start), message, "wrong number", f"write {wanted} values")
        return values

    def _in_clause(self, owner: str, what: str) -> Name:
        self._in.expect("(", f"after {owner}")
        word = self.name(what)
        self._in.expect(")", f"after {what}")
        return word

    def _clauses(self, legal: tuple[str, ...], word: str) -> str:
        """Take ``.name`` of the next clause and return the name; "" when no clause follows."""
        if not self._in.take("."):
            return ""
        start = self._in.skip()
        name = self._in.peek_word()
        if name not in legal:
            text = self._in.word("the name of a clause").text if name else ""
            help, edit = self._findings.suggest(self._in.span(start), text, legal)
            message = f"{word} has no clause '.{text[:30]}'"
            raise BrokenError(
                "E104", self._in.span(start, start + max(1, len(text))), message, "unknown", help, edit
            )
        return self._in.word("a clause").text

    def _end(self, word: str) -> None:
        self._in.expect(";", f"after {word}")

    def _missing(self, start: int, word: str, clause: str) -> BrokenError:
        message = f"{word} needs {clause}"
        return BrokenError("E103", self._in.span(start), message, f"no {clause}", f"add {clause}")

    def _old(self, span: Span, message: str, label: str, help: str) -> None:
        self._findings.add("W116", span, message, label, help)
