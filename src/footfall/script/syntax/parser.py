"""Text to tree, by hand: one method per rule, and recovery at the next statement.

A rule that meets an error notes it and raises `Recover`; the loop over statements catches
it, skips to the next statement and goes on, so one mistake gives one message.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..program import Span
from ..source import Source
from ..statements import BY_WORD
from .declarations import ParameterParser
from .expression_tree import Expr, Literal
from .tokens import FLOW_WORDS, HEADER_WORDS, KEYWORDS, Kind, Recover, Token, shorten
from .tree import (
    Action,
    Argument,
    ClauseNode,
    Do,
    Group,
    Let,
    Name,
    Phase,
    Script,
    Skill,
    Statement,
    Subject,
    To,
    Whole,
)

MAX_LETS = 200  # of one skill: each condition that rests on them works them all out
IDLE_WORDS = ("rest", "limp")
_FIRST_PHASE = re.compile(r"^[ \t]*PHASE\b", re.MULTILINE)


def parse(text: str | Source, *, name: str = "script", path: str = "", unit: int = 0) -> Script:
    """Read a script. Never raises: what is wrong stands in `Script.diagnostics`.

    Args:
        text: The text, or a `Source`.
        name: What the script is called, when a text is given.
        path: The file it came from, for messages.
        unit: Its index among scripts compiled together; goes into every span.
    """
    source = text if isinstance(text, Source) else Source(name, path, text)
    return Parser(source, unit).script()


def parse_head(source: Source) -> Script:
    """What stands before the first phase of a modern script: doc, parameters, body. Never raises."""
    return parse(replace(source, text=_FIRST_PHASE.split(source.text, maxsplit=1)[0]))


class Parser(ParameterParser):
    """Reads one script."""

    def __init__(self, source: Source, unit: int = 0) -> None:
        super().__init__(source, unit)
        self._skill: Skill | None = None
        self._words: dict[str, Name] = {}
        self._conditions: dict[str, Expr] = {}
        self._limit: Literal | None = None
        self._headers: set[str] = set()
        self._props: list[Subject] = []
        self._lets: list[Let] = []
        self._n_lets = 0
        self._groups: list[Group] = []
        self._presets: list[Group] = []
        self._phases: list[Phase] = []
        self._always: list[To] = []
        self._orphan = False
        self._in_phase = False

    def script(self) -> Script:
        """The whole file."""
        while self.token.kind is not Kind.END:
            self._top_level()
        return Script(
            source=self.source,
            unit=self.unit,
            tokens=self.all_tokens,
            doc=self._doc(),
            skill=self._skill,
            body=self._words.get("BODY"),
            start=self._words.get("START"),
            ground=self._words.get("GROUND"),
            idle=self._words.get("IDLE"),
            limit=self._limit,
            fall=self._conditions.get("FALL"),
            goal=self._conditions.get("GOAL"),
            phases=tuple(self._phases),
            always=tuple(self._always),
            diagnostics=tuple(self.findings.items),
            props=tuple(self._props),
            lets=tuple(self._lets),
            groups=tuple(self._groups),
            presets=tuple(self._presets),
        )

    def _doc(self) -> str:
        lines = []
        for token in self.all_tokens:
            if token.kind is Kind.DOC:
                lines.append(token.text[2:].strip())
            elif token.kind not in (Kind.SPACE, Kind.COMMENT):
                break
        return "\n".join(lines)

    def _top_level(self) -> None:
        self.forget_depth()
        word = self.token.text
        if word in HEADER_WORDS:
            self._header()
        elif word == "PHASE":
            self._phase()
        elif word in ("LET", "SET") and not self._phases:
            let = self._statement()
            if isinstance(let, Let):
                self._lets.append(let)
        elif word == "ALWAYS":
            start = self.advance().start
            try:
                self._always.append(self._to(start))
            except Recover:
                self.skip_statement()
        else:
            self._outside(self.token)

    def _outside(self, token: Token) -> None:
        """A statement where no phase is open: say so once for a run of them."""
        orphan = self._orphan
        statement = self._statement()
        if statement is None or orphan:
            return
        self._orphan = True
        word = self.span_of(token)
        message = f"{token.text} stands outside a phase"
        help = "write 'PHASE name' before it"
        if self._phases:
            help += "; the phase above ended where ALWAYS or a header line began"
        self.findings.add("E024", word, message, "no phase is open here", help)

    # Header

    def _header(self) -> None:
        token = self.advance()
        word = token.text
        if word in self._headers and word not in ("PROP", "PARAMS", "PRESET"):
            message = f"there are two {word} lines"
            help = "one skill a file: move the second to its own" if word == "SKILL" else "remove one of them"
            self.findings.add("E022", self.span_of(token), message, "the second", help)
        elif self._phases:
            message, help = f"{word} stands after a phase", "move it above the first PHASE"
            self.findings.add("E023", self.span_of(token), message, "too late", help)
        first = word not in self._headers
        self._headers.add(word)
        try:
            if word == "SKILL":
                skill = self.skill_line(token)
                self._skill = self._skill if self._skill and not first else skill
            elif word == "PARAMS":
                self._groups.append(self.group(token))
            elif word == "PRESET":
                self._presets.append(self.group(token, "preset"))
            elif word in ("BODY", "START"):
                what = "the name of a body" if word == "BODY" else "the name of a start"
                self._words.setdefault(word, self.path(what))
            elif word == "GROUND":
                self._words.setdefault(word, self._rest_of_line("a ground such as steps:1=0.1"))
            elif word == "PROP":
                self._props.append(self._subject("prop"))
            elif word == "IDLE":
                self._words.setdefault(word, self._idle())
            elif word == "LIMIT":
                limit = self._torque()
                self._limit = self._limit or limit
            elif word == "GOAL" and self.token.text == "none":
                self.advance()
            else:
                self._conditions.setdefault(word, self.expression())
            self.take(";")
        except Recover:
            self.skip_statement()

    def _rest_of_line(self, what: str) -> Name:
        """All that stands on this line, without spaces and comments, as one name."""
        if self._line_is_over():
            self.fail(what)
        start = self.token.start
        text = self.advance().text
        while not self._line_is_over() and self.token.text != ";":
            text += self.advance().text
        return Name(text, self.span_from(start))

    def _line_is_over(self) -> bool:
        return self.token.kind is Kind.END or self.on_new_line()

    def _idle(self) -> Name:
        """What joints do that no statement drives."""
        if self.token.text not in IDLE_WORDS:
            self.fail("rest or limp", "write IDLE limp, or leave the line out")
        token = self.advance()
        return Name(token.text, self.span_of(token))

    def _torque(self) -> Literal:
        """A torque: a plain number."""
        if self.token.kind is not Kind.NUMBER:
            self.fail("a torque", "write a number in N m: LIMIT 300")
        return self._literal(self.token)

    # Phases

    def _phase(self) -> None:
        start = self.advance().start
        self._orphan = False
        name = Name("", self.span_from(start))
        lasts: Expr | None = None
        broken = False
        try:
            name = self.name("the name of the phase")
            if self.take("LASTS"):
                lasts = self.expression()
            self.take(";")
        except Recover:
            broken = True
            self.skip_statement()
        statements: list[Statement] = []
        self._in_phase = True
        while self.token.kind is not Kind.END and self.token.text not in (*HEADER_WORDS, "PHASE", "ALWAYS"):
            statement = self._statement()
            if statement is not None:
                statements.append(statement)
        self._phases.append(Phase(self.span_from(start), name, lasts, tuple(statements), broken))

    def _statement(self) -> Statement | None:
        """One statement of a phase; None when it could not be read (the error is noted)."""
        token = self.token
        self.forget_depth()
        try:
            if token.text == "TO":
                return self._to(token.start)
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

    def _to(self, start: int) -> To:
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
        if self._in_phase:
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
        subjects = [self._subject(row.subject)]
        while self.take(","):
            subjects.append(self._subject(row.subject))
        span = self.span_from(keep.start if keep else token.start)
        self._end_statement(or_comma=row.many)
        return Action(span, Name(token.text, self.span_of(token)), tuple(subjects), keep)

    def _subject(self, kind: str) -> Subject:
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
