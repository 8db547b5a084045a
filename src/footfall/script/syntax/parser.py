"""Text to tree, by hand: header lines and phases; their statements are read by `phase_statements`."""

from __future__ import annotations

import re
from dataclasses import replace

from ..source import Source
from .expression_tree import Expr, Literal
from .phase_statements import StatementParser
from .tokens import HEADER_WORDS, Kind, Recover, Token
from .tree import Group, Let, Name, Phase, Script, Skill, Statement, Subject, To

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


class Parser(StatementParser):
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
        self._groups: list[Group] = []
        self._presets: list[Group] = []
        self._phases: list[Phase] = []
        self._always: list[To] = []
        self._orphan = False

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
            let = self.statement()
            if isinstance(let, Let):
                self._lets.append(let)
        elif word == "ALWAYS":
            start = self.advance().start
            try:
                self._always.append(self.transition(start))
            except Recover:
                self.skip_statement()
        else:
            self._outside(self.token)

    def _outside(self, token: Token) -> None:
        """A statement where no phase is open: say so once for a run of them."""
        orphan = self._orphan
        statement = self.statement()
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
                self._props.append(self.subject("prop"))
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
        self.in_phase = True
        while self.token.kind is not Kind.END and self.token.text not in (*HEADER_WORDS, "PHASE", "ALWAYS"):
            statement = self.statement()
            if statement is not None:
                statements.append(statement)
        self._phases.append(Phase(self.span_from(start), name, lasts, tuple(statements), broken))
