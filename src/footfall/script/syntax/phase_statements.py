"""Statements of a phase: one method per rule.

A rule that meets an error notes it and raises `Recover`; what reads statements one after the other catches
it, skips to the next one and goes on, so one mistake gives one message.
"""

from __future__ import annotations

from ..program import Span
from ..source import Source
from ..statements import BY_WORD
from .declarations import ParameterParser
from .expression_tree import Expr
from .tokens import FLOW_WORDS, HEADER_WORDS, KEYWORDS, Kind, Recover, Token, shorten
from .tree import (
    Action,
    Argument,
    ClauseNode,
    Do,
    Let,
    Name,
    Statement,
    Subject,
    To,
    Whole,
)

MAX_LETS = 200  # of one skill: each condition that rests on them works them all out


class StatementParser(ParameterParser):
    """Reads statements and transitions."""

    def __init__(self, source: Source, unit: int = 0) -> None:
        super().__init__(source, unit)
        self.in_phase = False
        self._n_lets = 0

    def statement(self) -> Statement | None:
        """One statement of a phase; None when it could not be read (the error is noted)."""
        token = self.token
        self.forget_depth()
        try:
            if token.text == "TO":
                return self.transition(token.start)
            if token.text == "DO":
                return self._do()
            if token.text == "LET":
                return self._let()
            if token.text == "SET":
                return self._set()
            if token.text == "KEEP":
                return self._kept()
            if token.text in BY_WORD:
                return self._action()
            if token.text == ";":
                self.advance()
                return None
            self._unknown(token)
        except Recover:
            self.skip_statement()
        return None

    def _unknown(self, token: Token) -> None:
        if token.kind is not Kind.WORD:
            self.fail("a statement")
        help, edit = self.findings.suggest(
            self.span_of(token), token.text, [*BY_WORD, *FLOW_WORDS, *HEADER_WORDS]
        )
        message = f"'{shorten(token.text)}' is not a statement"
        if token.text in KEYWORDS:
            message = f"{token.text} does not begin a statement"
            help, edit = "it belongs after another word", None
        self.findings.add("E025", self.span_of(token), message, "unknown statement", help, edit)
        self.advance()
        raise Recover

    def _end_statement(self, or_comma: bool = False) -> None:
        if self.take(";"):
            return
        if self.at_statement() or (self.token.kind is Kind.WORD and self.on_new_line()):
            spot = Span(self.unit, self.last_end, self.last_end)
            label, edit = "the statement ends here", self.insert(";")
            self.findings.add("E002", spot, "missing ';'", label, "write ';'", edit)
            return
        self.fail("',' or ';'" if or_comma else "';'")

    def transition(self, start: int) -> To:
        """``TO``, from the word on; ``start`` is where ALWAYS or TO began."""
        self.expect("TO", "ALWAYS")
        target = self.name("the name of a phase, or 'end'")
        swap = self.take("SWAP") is not None
        step = not swap and self.take("AT") is not None
        if step:
            self.expect("STEP", "AT")
        self.expect("WHEN", "the target")
        when = self.expression()
        span = self.span_from(start)
        self._end_statement()
        return To(span, target, swap, when, step=step)

    def _set(self) -> Let:
        """A value that is kept: at the head, where it is watched whatever the phase."""
        if self.in_phase:
            message = "SET stands inside a phase"
            help = "write it above the first PHASE: it is watched in all of them"
            self.findings.add("E023", self.span_of(self.token), message, "too late", help)
        token = self._named_value()
        name = self.name("a name for the value")
        self.expect("=", "the name")
        value = self.expression()
        self.expect("WHEN", "the value")
        when = self.expression()
        span = self.span_from(token.start)
        self._end_statement()
        return Let(span, name, value, when=when)

    def _named_value(self) -> Token:
        """The word LET or SET, of which a script may have so many."""
        token = self.advance()
        self._n_lets += 1
        if self._n_lets > MAX_LETS:
            message = f"a script has at most {MAX_LETS} LETs"
            help = "write values that are used once where they are used, or give some to a skill it calls"
            self.findings.add("E071", self.span_of(token), message, "one too many", help)
            raise Recover
        return token

    def _let(self) -> Let:
        token = self._named_value()
        name = self.name("a name for the value")
        args: list[Name] = []
        if opened := self.take("("):
            args.append(self.name("the name of an argument"))
            while self.take(","):
                args.append(self.name("the name of an argument"))
            self.close(opened)
        self.expect("=", "the name")
        value = self.expression()
        span = self.span_from(token.start)
        self._end_statement()
        return Let(span, name, value, tuple(args))

    def _do(self) -> Do:
        start = self.advance().start
        path = self.path("the name of a skill")
        opened = self.expect("(", "the skill's name")
        given: list[Argument | Whole] = []
        if not self.take(")"):
            given.append(self.whole() or self._argument())
            while self.take(","):
                given.append(self.whole() or self._argument())
            self.close(opened)
        at = self.name("the name of a phase of that skill") if self.take("AT") else None
        span = self.span_from(start)
        self._end_statement()
        args = tuple(arg for arg in given if isinstance(arg, Argument))
        return Do(span, path, args, tuple(arg for arg in given if isinstance(arg, Whole)), at=at)

    def _argument(self) -> Argument:
        start = self.token.start
        name: Name | None = None
        if self.peek().text == "=":
            name = self.name("the name of a parameter")
            self.advance()
        value = self.inner()
        return Argument(self.span_from(start), name, value)

    def _kept(self) -> Action:
        keep = self.span_of(self.advance())
        if self.token.text not in BY_WORD:
            self.fail("a statement after 'KEEP'", "write KEEP POSE …;")
        return self._action(keep)

    def _action(self, keep: Span | None = None) -> Action:
        token = self.advance()
        row = BY_WORD[token.text]
        subjects = [self.subject(row.subject)]
        while self.take(","):
            subjects.append(self.subject(row.subject))
        span = self.span_from(keep.start if keep else token.start)
        self._end_statement(or_comma=row.many)
        return Action(span, Name(token.text, self.span_of(token)), tuple(subjects), keep)

    def subject(self, kind: str) -> Subject:
        """What a statement acts on, with its arguments and clauses."""
        start = self.token.start
        if kind in ("text", "clip"):
            name: Name | None = self.path("the name of a file", file=kind == "text")
        else:
            name = self.name(f"the name of a {kind}") if kind else None
        args: tuple[Expr, ...] = ()
        if opened := self.take("("):
            args = self.arguments(opened)
        clauses = []
        while self.token.text == ".":
            clauses.append(self._clause())
        return Subject(self.span_from(start), name, args, tuple(clauses))

    def _clause(self) -> ClauseNode:
        start = self.advance().start
        name = self.name("the name of a clause after '.'")
        opened = self.expect("(", f"'.{shorten(name.text)}'")
        args = self.arguments(opened)
        return ClauseNode(self.span_from(start), name, args)
