"""What all statements are made of: names, values in parentheses, clauses, the end."""

from __future__ import annotations

from ..diagnostics import Findings
from ..program import Span
from .cursor import KEYWORDS, BrokenError, Cursor
from .names import ALIASES
from .tree import Number, Value, Word


class Pieces:
    """Reads the pieces of a statement, or refuses with `BrokenError`."""

    def __init__(self, cursor: Cursor, findings: Findings) -> None:
        self._in = cursor
        self._findings = findings

    def name(self, what: str) -> Word:
        """A joint's or part's name, an alias resolved."""
        word = self._in.word(what)
        if word.text in KEYWORDS:
            self._in.at = word.span.start
            raise self._in.expected(what)
        return Word(word.span, ALIASES.get(word.text, word.text))

    def _default(self, value: float) -> Number:
        end = self._in.last
        return Number(Span(self._in.unit, end, end), value)

    def _gains(self, given: list[Value], defaults: tuple[float, float]) -> tuple[Value, Value]:
        kp = given[0] if given else self._default(defaults[0])
        return kp, given[1] if len(given) > 1 else self._default(defaults[1])

    def _counted(self, owner: str, least: int, most: int, works: bool = False) -> list[Value]:
        """The values in parentheses behind `owner`, so many of them."""
        start = self._in.skip()
        self._in.expect("(", f"after {owner}")
        values = self._in.values_until_close(owner, works)
        if not least <= len(values) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            message = f"{owner} takes {wanted} values, not {len(values)}"
            raise BrokenError("E112", self._in.span(start), message, "wrong number", f"write {wanted} values")
        return values

    def _in_clause(self, owner: str, what: str) -> Word:
        self._in.expect("(", f"after {owner}")
        word = self.name(what)
        self._in.expect(")", f"after {what}")
        return word

    def _clauses(self, legal: tuple[str, ...], word: str) -> list[str]:
        """Take ``.name`` of the next clause; an empty list when the statement goes on otherwise."""
        if not self._in.take("."):
            return []
        start = self._in.skip()
        name = self._in.peek_word()
        if name not in legal:
            text = self._in.word("the name of a clause").text if name else ""
            help, edit = self._findings.suggest(self._in.span(start), text, legal)
            message = f"{word} has no clause '.{text[:30]}'"
            raise BrokenError(
                "E104", self._in.span(start, start + max(1, len(text))), message, "unknown", help, edit
            )
        return [self._in.word("a clause").text]

    def _end(self, word: str) -> None:
        self._in.expect(";", f"after {word}")

    def _missing(self, start: int, word: str, clause: str) -> BrokenError:
        message = f"{word} needs {clause}"
        return BrokenError("E103", self._in.span(start), message, f"no {clause}", f"add {clause}")

    def _old(self, span: Span, message: str, label: str, help: str) -> None:
        self._findings.add("W116", span, message, label, help)
